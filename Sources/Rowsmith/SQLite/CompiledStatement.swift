#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif

/// What SQLite has made of a text: kept by the connection, so that the next one with the same text need not compile it
/// again.
///
/// It refers to no connection and may outlive its own: SQLite closes a connection for good with its last statement.
final class CompiledStatement {
  let handle: OpaquePointer
  /// The tables it names; nil where nobody wanted to know when it was compiled.
  let tables: StatementTables?
  /// Whether it is free for the next one who wants it. One that somebody further up is reading is not.
  private(set) var isIdle = false

  init(_ handle: OpaquePointer, tables: StatementTables?) {
    self.handle = handle
    self.tables = tables
  }

  deinit { sqlite3_finalize(handle) }

  /// Takes it, where nobody has it.
  func take() { isIdle = false }

  /// Gives it back.
  func giveBack() {
    forget()
    isIdle = true
  }

  /// Makes it as it was when it was new.
  func forget() {
    sqlite3_reset(handle)
    // Large values are freed, and pointers into a document forgotten.
    sqlite3_clear_bindings(handle)
  }
}
