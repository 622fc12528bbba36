// Relationships of many records, read with one query each.
extension Store {
  /// Reads the records of a query with what some of their relationships lead to: one query, and one for each
  /// relationship, however many records there are.
  public func fetchAll<R: Record, each Relationship: Related>(
    _ query: Query<R>, including relationships: (R.Columns.Type) throws -> (repeat each Relationship)
  ) throws -> [(R, repeat (each Relationship).Included)] {
    try read { try $0.fetchAll(query, including: relationships) }
  }

  /// Reads the records of a query with what some of their relationships lead to, without blocking the caller's thread;
  /// otherwise like its namesake.
  public func fetchAll<R: Record, each Relationship: Related>(
    _ query: Query<R>,
    including relationships: @escaping @Sendable (R.Columns.Type) -> (repeat each Relationship)
  ) async throws -> [(R, repeat (each Relationship).Included)] {
    try await read { try $0.fetchAll(query, including: relationships) }
  }

  /// Reads the items of a to-many relationship of many records, with one query however many they are.
  public func related<Source: Record, Target: Record>(
    to records: [Source], _ relationship: (Source.Columns.Type) throws -> ToMany<Source, Target>
  ) throws -> RelatedItems<Source, Target> {
    let relationship = try relationship(Source.Columns.self)
    return try readOnce { try $0.related(to: records) { _ in relationship } }
  }

  /// Reads the items of a to-many relationship of many records, without blocking the caller's thread.
  public func related<Source: Record, Target: Record>(
    to records: [Source], _ relationship: (Source.Columns.Type) throws -> ToMany<Source, Target>
  ) async throws -> RelatedItems<Source, Target> {
    let relationship = try relationship(Source.Columns.self)
    return try await readOnce { try $0.related(to: records) { _ in relationship } }
  }

  /// Reads the records to which a to-one relationship of many records leads, with one query however many they are.
  public func related<Source: Record, Link: ToOne>(
    to records: [Source], _ relationship: (Source.Columns.Type) throws -> Column<Source, Link>
  ) throws -> RelatedTargets<Source, Link.Target> {
    let relationship = try relationship(Source.Columns.self)
    return try readOnce { try $0.related(to: records) { _ in relationship } }
  }

  /// Reads the records to which a to-one relationship of many records leads, without blocking the caller's thread.
  public func related<Source: Record, Link: ToOne>(
    to records: [Source], _ relationship: (Source.Columns.Type) throws -> Column<Source, Link>
  ) async throws -> RelatedTargets<Source, Link.Target> {
    let relationship = try relationship(Source.Columns.self)
    return try await readOnce { try $0.related(to: records) { _ in relationship } }
  }
}
