#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif

/// The tables that a statement uses, in lowercase: SQL is not case-sensitive.
struct StatementTables: Sendable {
  var reads: Set<String> = []
  var writes: Set<String> = []

  mutating func formUnion(_ other: StatementTables) {
    if !other.reads.isEmpty { reads.formUnion(other.reads) }
    if !other.writes.isEmpty { writes.formUnion(other.writes) }
  }
}

/// Learns from SQLite which tables the statements of a connection use, also through views, subqueries and the app's own SQL.
/// This costs time when a statement is compiled, and none when it runs.
final class TableAccess {
  /// The tables of the statements that were used since the last ``forget()``.
  private(set) var used = StatementTables()
  /// The tables of the statement that is being compiled; `nil` if none is.
  private var current: StatementTables?
  /// SQLite asks once for each column, with the same pointer to the table's name in the schema. `nil` if no statement is being
  /// compiled: the pointer may lead to another table later.
  private var lastRead: UnsafePointer<CChar>?

  func forget() { used = StatementTables() }

  /// Adds the tables of a cached statement.
  func use(_ tables: StatementTables) { used.formUnion(tables) }

  /// Runs the body, which compiles one or more statements, and returns their tables.
  func compiling<Result>(_ body: () -> Result) -> (Result, StatementTables?) {
    current = StatementTables()
    defer {
      current = nil
      lastRead = nil
    }
    let result = body()
    if let current { used.formUnion(current) }
    return (result, current)
  }

  fileprivate func note(_ action: Int32, _ table: UnsafePointer<CChar>, _ column: UnsafePointer<CChar>?) {
    if action == SQLITE_READ {
      if lastRead == table { return }
      // If no column is read, the name is the statement's own text, whose memory may be reused.
      lastRead = current == nil || column?.pointee == 0 ? nil : table
      note(\.reads, table)
    } else {
      note(\.writes, table)
    }
  }

  private func note(_ kind: WritableKeyPath<StatementTables, Set<String>>, _ table: UnsafePointer<CChar>) {
    let name = String(cString: table).lowercased()
    // After a change of the tables, SQLite may recompile a statement while it runs.
    if current == nil { used[keyPath: kind].insert(name) } else { current?[keyPath: kind].insert(name) }
  }
}

extension Connection {
  /// Starts or stops learning the tables of statements.
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

  /// Runs the body, which compiles one or more statements, and returns their tables; `nil` tables if they are not being
  /// learned.
  func compiling<Result>(_ body: () -> Result) -> (Result, StatementTables?) {
    if let tableAccess { return tableAccess.compiling(body) }
    return (body(), nil)
  }

  /// Records the use of a cached statement. `false` if its tables are needed but not known: then it must be compiled again.
  func noteUse(of tables: @autoclosure () -> StatementTables?) -> Bool {
    guard let tableAccess else { return true }
    guard let tables = tables() else { return false }
    tableAccess.use(tables)
    return true
  }
}
