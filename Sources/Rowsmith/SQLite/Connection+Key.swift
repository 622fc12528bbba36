#if SQLCipher
  import CSQLCipher
#endif

extension Connection {
  /// Whether Rowsmith was built with the trait SQLCipher.
  static var canDecrypt: Bool {
    #if SQLCipher
      true
    #else
      false
    #endif
  }

  /// Sets the key of the file, before anything is read or written. A database in memory has none.
  func unlock(with key: DatabaseKey) throws {
    if path == ":memory:" { return }
    if key.bytes.isEmpty || key.bytes == Array("x''".utf8) {
      throw StoreError(.misuse, "the key of '\(path)' is empty, and would encrypt nothing; give another one")
    }
    #if SQLCipher
      // Not by PRAGMA key, whose text would contain the key.
      let code = key.bytes.withUnsafeBytes { sqlite3_key(handle, $0.baseAddress, Int32($0.count)) }
      if code != SQLITE_OK { throw error(code) }
      guard try prepare("PRAGMA cipher_version").step() else {
        throw StoreError(
          .misuse,
          "the library 'sqlcipher' that this program has loaded is not SQLCipher, and would encrypt nothing")
      }
    #else
      throw StoreError(
        .misuse,
        "'\(path)' was given a key, but this program was built without SQLCipher; build it with the trait SQLCipher of the "
          + "package Rowsmith")
    #endif
  }
}
