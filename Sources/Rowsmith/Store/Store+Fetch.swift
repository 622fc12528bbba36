import RowsmithSchema

extension Store {
  /// Reads every record of an entity, those of the entities that extend it included, in the order of the key.
  ///
  /// Records of an entity without a key come in the order of their arrival. Every record is in memory at once.
  ///
  /// - Throws: ``RowDecodingError`` where a column holds what the model does not allow, ``StoreError`` where the
  ///   database cannot be read or the type belongs to another model.
  public func fetchAll<R: Record>(_ type: R.Type = R.self) throws -> [R] {
    try withConnection { try RecordQuery<R>($0, $1).all() }
  }

  /// Reads every record of an entity without blocking the caller's thread; otherwise like its namesake.
  public func fetchAll<R: Record>(_ type: R.Type = R.self) async throws -> [R] {
    try await withConnection { connection, plan, _ in try RecordQuery<R>(connection, plan).all() }
  }

  /// Reads the record with that key; nil where there is none.
  ///
  /// - Throws: ``RowDecodingError`` where a column holds what the model does not allow, ``StoreError`` where the
  ///   database cannot be read or the type belongs to another model.
  public func fetch<R: Record>(_ type: R.Type = R.self, key: R.Key) throws -> R? {
    try withConnection { try RecordQuery<R>($0, $1).one(key.storedValues) }
  }

  /// Reads the record with that key without blocking the caller's thread; otherwise like its namesake.
  public func fetch<R: Record>(_ type: R.Type = R.self, key: R.Key) async throws -> R? {
    try await withConnection { connection, plan, _ in
      try RecordQuery<R>(connection, plan).one(key.storedValues)
    }
  }

  /// Reads the record that a link leads to; nil where it has not arrived.
  ///
  /// - Throws: as ``fetch(_:key:)``.
  public func fetch<R: Record>(_ reference: Reference<R>) throws -> R? {
    try fetch(R.self, key: reference.key)
  }

  /// Reads the record that a link leads to without blocking the caller's thread; otherwise like its namesake.
  public func fetch<R: Record>(_ reference: Reference<R>) async throws -> R? {
    try await fetch(R.self, key: reference.key)
  }

  /// Counts the records of an entity, those of the entities that extend it included.
  ///
  /// - Throws: ``StoreError`` where the database cannot be read or the type belongs to another model.
  public func count<R: Record>(_ type: R.Type) throws -> Int {
    try withConnection { try RecordQuery<R>($0, $1).count() }
  }

  /// Counts the records of an entity without blocking the caller's thread; otherwise like its namesake.
  public func count<R: Record>(_ type: R.Type) async throws -> Int {
    try await withConnection { connection, plan, _ in try RecordQuery<R>(connection, plan).count() }
  }
}
