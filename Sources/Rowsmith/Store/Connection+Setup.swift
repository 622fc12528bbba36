import RowsmithSchema

extension Connection {
  /// Sets what every connection of a store has in common, and what its options say.
  func configure(_ options: StoreOptions = StoreOptions()) throws {
    let (seconds, attoseconds) = options.busyTimeout.components
    let milliseconds = Double(seconds) * 1000 + Double(attoseconds) * 1e-15
    busyTimeout = Int64(max(0, min(milliseconds, Double(Int32.max))))
    trace([options.trace, StatementTrace.ofEnvironment()].compactMap { $0 })
    try readFirst()
    try execute(
      """
      PRAGMA foreign_keys = OFF;
      PRAGMA synchronous = NORMAL;
      PRAGMA temp_store = FILE;
      PRAGMA cache_size = -16384;
      """)
    try register(options.functions, options.collations)
  }

  /// Reads from the file for the first time.
  private func readFirst() throws {
    do {
      _ = try integer("SELECT count(*) FROM sqlite_master")
    } catch let error as StoreError where error.code == .notADatabase {
      throw StoreError(code: error.code, message: "'\(path)' is no SQLite database; name another file")
    }
  }
}
