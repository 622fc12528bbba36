import Foundation

/// A database file that its store has just created, until others use it.
///
/// It starts with a rollback journal. That makes an import into an empty file almost free: there are no old pages to save, and
/// each row is written once, where it stays. With a write-ahead log, rows would be written, read and written again. The log,
/// though, lets others read during a write. So it is turned on after the first import that writes, or before the first other
/// read or write. A read during that import gets an empty database in memory as a stand-in.
///
/// If the process dies before that, the journal rolls everything back when the file is opened next.
final class NewFile: @unchecked Sendable {
  private enum State {
    case untouched, importing, shared
  }

  /// Guards the properties below, and the connection while the writer is idle.
  private let lock = NSLock()
  private var state = State.untouched
  /// Released once the log is on, so that it can be closed.
  private var connection: Connection?
  /// SQLite's `data_version`: it changes when another connection writes.
  private var version: Int64?
  private var prepared: [InternalTable] = []
  /// Called after the store has turned the log on. SQLite counts that as a write by another process.
  private var logIsOn: (() -> Void)?
  /// How long to wait for another process that uses the file when the log is turned on, in milliseconds.
  private static let patience: Int64 = 100

  /// - Parameters:
  ///   - connection: the connection that writes, which created the file.
  ///   - logIsOn: called after the log has been turned on, while the connection is not in use.
  init(_ connection: Connection, logIsOn: @escaping () -> Void) throws {
    self.connection = connection
    self.logIsOn = logIsOn
    version = try connection.pragma("data_version")
    // Without a log, only `FULL` is safe against a power failure.
    try connection.execute("PRAGMA synchronous = FULL")
  }

  deinit { turnOnLog() }

  /// Called before an import. If it is the first use of the file, the log stays off; otherwise it is turned on.
  func beginImport() {
    lock.withLock {
      if state == .untouched, !haveOthersCome { state = .importing } else { turnOnLog() }
    }
  }

  /// Called after an import. If it has not written, the file counts as unused again.
  func endImport() {
    lock.withLock {
      guard state == .importing else { return }
      state = .untouched
      version = try? connection?.pragma("data_version")
    }
  }

  /// Called in the transaction of an import: if another process has written first, readers must see its rows.
  func noteIfOthersCame() {
    lock.withLock { if state == .importing, haveOthersCome { state = .shared } }
  }

  /// Creates tables of another target of the package in a file that is not used yet. The file stays unused.
  ///
  /// Called while the writer is idle.
  ///
  /// - Returns: `false` if the file is in use; nothing is done then.
  func prepare(_ tables: [InternalTable]) throws -> Bool {
    try lock.withLock {
      guard state == .untouched, let connection, !haveOthersCome else { return false }
      let all = InternalTables(registered: tables)
      if try !all.areCurrent(in: connection) {
        try connection.transaction { (try all.bringUpToDate(in: connection), .commit) }
      }
      prepared += tables.filter { table in !prepared.contains { $0.name == table.name } }
      return true
    }
  }

  /// The tables that ``prepare(_:)`` has created.
  var preparedTables: [InternalTable] { lock.withLock { prepared } }

  /// Whether a reader finds no row: only tables have been written, or the first import is still running.
  var isEmpty: Bool {
    lock.withLock {
      switch state {
      case .untouched: !haveOthersCome
      case .importing: true
      case .shared: false
      }
    }
  }

  /// Turns the log on if it is off. Called when the writer starts or ends its work.
  func share() { lock.withLock { turnOnLog() } }

  /// Whether the first import is running, so that a reader needs a stand-in.
  var isWithheld: Bool { lock.withLock { state == .importing } }

  /// Called before a reader is opened. Turns the log on, unless the first import is running.
  ///
  /// - Returns: `true` if the reader needs a stand-in.
  func withholdOrShare() -> Bool {
    lock.withLock {
      if state == .untouched { turnOnLog() }
      return state == .importing
    }
  }

  /// Releases the file, which is deleted or closed.
  func abandon() {
    lock.withLock {
      state = .shared
      connection = nil
      logIsOn = nil
    }
  }

  private var haveOthersCome: Bool {
    guard let connection else { return true }
    return (try? connection.pragma("data_version")) != version
  }

  private func turnOnLog() {
    state = .shared
    guard let connection else { return }
    let haveOthersCome = haveOthersCome
    do {
      try connection.withBusyTimeout(atMost: NewFile.patience) { try connection.turnOnLog() }
      try connection.execute("PRAGMA synchronous = NORMAL")
    } catch {
      // Another process uses the file; the writer's next use tries again.
      return
    }
    if !haveOthersCome { logIsOn?() }
    self.connection = nil
    logIsOn = nil
  }
}

extension Connection {
  /// Runs the body with a busy timeout of at most this many milliseconds.
  fileprivate func withBusyTimeout(atMost limit: Int64, _ body: () throws -> Void) throws {
    let usual = busyTimeout
    busyTimeout = min(usual, limit)
    defer { busyTimeout = usual }
    try body()
  }
}
