#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif

/// The tables that a statement names, in small letters: SQL may spell them in any.
struct StatementTables: Sendable {
  var reads: Set<String> = []
  var writes: Set<String> = []

  mutating func formUnion(_ other: StatementTables) {
    if !other.reads.isEmpty { reads.formUnion(other.reads) }
    if !other.writes.isEmpty { writes.formUnion(other.writes) }
  }
}

/// Learns from SQLite which tables the statements of a connection name, also through views, subqueries and the app's own
/// SQL. It costs something when a statement is compiled, and nothing when it runs.
final class TableAccess {
  /// The tables of the statements that were used since they were last forgotten.
  private(set) var used = StatementTables()
  /// The tables of the statement that is being compiled; nil while none is.
  private var current: StatementTables?
  /// SQLite asks once per column, with the same name of the table, which is the schema's.
  private var lastRead: UnsafePointer<CChar>?

  func forget() { used = StatementTables() }

  /// Notes a statement that was compiled before.
  func use(_ tables: StatementTables) { used.formUnion(tables) }

  /// Runs the body, which compiles one statement or several, and gives the tables they name.
  func compiling<Result>(_ body: () -> Result) -> (Result, StatementTables?) {
    current = StatementTables()
    lastRead = nil
    let result = body()
    defer { current = nil }
    if let current { used.formUnion(current) }
    return (result, current)
  }

  fileprivate func note(_ action: Int32, _ table: UnsafePointer<CChar>, _ column: UnsafePointer<CChar>?) {
    if action == SQLITE_READ {
      if lastRead == table { return }
      // Where no column is read, the name is as the statement spells it, and lives no longer.
      lastRead = column?.pointee == 0 ? nil : table
      note(\.reads, table)
    } else {
      note(\.writes, table)
    }
  }

  private func note(_ kind: WritableKeyPath<StatementTables, Set<String>>, _ table: UnsafePointer<CChar>) {
    let name = String(cString: table).lowercased()
    // SQLite may compile a statement again in the middle of running it, after a change of the tables.
    if current == nil { used[keyPath: kind].insert(name) } else { current?[keyPath: kind].insert(name) }
  }
}

extension Connection {
  /// Begins or ends to learn which tables statements name.
  func learnsTables(_ wanted: Bool) {
    guard wanted != (tableAccess != nil) else { return }
    guard wanted else {
      sqlite3_set_authorizer(handle, nil, nil)
      tableAccess = nil
      return
    }
    let access = TableAccess()
    tableAccess = access
    sqlite3_set_authorizer(
      handle,
      { access, action, table, column, _, _ in
        guard let access, let table else { return SQLITE_OK }
        if [SQLITE_READ, SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE].contains(action) {
          Unmanaged<TableAccess>.fromOpaque(access).takeUnretainedValue().note(action, table, column)
        }
        return SQLITE_OK
      }, Unmanaged.passUnretained(access).toOpaque())
  }

  /// Runs the body, which compiles one statement or several, and gives the tables they name; nil where nobody
  /// wants to know.
  func compiling<Result>(_ body: () -> Result) -> (Result, StatementTables?) {
    if let tableAccess { return tableAccess.compiling(body) }
    return (body(), nil)
  }

  /// Says that a statement is used that was kept, which names these tables. False where its tables are wanted and not
  /// known: then it is to be compiled again.
  func noteUse(of tables: StatementTables?) -> Bool {
    guard let tableAccess else { return true }
    guard let tables else { return false }
    tableAccess.use(tables)
    return true
  }
}
