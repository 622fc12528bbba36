import RowsmithSchema

extension Record {
  /// A request for the record with a key; `nil` if there is none.
  ///
  /// ```swift
  /// let band = try await store.fetch(Band.find("Japan"))
  /// ```
  public static func find(_ key: Key) -> Reference<Self> { Reference(key) }

  /// A query for the records with these keys, in the order of the key. Keys without a record are skipped.
  public static func find(keys: some Sequence<Key>) -> Query<Self> { Query().filter(.hasKey(in: keys)) }
}

extension Reference: ReadRequest {
  /// `true`.
  public var isOneStatement: Bool { true }

  /// Fetches the record; `nil` if it does not exist.
  public func fetch(_ db: ReadTransaction) throws -> Target? {
    _ = try db.connection()
    let statement = try db.session.lookup(Target.self)
    defer { statement.forget() }
    statement.bind(key.storedValues)
    guard try statement.step() else { return nil }
    return try Target(row: Row(statement: statement.handle, entity: Target.entityName))
  }
}
