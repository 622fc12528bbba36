extension ReadTransaction {
  /// Reads the records of a query with what some of their relationships lead to: one query, and one for each
  /// relationship, however many records there are.
  ///
  /// ```swift
  /// for (band, albums, members) in try db.fetchAll(Band.all, including: { ($0.albums, $0.members) }) {
  ///   print(band.name, albums.count, members.count)
  /// }
  /// ```
  ///
  /// - Throws: as ``fetchAll(_:)-(Query<R>)``.
  public func fetchAll<R: Record, each Relationship: Related>(
    _ query: Query<R>, including relationships: (R.Columns.Type) throws -> (repeat each Relationship)
  ) throws -> [(R, repeat (each Relationship).Included)] {
    let records = try fetchAll(query)
    let relationships = try relationships(R.Columns.self)
    let included = (repeat try (each relationships).include(in: records, self))
    return records.indices.map { (records[$0], repeat (each included)[$0]) }
  }
}
