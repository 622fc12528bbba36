#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif

/// A prepared statement. The connection caches it, so that the same text need not be compiled again.
///
/// It does not refer to its connection and may outlive it: SQLite closes the connection with its last statement.
final class CompiledStatement {
  let handle: OpaquePointer
  /// The tables that the statement named when it was compiled.
  private let recorded: StatementTables?
  /// The tables that the statement names; `nil` if they are not known: they were not recorded when it was compiled, or SQLite has
  /// compiled it again since, because tables or triggers have changed.
  var tables: StatementTables? {
    sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0) == 0 ? recorded : nil
  }
  /// Whether it is free for reuse. It is not while a caller further up the stack reads from it.
  private(set) var isIdle = false

  init(_ handle: OpaquePointer, tables: StatementTables?) {
    self.handle = handle
    recorded = tables
  }

  deinit { sqlite3_finalize(handle) }

  /// Marks it as in use.
  func take() { isIdle = false }

  /// Resets it and marks it as free.
  func giveBack() {
    forget()
    isIdle = true
  }

  /// Resets it and clears its bindings.
  func forget() {
    sqlite3_reset(handle)
    // Frees large values, and drops pointers into a document.
    sqlite3_clear_bindings(handle)
  }
}
