import Foundation

/// A database file that its store has just made, until somebody else uses it.
///
/// It begins with a rollback journal. For an import into an empty file that costs next to nothing: there are no old pages to
/// keep, and rows are written where they stay. With a write-ahead log they would be written, read and written again. The
/// log lets others read during a write. It is turned on when the first import has written something, or before the first
/// read or write of another kind. A read during that import sees the database without a row, from a stand-in in memory.
///
/// If the process dies before that, the journal rolls everything back when the file is opened next.
final class NewFile: @unchecked Sendable {
  private enum State {
    case untouched, importing, shared
  }

  /// Guards what follows, and the connection while the writer does nothing.
  private let lock = NSLock()
  private var state = State.untouched
  /// Let go of when the log is on, so that it can be closed.
  private var connection: Connection?
  /// What SQLite says as long as no other connection has written.
  private var version: Int64?
  private var prepared: [InternalTable] = []
  /// Called when the store has turned the log on, which to SQLite is a write like that of another process.
  private var logIsOn: (() -> Void)?
  /// How long another process is waited for that is looking at the file while the log is turned on.
  private static let patience: Int64 = 100

  /// - Parameters:
  ///   - connection: the one that writes, which made the file.
  ///   - logIsOn: called when this has turned the log on, while nobody uses the connection.
  init(_ connection: Connection, logIsOn: @escaping () -> Void) throws {
    self.connection = connection
    self.logIsOn = logIsOn
    version = try connection.pragma("data_version")
    // Without a log, no weaker setting is safe when power fails.
    try connection.execute("PRAGMA synchronous = FULL")
  }

  deinit { turnOnLog() }

  /// Notes that an import is about to begin: the first one, where nobody has used the file.
  func beginImport() {
    lock.withLock {
      if state == .untouched, !haveOthersCome { state = .importing } else { turnOnLog() }
    }
  }

  /// Notes that an import has ended, where it has not written anything.
  func endImport() {
    lock.withLock {
      guard state == .importing else { return }
      state = .untouched
      version = try? connection?.pragma("data_version")
    }
  }

  /// Called inside the transaction of an import: where another process has come first, its rows are to be seen.
  func noteIfOthersCame() {
    lock.withLock { if state == .importing, haveOthersCome { state = .shared } }
  }

  /// Makes tables that another target of the package keeps, as long as nobody has used the file, which stays so.
  ///
  /// Called when the writer does nothing else.
  ///
  /// - Returns: false where somebody has: nothing is done then.
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

  /// The tables that were made so.
  var preparedTables: [InternalTable] { lock.withLock { prepared } }

  /// Whether nothing has been written but tables, or an import is what is writing: whoever reads finds no row.
  var isEmpty: Bool {
    lock.withLock {
      switch state {
      case .untouched: !haveOthersCome
      case .importing: true
      case .shared: false
      }
    }
  }

  /// Turns the log on, where it is not. Called when the writer begins or ends to do something.
  func share() { lock.withLock { turnOnLog() } }

  /// Whether the file is being filled, so that a reader has to make do with a stand-in.
  var isWithheld: Bool { lock.withLock { state == .importing } }

  /// Prepares for a reader.
  ///
  /// - Returns: whether it has to make do with a stand-in.
  func withholdOrShare() -> Bool {
    lock.withLock {
      if state == .untouched { turnOnLog() }
      return state == .importing
    }
  }

  /// Releases the file, which is deleted.
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
      // Another process is looking at the file: this is tried again when the writer is wanted next.
      return
    }
    if !haveOthersCome { logIsOn?() }
    self.connection = nil
    logIsOn = nil
  }
}

extension Connection {
  /// Runs the body, in which other processes are not waited for longer than this, in milliseconds.
  fileprivate func withBusyTimeout(atMost limit: Int64, _ body: () throws -> Void) throws {
    let usual = busyTimeout
    busyTimeout = min(usual, limit)
    defer { busyTimeout = usual }
    try body()
  }
}
