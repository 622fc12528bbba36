import CSQLite
import RowsmithSchema

/// One connection to a database. Not thread-safe: its owner sees to it that one thread uses it at a time.
final class Connection {
  /// What opening may do.
  enum Access {
    case creating, existing, readOnly

    var flags: Int32 {
      switch self {
      case .creating: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .existing: SQLITE_OPEN_READWRITE
      case .readOnly: SQLITE_OPEN_READONLY
      }
    }
  }

  let handle: OpaquePointer
  let path: String
  /// Statements that are likely to be wanted again, by their text.
  private var cache: [StatementText: Statement] = [:]
  private static let maximumCached = 128
  /// What learns which tables statements name, where somebody wants to know.
  var tableAccess: TableAccess?

  init(path: String, access: Access = .creating) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened, access.flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let opened else { throw StoreError(code: code, message: "cannot open '\(path)': out of memory") }
    handle = opened
    self.path = path
    if code != SQLITE_OK {
      // The connection is closed by deinit.
      throw StoreError(
        code: code, message: "cannot open '\(path)': \(String(cString: sqlite3_errmsg(opened)))")
    }
    try registerFunctions()
  }

  deinit { sqlite3_close_v2(handle) }

  /// The error of the call that just failed.
  func error(_ code: Int32, sql: String? = nil) -> StoreError {
    StoreError(code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql)
  }

  /// Runs statements that return nothing.
  func execute(_ sql: String) throws {
    let (code, _) = compiling { sqlite3_exec(handle, sql, nil, nil, nil) }
    if code != SQLITE_OK { throw error(code, sql: sql) }
  }

  /// Compiles a statement that is run once or a few times.
  func prepare(_ sql: String) throws -> Statement { try Statement(sql, on: self, flags: 0) }

  /// Compiles a statement that is run many times.
  func prepareForReuse(_ sql: String) throws -> Statement {
    try Statement(sql, on: self, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
  }

  /// A statement that is kept for the next one with the same text. Not to be held on to: give it back by letting
  /// `body` end.
  func withCached<Result>(_ sql: String, _ body: (Statement) throws -> Result) throws -> Result {
    let text = StatementText(text: sql)
    // One that is being read by somebody further up is not there.
    let kept = cache.removeValue(forKey: text).flatMap { noteUse(of: $0) ? $0 : nil }
    let statement = try kept ?? prepareForReuse(sql)
    defer {
      statement.reset()
      statement.clearBindings()
      if cache.count >= Connection.maximumCached { cache.removeAll() }
      cache[text] = statement
    }
    return try body(statement)
  }

  /// Runs a statement that returns nothing, and keeps it.
  func runCached(_ sql: String) throws { try withCached(sql) { _ = try $0.step() } }

  /// Lets go of the statements that are kept, so that the connection can be closed.
  func clearCache() { cache.removeAll() }

  /// Makes a running statement of this connection fail. The one call that any thread may make.
  func interrupt() { sqlite3_interrupt(handle) }

  /// Runs a statement with bound values and returns how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ values: [StoredValue] = []) throws -> Int {
    let statement = try prepare(sql)
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    while try statement.step() {}
    return Int(sqlite3_changes64(handle))
  }

  /// The first column of the first row, as an integer; nil where there is no row or it is NULL.
  func integer(_ sql: String, _ values: [StoredValue] = []) throws -> Int64? {
    let statement = try prepare(sql)
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    guard try statement.step(), !statement.isNull(at: 0) else { return nil }
    return statement.integer(at: 0)
  }

  /// How many rows the last INSERT, UPDATE or DELETE changed.
  var changes: Int { Int(sqlite3_changes64(handle)) }

  /// Whether a transaction has begun and not ended.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// How a transaction ends.
  enum Ending {
    case commit
    case rollback
  }

  /// Runs the body in a transaction that takes the write lock at once, ends it as the body says, and rolls back
  /// when it throws.
  func transaction<Result>(_ body: () throws -> (Result, Ending)) throws -> Result {
    try runCached("BEGIN IMMEDIATE")
    do {
      let (result, ending) = try body()
      try runCached(ending == .commit ? "COMMIT" : "ROLLBACK")
      return result
    } catch {
      // After some errors (a full disk) SQLite has rolled back by itself.
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Runs the body in a transaction that only reads: what it sees does not change while it runs.
  func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try runCached("BEGIN")
    do {
      let result = try body()
      try runCached("COMMIT")
      return result
    } catch {
      if isInTransaction { try? execute("ROLLBACK") }
      throw error
    }
  }
}
