extension Store {
  /// Creates tables of another target of the package, or updates those of an earlier version.
  ///
  /// - Throws: ``StoreError`` if the database cannot be written; ``MigrationError`` if a later version created one of them.
  package func prepare(_ tables: [InternalTable]) throws {
    // Without a read or write, so that the first import into a new file stays fast.
    if let newFile, newFile.isEmpty, try writer.run(for: .preparing, { _ in try newFile.prepare(tables) }) {
      return
    }
    let tables = InternalTables(registered: tables)
    if try withReader({ try tables.areCurrent(in: $0.connection) }) { return }
    try requireWritable()
    try writer.run { session in
      try session.transaction { (try tables.bringUpToDate(in: session.connection), .commit) }
    }
  }

  /// Reads data that a new file cannot have yet, such as rows in tables of another target of the package.
  ///
  /// - Returns: `nil` if the file is not used yet. A read would count as a use and slow down the first import.
  package func readUnlessNew<Result: Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Result
  ) async throws -> Result? {
    if let newFile, newFile.isEmpty { return nil }
    return try await read(body)
  }
}
