#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// One connection to a database. Not thread-safe: its owner must use it from one thread at a time.
final class Connection {
  /// How a file may be opened.
  enum Access {
    case creating, existing
    /// For reading. The owner turns `query_only` on. SQLite must still be able to write, as the last connection to close
    /// writes the log back to the database.
    case readOnly

    fileprivate var flags: Int32 {
      self == .creating ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE
    }
  }

  let handle: OpaquePointer
  let path: String
  /// The cache of prepared statements by their text, whether they are in use or not. Never changed during another access, so
  /// exclusivity checks are off.
  @exclusivity(unchecked) private var compiled: [StatementText: CompiledStatement] = [:]
  private static let maximumKept = 1024
  /// The statements that begin and end transactions, by ``Boundary``, once they were used.
  @exclusivity(unchecked)
  private var boundaries = [Statement?](repeating: nil, count: Boundary.allCases.count)
  /// Optimizations that are left out, to measure what they gain.
  var leftOut: Set<FastPath> = []
  /// Whether the engine's temporary tables exist.
  var hasTemporaryTables = false
  /// Checks whether to stop while a statement runs; `nil` if nothing may stop it.
  var stopCheck: StopCheck?
  /// Rows to write before the next statement runs.
  let pending = PendingWrites()
  /// How it waits for locks.
  let busyWait = BusyWait()
  /// Records which tables statements name, if needed.
  var tableAccess: TableAccess?
  /// Reports the statements that run, if needed.
  var tracer: StatementTracer?
  /// The app's functions that are registered.
  var appFunctions: [SQLFunction] = []
  /// The app's collations that are registered.
  var appCollations: [Collation] = []

  /// - Parameters:
  ///   - path: the path that errors name.
  ///   - place: where the file is, if a relative path may lead elsewhere by now.
  init(path: String, at place: String? = nil, access: Access = .creating) throws {
    let place = place ?? path
    if let noun = FileKind(of: place).nounOfOther {
      throw StoreError(.misuse, "'\(path)' is \(noun), where a database is a file; name another path")
    }
    if access != .readOnly, FixedFile.isWriteProtected(place) {
      // SQLite would open it for reading, and leave a log beside it.
      throw StoreError(code: .readOnly, found: "", path: path, systemCode: 0)
    }
    var opened: OpaquePointer?
    let fixed = access == .readOnly ? FixedFile(place) : nil
    let code = sqlite3_open_v2(
      fixed?.uri ?? place, &opened,
      (fixed == nil ? access.flags : SQLITE_OPEN_READONLY | SQLITE_OPEN_URI) | SQLITE_OPEN_NOMUTEX
        | SQLITE_OPEN_EXRESCODE, nil)
    guard let opened else {
      throw StoreError(code: StoreError.Code(rawValue: code), message: "cannot open '\(path)': out of memory")
    }
    handle = opened
    self.path = path
    if code != SQLITE_OK {
      // The connection is closed by deinit.
      throw error(code)
    }
    let refusal = rowsmith_refuse_double_quoted_text(opened)
    if refusal != SQLITE_OK { throw error(refusal) }
    busyWait.install(on: handle)
    try registerFunctions()
  }

  deinit {
    // A statement that outlives this keeps the handle open.
    sqlite3_busy_handler(handle, nil, nil)
    if tracer != nil { sqlite3_trace_v2(handle, 0, nil, nil) }
    sqlite3_close_v2(handle)
  }

  /// The error of the call that just failed.
  func error(_ code: Int32, sql: String? = nil, arguments: [StoredValue] = []) -> StoreError {
    StoreError(
      code: StoreError.Code(rawValue: code), found: String(cString: sqlite3_errmsg(handle)), path: path,
      systemCode: sqlite3_system_errno(handle), sql: sql, arguments: arguments)
  }

  /// Runs statements that return nothing.
  func execute(_ sql: String) throws {
    if !pending.isEmpty { try pending.write() }
    let (code, _) = compiling { sqlite3_exec(handle, sql, nil, nil, nil) }
    if code != SQLITE_OK { throw error(code, sql: sql) }
  }

  /// Compiles a statement that runs once.
  func prepare(_ sql: String) throws -> Statement { Statement(try compile(sql, flags: 0), on: self) }

