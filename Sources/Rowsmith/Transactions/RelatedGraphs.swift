/// A relationship whose targets are read with relationships of their own: `$0.albums.including { $0.tracks }`.
public struct RelatedGraphs<Source: Record, Included: Sendable & Hashable>: Related {
  /// The relationship, and those of its targets.
  public let relationshipName: RelationshipName
  private let body: @Sendable ([Source], ReadTransaction) throws -> [Included]

  /// Reads the graphs of each record, in the order of the records.
  public func include(in records: [Source], _ transaction: ReadTransaction) throws -> [Included] {
    try body(records, transaction)
  }
}

extension RelatedGraphs {
  /// One row for each item of a to-many relationship.
  init<Target: Record, Row>(_ items: ToMany<Source, Target>, _ inclusion: Inclusion<Target, Row>)
  where Included == [Row] {
    relationshipName = items.relationshipName.leading(to: inclusion.names)
    body = { records, db in
      let lists = try items.include(in: records, db)
      var rows = try inclusion.rows(Array(lists.joined()), db)[...]
      return lists.map { list in
        defer { rows = rows.dropFirst(list.count) }
        return Array(rows.prefix(list.count))
      }
    }
  }

  /// The row of the target of a to-one relationship.
  init<Link: ToOne, Row>(_ link: Column<Source, Link>, _ inclusion: Inclusion<Link.Target, Row>)
  where Included == Row? {
    relationshipName = link.relationshipName.leading(to: inclusion.names)
    body = { records, db in
      let targets = try link.include(in: records, db)
      var rows = try inclusion.rows(targets.compactMap { $0 }, db).makeIterator()
      return targets.map { $0 == nil ? nil : rows.next() }
    }
  }
}

extension ToMany {
  /// The items, each with the targets of one of its relationships.
  public func including<First: Related>(
    _ relationship: (Target.Columns.Type) throws -> First
  ) rethrows -> RelatedGraphs<Source, [Graph<Target, First.Included>]> where First.Source == Target {
    RelatedGraphs(self, Inclusion(try relationship(Target.Columns.self)) { Graph($0, $1) })
  }

  /// The items, each with the targets of two of its relationships.
  public func including<First: Related, Second: Related>(
    _ relationships: (Target.Columns.Type) throws -> (First, Second)
  ) rethrows -> RelatedGraphs<Source, [Graph2<Target, First.Included, Second.Included>]>
  where First.Source == Target, Second.Source == Target {
    let (first, second) = try relationships(Target.Columns.self)
    return RelatedGraphs(self, Inclusion(first, second) { Graph2($0, $1, $2) })
  }
}

extension Column where Value: ToOne {
  /// The record, with the targets of one of its relationships.
  public func including<First: Related>(
    _ relationship: (Value.Target.Columns.Type) throws -> First
  ) rethrows -> RelatedGraphs<Root, Graph<Value.Target, First.Included>?>
  where First.Source == Value.Target {
    RelatedGraphs(self, Inclusion(try relationship(Value.Target.Columns.self)) { Graph($0, $1) })
  }

  /// The record, with the targets of two of its relationships.
  public func including<First: Related, Second: Related>(
    _ relationships: (Value.Target.Columns.Type) throws -> (First, Second)
  ) rethrows -> RelatedGraphs<Root, Graph2<Value.Target, First.Included, Second.Included>?>
  where First.Source == Value.Target, Second.Source == Value.Target {
    let (first, second) = try relationships(Value.Target.Columns.self)
    return RelatedGraphs(self, Inclusion(first, second) { Graph2($0, $1, $2) })
  }
}
