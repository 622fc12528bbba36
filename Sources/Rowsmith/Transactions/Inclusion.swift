/// Reads the targets of relationships, with one query per relationship, and combines them with each record into a row.
package struct Inclusion<Root: Record, Row: Sendable>: Sendable {
  let names: [RelationshipName]
  let rows: @Sendable ([Root], ReadTransaction) throws -> [Row]

  package init<First: Related>(_ first: First, _ row: @escaping @Sendable (Root, First.Included) -> Row)
  where First.Source == Root {
    names = [first.relationshipName]
    rows = { records, db in
      zip(records, try first.include(in: records, db)).map { row($0, $1) }
    }
  }

  package init<First: Related, Second: Related>(
    _ first: First, _ second: Second,
    _ row: @escaping @Sendable (Root, First.Included, Second.Included) -> Row
  ) where First.Source == Root, Second.Source == Root {
    names = [first.relationshipName, second.relationshipName]
    rows = { records, db in
      let firsts = try first.include(in: records, db)
      let seconds = try second.include(in: records, db)
      return records.indices.map { row(records[$0], firsts[$0], seconds[$0]) }
    }
  }

  package init<First: Related, Second: Related, Third: Related>(
    _ first: First, _ second: Second, _ third: Third,
    _ row: @escaping @Sendable (Root, First.Included, Second.Included, Third.Included) -> Row
  ) where First.Source == Root, Second.Source == Root, Third.Source == Root {
    names = [first.relationshipName, second.relationshipName, third.relationshipName]
    rows = { records, db in
      let firsts = try first.include(in: records, db)
      let seconds = try second.include(in: records, db)
      let thirds = try third.include(in: records, db)
      return records.indices.map { row(records[$0], firsts[$0], seconds[$0], thirds[$0]) }
    }
  }
}