  /// A statement that runs many times, now or later: it is cached by its text.
  ///
  /// Not for a PRAGMA: some return what was true when they were compiled.
  func prepareForReuse(_ sql: String) throws -> Statement {
    if leftOut.contains(.statementReuse) { return try prepare(sql) }
    let text = StatementText(text: sql)
    let kept = compiled[text]
    if let kept, kept.isIdle, noteUse(of: kept.tables) {
      kept.take()
      return Statement(kept, on: self, isKept: true)
    }
    let made = try compile(sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
    if kept == nil, compiled.count >= Connection.maximumKept { compiled.removeAll() }
    // The cached one, if any, is in use or unusable.
    compiled[text] = made
    return Statement(made, on: self, isKept: true)
  }

  /// Empties the statement cache.
  func forgetKept() {
    compiled.removeAll()
    keptGeneration += 1
  }

  /// Changes whenever the cache is emptied.
  private(set) var keptGeneration = 0

  private func compile(_ sql: String, flags: UInt32) throws -> CompiledStatement {
    var handle: OpaquePointer?
    let (code, tables) = compiling { sqlite3_prepare_v3(self.handle, sql, -1, flags, &handle, nil) }
    guard code == SQLITE_OK else { throw error(code, sql: sql) }
    guard let handle else { throw StoreError(message: "the statement is empty", sql: sql) }
    return CompiledStatement(handle, tables: tables)
  }

  /// Runs the body with a cached statement.
  func withCached<Result>(_ sql: String, _ body: (Statement) throws -> Result) throws -> Result {
    try body(try prepareForReuse(sql))
  }

  /// Runs a statement that returns nothing, and caches it.
  func runCached(_ sql: String) throws { _ = try prepareForReuse(sql).step() }

  /// What begins or ends a transaction.
  private enum Boundary: Int, CaseIterable {
    case begin, beginImmediate, beginExclusive, commit, rollback

    var sql: String {
      switch self {
      case .begin: "BEGIN"
      case .beginImmediate: "BEGIN IMMEDIATE"
      case .beginExclusive: "BEGIN EXCLUSIVE"
      case .commit: "COMMIT"
      case .rollback: "ROLLBACK"
      }
    }
  }

  /// Begins or ends a transaction, with a statement that is kept without being looked up by its text.
  private func run(_ boundary: Boundary) throws {
    if let statement = boundaries[boundary.rawValue] {
      // The steps of earlier runs count, and a stop check that falls due at its end would call what is done a failure.
      statement.forgetSteps()
      _ = try statement.step()
      return
    }
    let statement = Statement(try compile(boundary.sql, flags: UInt32(SQLITE_PREPARE_PERSISTENT)), on: self)
    if !leftOut.contains(.statementReuse) { boundaries[boundary.rawValue] = statement }
    _ = try statement.step()
  }

  /// Makes a running statement of this connection fail. The only method that any thread may call.
  func interrupt() { sqlite3_interrupt(handle) }

  /// Runs a statement with bound values and caches it. Returns how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ values: [StoredValue] = []) throws -> Int {
    let statement = try prepareForReuse(sql)
    statement.bind(values)
    while try statement.step() {}
    return Int(sqlite3_changes64(handle))
  }

  /// The first column of the first row, as an integer; `nil` if there is no row or it is NULL. The statement is cached.
  func integer(_ sql: String, _ values: [StoredValue] = []) throws -> Int64? {
    try prepareForReuse(sql).firstInteger(values)
  }

  /// The value of an SQLite setting.
  func pragma(_ name: String) throws -> Int64? { try prepare("PRAGMA \(name)").firstInteger([]) }

  /// Changes whenever any connection, including this one, has changed the file. Current only in a write transaction. `nil` if
  /// SQLite does not provide it.
  var fileVersion: UInt32? {
    var version: UInt32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
    return code == SQLITE_OK ? version : nil
  }

  /// How many rows this connection has changed since it was opened, including those of temporary tables.
  var totalChanges: Int64 { sqlite3_total_changes64(handle) }

  /// How many rows the last INSERT, UPDATE or DELETE changed.
  var changes: Int { Int(sqlite3_changes64(handle)) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// How a transaction ends.
  enum Ending {
    case commit
    case rollback
  }

  /// Runs the body in a transaction that takes the write lock at once. Ends it as the body says, and rolls back if it throws.
  ///
  /// - Parameter isExclusive: whether others may not even read meanwhile, if there is no write-ahead log.
  func transaction<Result>(
    isExclusive: Bool = false, _ body: () throws -> (Result, Ending)
  ) throws -> Result {
    try run(isExclusive ? .beginExclusive : .beginImmediate)
    do {
      let (result, ending) = try body()
      try run(ending == .commit ? .commit : .rollback)
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Runs the body in a read transaction: what it sees does not change meanwhile.
  func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try run(.begin)
    do {
      let result = try body()
      try run(.commit)
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Rolls back the transaction, if it is still open: after some errors (a full disk) SQLite has already done so.
  ///
  /// An interrupt that was meant for the work can hit this statement, and lasts while another statement is being read. So it
  /// tries again: the connection would refuse every later transaction.
  private func rollBack() {
    pending.forget()
    for _ in 0..<Connection.maximumRollbacks where isInTransaction {
      if sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) != SQLITE_OK { resetStatements() }
    }
    if unrestored.isEmpty { return }
    resetStatements()
    let settings = unrestored
    unrestored = []
    for setting in settings { restore(setting) }
  }

  /// A cancelled task interrupts once.
  private static let maximumRollbacks = 8

  /// Sets a setting back, however the work before it has ended.
  ///
  /// An interrupt that was meant for the work can hit this statement, so it tries again. While another statement is being read,
  /// the interrupt lasts: the setting is then set back when the transaction is rolled back.
  func restore(_ setting: String) {
    for _ in 0..<2 {
      if sqlite3_exec(handle, setting, nil, nil, nil) == SQLITE_OK { return }
    }
    unrestored.append(setting)
  }

  /// The settings that could not be set back yet.
  private var unrestored: [String] = []

  /// Resets all statements that are being read.
  private func resetStatements() {
    var next = sqlite3_next_stmt(handle, nil)
    while let statement = next {
      if sqlite3_stmt_busy(statement) != 0 { sqlite3_reset(statement) }
      next = sqlite3_next_stmt(handle, statement)
    }
  }
}
