extension Store {
  /// Makes tables that another target of the package keeps in the database, where they are missing or of an earlier
  /// version.
  ///
  /// - Throws: ``StoreError`` where the database cannot be written, ``MigrationError`` where a later version made one.
  package func prepare(_ tables: [InternalTable]) throws {
    // The first import into a new file is faster as long as nobody has used that.
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

  /// Reads what is empty in a new file, such as tables that another target of the package keeps.
  ///
  /// - Returns: nil where nobody has used the file. A read would end that, and make the first import slower.
  package func readUnlessNew<Result: Sendable>(
    _ body: @escaping @Sendable (ReadTransaction) throws -> Result
  ) async throws -> Result? {
    if let newFile, newFile.isEmpty { return nil }
    return try await read(body)
  }
}
