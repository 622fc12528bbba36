extension Store {
  /// Makes tables that another target of the package keeps in the database, where they are missing or of an earlier
  /// version.
  ///
  /// - Throws: ``StoreError`` where the database cannot be written, ``MigrationError`` where a later version made one.
  package func prepare(_ tables: [InternalTable]) throws {
    let tables = InternalTables(registered: tables)
    if try withReader({ try tables.areCurrent(in: $0.connection) }) { return }
    try requireWritable()
    try writer.run { session in
      try session.transaction { (try tables.bringUpToDate(in: session.connection), .commit) }
    }
  }
}
