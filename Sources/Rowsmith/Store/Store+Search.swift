extension Store {
  /// Rebuilds the full-text indexes of all searches from the rows.
  ///
  /// The database keeps the indexes current, whoever writes, with one exception: another program that uses `INSERT OR REPLACE`
  /// without `PRAGMA recursive_triggers = ON`. A rebuild takes about as long as an import of the rows.
  ///
  /// - Throws: ``StoreError`` if the database cannot be written.
  public func rebuildSearch() throws { try write { try $0.rebuildSearch() } }

  /// Rebuilds the full-text indexes of all searches, without blocking the caller's thread; see the synchronous version.
  public func rebuildSearch() async throws { try await write { try $0.rebuildSearch() } }
}

extension WriteTransaction {
  /// Rebuilds the full-text indexes of all searches; see the method of the store.
  public func rebuildSearch() throws {
    let connection = try connection()
    for table in session.model.layout.searchTables { try connection.execute(table.rebuild) }
  }
}
