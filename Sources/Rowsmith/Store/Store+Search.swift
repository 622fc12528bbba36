extension Store {
  /// Finds the words of all searches anew, from the rows that are there.
  ///
  /// The database does that by itself, whoever writes; what it cannot notice is what another program replaces with
  /// `INSERT OR REPLACE` and without `PRAGMA recursive_triggers = ON`. It takes about as long as an import of the rows.
  ///
  /// - Throws: ``StoreError`` where the database cannot be written.
  public func rebuildSearch() throws { try write { try $0.rebuildSearch() } }

  /// Finds the words of all searches anew without blocking the caller's thread; otherwise like its namesake.
  public func rebuildSearch() async throws { try await write { try $0.rebuildSearch() } }
}

extension WriteTransaction {
  /// Finds the words of all searches anew; otherwise like the store's.
  public func rebuildSearch() throws {
    let connection = try connection()
    for table in session.model.layout.searchTables { try connection.execute(table.rebuild) }
  }
}
