import RowsmithSchema

extension Store {
  /// Reads several things from the same state of the database.
  ///
  /// Reads of a file do not wait for writes, nor writes for them. In memory they take turns.
  ///
  /// - Returns: what the body returns.
  /// - Throws: what the body throws, ``StoreError`` where the database cannot be read.
  public func read<Result>(_ body: (ReadTransaction) throws -> Result) throws -> Result {
    guard let readers else { return try writer.run { try $0.read(nil, body) } }
    return try readers.run { try $0.read(nil, body) }
  }

  /// Reads without blocking a thread of the caller's; otherwise like its namesake. A cancelled task stops the query
  /// that is running, and throws `CancellationError`.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Result
  ) async throws -> Result {
    guard let readers else { return try await writer.run { try $0.read($1, body) } }
    return try await readers.run { try $0.read($1, body) }
  }

  /// Writes in a transaction: all that the body does becomes visible when it ends, or nothing if it throws.
  ///
  /// Writes run one after another, in the order of their calls. Inside the body use the transaction, not the store.
  ///
  /// - Returns: what the body returns, when it is in the database.
  /// - Throws: what the body throws, ``StoreError`` where the database cannot be written.
  @discardableResult
  public func write<Result>(_ body: (WriteTransaction) throws -> Result) throws -> Result {
    try requireWritable()
    return try writer.run { try $0.write(nil, body) }
  }

  /// Writes without blocking a thread of the caller's; otherwise like its namesake. A cancelled task takes back what
  /// the body did, and throws `CancellationError`.
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try requireWritable()
    return try await writer.run { try $0.write($1, body) }
  }

  /// Reads with one statement, which needs no transaction to see one state.
  func readOnce<Result>(_ body: (ReadTransaction) throws -> Result) throws -> Result {
    try withReader { try $0.readOnce(nil, body) }
  }

  /// The same without blocking a thread of the caller's.
  func readOnce<Result: Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Result
  ) async throws -> Result {
    guard let readers else { return try await writer.run { try $0.readOnce($1, body) } }
    return try await readers.run { try $0.readOnce($1, body) }
  }

  /// Runs the body with a connection that reads, outside of any transaction.
  func withReader<Result>(_ body: (Session) throws -> Result) throws -> Result {
    guard let readers else { return try writer.run(body) }
    return try readers.run(body)
  }

  /// The same without blocking a thread of the caller's.
  func withReader<Result: Sendable>(
    _ body: @escaping @Sendable (Session) throws -> Result
  ) async throws -> Result {
    guard let readers else { return try await writer.run { session, _ in try body(session) } }
    return try await readers.run { session, _ in try body(session) }
  }

  func requireWritable() throws {
    if options.isReadOnly {
      throw StoreError(.readOnly, "the store was opened read-only; open it without `isReadOnly` to write")
    }
  }
}

extension Session {
  /// Runs the body, which asks for one statement.
  func readOnce<Result>(
    _ cancellation: Cancellation?, _ body: (ReadTransaction) throws -> Result
  ) throws -> Result {
    let transaction = ReadTransaction(self, cancellation)
    defer { transaction.end() }
    return try body(transaction)
  }

  /// Runs the body in a transaction that reads.
  func read<Result>(
    _ cancellation: Cancellation?, _ body: (ReadTransaction) throws -> Result
  ) throws -> Result {
    try connection.snapshot {
      let transaction = ReadTransaction(self, cancellation)
      defer { transaction.end() }
      return try body(transaction)
    }
  }

  /// Runs the body in a transaction that writes.
  func write<Result>(
    _ cancellation: Cancellation?, _ body: (WriteTransaction) throws -> Result
  ) throws -> Result {
    try self.transaction {
      let transaction = WriteTransaction(self, cancellation)
      defer { transaction.end() }
      let result = try body(transaction)
      try transaction.settle()
      try transaction.checkCancellation()
      recorder?.note(.init(origin: .local))
      return (result, .commit)
    }
  }
}
