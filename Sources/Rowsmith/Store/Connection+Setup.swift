import RowsmithSchema

extension Connection {
  /// Sets what every connection of a store has in common, and what its options say.
  func configure(_ options: StoreOptions = StoreOptions()) throws {
    let (seconds, attoseconds) = options.busyTimeout.components
    let milliseconds = Double(seconds) * 1000 + Double(attoseconds) * 1e-15
    busyTimeout = Int64(max(0, min(milliseconds, Double(Int32.max))))
    trace([options.trace, StatementTrace.ofEnvironment()].compactMap { $0 })
    if let key = options.key { try unlock(with: key) }
    try readFirst(hasKey: options.key != nil)
    // What is encrypted in the file is not to lie in a temporary one.
    try execute(
      """
      PRAGMA foreign_keys = OFF;
      PRAGMA synchronous = NORMAL;
      PRAGMA temp_store = \(options.key == nil ? "FILE" : "MEMORY");
      PRAGMA cache_size = -16384;
      """)
    try register(options.functions, options.collations)
  }

  /// Reads from the file for the first time.
  private func readFirst(hasKey: Bool) throws {
    do {
      _ = try integer("SELECT count(*) FROM sqlite_master")
    } catch let error as StoreError where error.code == .notADatabase {
      if hasKey {
        // SQLCipher cannot tell: to another key, any file is noise.
        var wrong = StoreError(
          .wrongKey,
          "'\(path)' cannot be read with this key: its own is another one, or it is not encrypted, or damaged at its beginning"
        )
        wrong.code = error.code
        throw wrong
      }
      throw StoreError(
        code: error.code,
        message:
          "'\(path)' is no SQLite database\(Connection.canDecrypt ? ", or one that has a key" : ", or an encrypted one, which takes the trait SQLCipher"); name another file"
      )
    }
  }
}
