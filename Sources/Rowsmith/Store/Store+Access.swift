import RowsmithSchema

extension Store {
  /// Reads several things from one snapshot of the database.
  ///
  /// Reads of a file and writes do not wait for each other. A store in memory runs reads and writes one after another.
  ///
  /// - Returns: what the body returns.
  /// - Throws: what the body throws; ``StoreError`` if the database cannot be read.
  public func read<Result>(_ body: (ReadTransaction) throws -> Result) throws -> Result {
    guard let readers else { return try writer.run { try $0.read(nil, body) } }
    return try readers.run { try $0.read(nil, body) }
  }

  /// Reads without blocking the caller's thread; see the synchronous version. Cancelling the task stops the running query and
  /// throws `CancellationError`.
  public func read<Result: Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Result
  ) async throws -> Result {
    guard let readers else { return try await writer.run { try $0.read($1, body) } }
    return try await readers.run { try $0.read($1, body) }
  }

  /// Writes in one transaction, which is committed when the body returns and rolled back if it throws.
  ///
  /// Writes run one after another, in the order of their calls. Inside the body use the transaction, not the store.
  ///
  /// - Returns: what the body returns, after the commit.
  /// - Throws: what the body throws; ``StoreError`` if the database cannot be written.
  @discardableResult
  public func write<Result>(_ body: (WriteTransaction) throws -> Result) throws -> Result {
    try requireWritable()
    return try writer.run { try $0.write(nil, body) }
  }

  /// Writes without blocking the caller's thread; see the synchronous version. Cancelling the task rolls the transaction back
  /// and throws `CancellationError`.
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try requireWritable()
    return try await writer.run { try $0.write($1, body) }
  }

  /// Reads with one statement. It sees one snapshot without a transaction.
  func readOnce<Result>(_ body: (ReadTransaction) throws -> Result) throws -> Result {
    try withReader { try $0.readOnce(nil, body) }
  }

  /// The same without blocking the caller's thread.
  func readOnce<Result: Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Result
  ) async throws -> Result {
    guard let readers else { return try await writer.run { try $0.readOnce($1, body) } }
    return try await readers.run { try $0.readOnce($1, body) }
  }

  /// Runs the body with a connection that reads, outside any transaction.
  func withReader<Result>(_ body: (Session) throws -> Result) throws -> Result {
    guard let readers else { return try writer.run(body) }
    return try readers.run(body)
  }

  /// The same without blocking the caller's thread.
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
  /// Runs the body, which reads with one statement.
  func readOnce<Result>(
    _ cancellation: Cancellation?, _ body: (ReadTransaction) throws -> Result
  ) throws -> Result {
    let transaction = ReadTransaction(self, cancellation)
    defer { transaction.end() }
    return try body(transaction)
  }

  /// Runs the body in a read transaction.
  func read<Result>(
    _ cancellation: Cancellation?, _ body: (ReadTransaction) throws -> Result
  ) throws -> Result {
    try connection.snapshot {
      let transaction = ReadTransaction(self, cancellation)
      defer { transaction.end() }
      return try body(transaction)
    }
  }

  /// Runs the body in a write transaction.
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
