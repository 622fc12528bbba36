import Foundation

/// A database file that its store has just made, until anybody else wants it.
///
/// It begins with a rollback journal, which costs an import into an empty file next to nothing: there are no pages yet
/// that would have to be kept, and rows are written where they stay. In a write-ahead log they would be written, read
/// and written once more. The log, with which others read while something is written, is turned on when the first
/// import has written something, or before the first read or write of another kind. Who reads during that import sees the
/// database as it was before, without a row: a stand-in in memory shows that.
///
/// A process that dies in between leaves a journal, with which whoever opens the file next takes everything back.
final class NewFile: @unchecked Sendable {
  private enum State {
    case untouched, importing, shared
  }

  /// Guards `state`, and the connection while nothing is imported.
  private let lock = NSLock()
  private var state = State.untouched
  /// Let go of when the file is shared, so that it can be closed.
  private var connection: Connection?
  /// Called when the store has turned the log on, which to SQLite is a write like that of another process.
  private var logIsOn: (() -> Void)?

  /// - Parameters:
  ///   - connection: the one that writes, which made the file.
  ///   - logIsOn: called when this has turned the log on, while nobody uses the connection.
  init(_ connection: Connection, logIsOn: @escaping () -> Void) throws {
    self.connection = connection
    self.logIsOn = logIsOn
    // Without a log, only this never damages a file when power fails.
    try connection.execute("PRAGMA synchronous = FULL")
  }

  deinit { share() }

  /// Notes that the first import is about to begin, where nobody has used the file.
  func beginImport() {
    lock.withLock { if state == .untouched { state = .importing } }
  }

  /// Notes that an import has ended and the file is as it was.
  func endImport() {
    lock.withLock { if state == .importing { state = .untouched } }
  }

  /// Called inside the transaction of the import: where another process has opened the file, it has the log already.
  func noteIfOthersCame() throws {
    try lock.withLock {
      guard state == .importing, let connection else { return }
      if try connection.hasLog() == false { return }
      letGo()
    }
  }

  /// Turns the log on, where it is not. Called by the thread that imports, or while nobody does.
  func share() {
    lock.withLock { if state != .shared { turnOnLog() } }
  }

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

  private func turnOnLog() {
    guard let connection else { return }
    let hadLog = (try? connection.hasLog()) ?? true
    // Where another process is just looking at the file, it stays without a log until it is opened again.
    try? connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    if !hadLog { logIsOn?() }
    letGo()
  }

  private func letGo() {
    state = .shared
    connection = nil
    logIsOn = nil
  }
}

extension Connection {
  /// Whether the database has a write-ahead log.
  fileprivate func hasLog() throws -> Bool {
    // Looks at the file: another process may have turned it on.
    _ = try integer("SELECT 1 FROM sqlite_master LIMIT 1")
    let mode = try prepare("PRAGMA journal_mode")
    return try mode.step() && mode.text(at: 0) == "wal"
  }
}
