import RowsmithSchema

// One query by itself. Several that must agree with each other belong in one `read`.
extension Store {
  /// Reads the records of a query, all into memory.
  ///
  /// - Throws: ``RowDecodingError`` where a column holds what the model does not allow, ``StoreError`` where the
  ///   database cannot be read or the type belongs to another model.
  public func fetchAll<R: Record>(_ query: Query<R>) throws -> [R] { try readOnce { try $0.fetchAll(query) } }

  /// Reads the records of a query without blocking the caller's thread; otherwise like its namesake.
  public func fetchAll<R: Record>(_ query: Query<R>) async throws -> [R] {
    try await readOnce { try $0.fetchAll(query) }
  }

  /// Reads every record of an entity, those of the entities that extend it included, in the order of the key.
  public func fetchAll<R: Record>(_ type: R.Type = R.self) throws -> [R] { try fetchAll(R.all) }

  /// Reads every record of an entity without blocking the caller's thread; otherwise like its namesake.
  public func fetchAll<R: Record>(_ type: R.Type = R.self) async throws -> [R] { try await fetchAll(R.all) }

  /// Reads the records with those keys, in the order of the key; a key that no record has gives none.
  public func fetchAll<R: Record>(_ type: R.Type = R.self, keys: some Sequence<R.Key>) throws -> [R] {
    try readOnce { try $0.fetchAll(R.self, keys: keys) }
  }

  /// Reads the records with those keys without blocking the caller's thread; otherwise like its namesake.
  public func fetchAll<R: Record>(
    _ type: R.Type = R.self, keys: some Sequence<R.Key> & Sendable
  ) async throws -> [R] {
    try await readOnce { try $0.fetchAll(R.self, keys: keys) }
  }

  /// Reads the first record of a query; nil where there is none.
  public func fetchFirst<R: Record>(_ query: Query<R>) throws -> R? {
    try readOnce { try $0.fetchFirst(query) }
  }

  /// Reads the first record of a query without blocking the caller's thread; otherwise like its namesake.
  public func fetchFirst<R: Record>(_ query: Query<R>) async throws -> R? {
    try await readOnce { try $0.fetchFirst(query) }
  }

  /// Reads the record with that key; nil where there is none.
  public func fetch<R: Record>(_ type: R.Type = R.self, key: R.Key) throws -> R? {
    try readOnce { try $0.fetch(R.self, key: key) }
  }

  /// Reads the record with that key without blocking the caller's thread; otherwise like its namesake.
  public func fetch<R: Record>(_ type: R.Type = R.self, key: R.Key) async throws -> R? {
    try await readOnce { try $0.fetch(R.self, key: key) }
  }

  /// Reads the record that a link leads to; nil where there is no link, or it has not arrived.
  public func fetch<R: Record>(_ reference: Reference<R>?) throws -> R? {
    try readOnce { try $0.fetch(reference) }
  }

  /// Reads the record that a link leads to without blocking the caller's thread; otherwise like its namesake.
  public func fetch<R: Record>(_ reference: Reference<R>?) async throws -> R? {
    try await readOnce { try $0.fetch(reference) }
  }

  /// Counts the records of a query.
  public func count<R: Record>(_ query: Query<R>) throws -> Int { try readOnce { try $0.count(query) } }

  /// Counts the records of a query without blocking the caller's thread; otherwise like its namesake.
  public func count<R: Record>(_ query: Query<R>) async throws -> Int {
    try await readOnce { try $0.count(query) }
  }

  /// Counts the records of an entity, those of the entities that extend it included.
  public func count<R: Record>(_ type: R.Type) throws -> Int { try count(R.all) }

  /// Counts the records of an entity without blocking the caller's thread; otherwise like its namesake.
  public func count<R: Record>(_ type: R.Type) async throws -> Int { try await count(R.all) }

  /// Whether the query has a record.
  public func exists<R: Record>(_ query: Query<R>) throws -> Bool { try readOnce { try $0.exists(query) } }

  /// Whether the query has a record, without blocking the caller's thread.
  public func exists<R: Record>(_ query: Query<R>) async throws -> Bool {
    try await readOnce { try $0.exists(query) }
  }
}
