extension Query {
  /// The records with what one of their relationships leads to. That takes two queries, however many records there are.
  public func including<Relationship: Related>(
    _ relationship: (R.Columns.Type) throws -> Relationship
  ) rethrows -> Read<[Graph<R, Relationship.Included>]> {
    let relationship = try relationship(R.Columns.self)
    return Read(.graph(node, [relationship.relationshipName]), isOneStatement: false) { db in
      let records = try fetch(db)
      return zip(records, try relationship.include(in: records, db)).map { record, related in
        Graph(record: record, related: related) { $0 == $1 }
      }
    }
  }

  /// The records with what some of their relationships lead to. That takes one query, and one more for each relationship,
  /// however many records there are.
  ///
  /// ```swift
  /// for band in try store.fetch(Band.all.including { ($0.albums, $0.members) }) {
  ///   let (albums, members) = band.related
  ///   print(band.record.name, albums.count, members.count)
  /// }
  /// ```
  public func including<each Relationship: Related>(
    _ relationships: (R.Columns.Type) throws -> (repeat each Relationship)
  ) rethrows -> Read<[Graph<R, (repeat (each Relationship).Included)>]> {
    let relationships = try relationships(R.Columns.self)
    var names: [RelationshipName] = []
    for relationship in repeat each relationships { names.append(relationship.relationshipName) }
    return Read(.graph(node, names), isOneStatement: false) { db in
      let records = try fetch(db)
      let included = (repeat try (each relationships).include(in: records, db))
      return records.indices.map { index in
        Graph(record: records[index], related: (repeat (each included)[index])) { one, other in
          for isSame in repeat (each one == each other) { if !isSame { return false } }
          return true
        }
      }
    }
  }
}
