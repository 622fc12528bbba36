import RowsmithSchema

extension Connection {
  /// The bytes that the write-ahead log keeps. After a great import the next write makes it as short again.
  static let greatestLogSize = 16 << 20

  /// Applies the settings that all connections of a store share, and its options.
  func configure(_ options: StoreOptions = StoreOptions()) throws {
    let (seconds, attoseconds) = options.busyTimeout.components
    let milliseconds = Double(seconds) * 1000 + Double(attoseconds) * 1e-15
    busyTimeout = Int64(max(0, min(milliseconds, Double(Int32.max))))
    trace([options.trace, StatementTrace.ofEnvironment()].compactMap { $0 })
    if let key = options.key { try unlock(with: key) }
    try readFirst(hasKey: options.key != nil)
    // Data of an encrypted file must not go to a temporary file in plain text.
    try execute(
      """
      PRAGMA foreign_keys = OFF;
      PRAGMA synchronous = NORMAL;
      PRAGMA temp_store = \(options.key == nil ? "FILE" : "MEMORY");
      PRAGMA cache_size = -16384;
      PRAGMA journal_size_limit = \(Connection.greatestLogSize);
      """)
    try register(options.functions, options.collations)
  }

  /// Reads from the file for the first time.
  private func readFirst(hasKey: Bool) throws {
    do {
      _ = try integer("SELECT count(*) FROM sqlite_master")
    } catch let error as StoreError where error.code == .notADatabase {
      if hasKey {
        // SQLCipher cannot tell these apart: read with a wrong key, every file is noise.
        var wrong = StoreError(
          .wrongKey,
          "'\(path)' cannot be read with this key: it has another key, is not encrypted, or is damaged at its beginning"
        )
        wrong.code = error.code
        throw wrong
      }
      throw StoreError(
        code: error.code,
        message:
          "'\(path)' is not an SQLite database\(Connection.canDecrypt ? ", or one that has a key" : ", or is encrypted, which needs the trait SQLCipher"); name another file"
      )
    }
  }
}
