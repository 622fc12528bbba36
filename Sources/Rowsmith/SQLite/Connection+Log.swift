import Foundation

extension Connection {
  /// Turns the write-ahead log on. Waits for other users of the file, as SQLite's busy handler does not run here.
  ///
  /// - Parameter hasRead: whether this connection has read from the file. If it has with the log on, the log stays on.
  func turnOnLog(hasRead: Bool = false) throws {
    if hasRead, try hasLog { return }
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(busyTimeout)
    var pause: UInt32 = 500
    while true {
      do {
        try execute("PRAGMA journal_mode = WAL")
        // Only a connection that has read with the log holds it on; until then another one may turn it off.
        _ = try integer("SELECT 1 FROM sqlite_master LIMIT 1")
        return
      } catch let error as StoreError
        where error.reason == .busy && clock.now < deadline
        && busyWait.isStopped?() != true
      {
        usleep(pause)
        pause = min(pause * 2, 20_000)
      }
    }
  }

  /// Whether the write-ahead log is on.
  var hasLog: Bool {
    get throws {
      let mode = try prepare("PRAGMA journal_mode")
      return try mode.step() && mode.text(at: 0) == "wal"
    }
  }
}
