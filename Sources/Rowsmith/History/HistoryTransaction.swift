import Foundation
import RowsmithSchema

/// Gives all changes of a Rowsmith transaction the same token.
struct HistoryTransaction {
  let connection: Connection
  let history: Schema.History

  /// Call when the transaction has begun.
  func begin(_ origin: ChangeOrigin) throws {
    try connection.run(
      "UPDATE _rowsmith_history_state SET token = token + 1, open = 1, origin = ?1", [.text(origin.name)])
  }

  /// Sets the origin of the following writes. A failure is ignored: they keep the origin from before.
  func set(_ origin: ChangeOrigin) {
    _ = try? connection.run(
      "UPDATE _rowsmith_history_state SET origin = ?1 WHERE open = 1", [.text(origin.name)])
  }

  /// Call before the transaction is committed. If it changed nothing, its token is given back.
  func end() throws {
    let closed = "open = 0, origin = \(HistorySetup.external)"
    let noted =
      "SELECT 1 FROM _rowsmith_history WHERE token = (SELECT token FROM _rowsmith_history_state) LIMIT 1"
    if try connection.integer(noted) == nil {
      try connection.run("UPDATE _rowsmith_history_state SET \(closed), token = token - 1")
    } else {
      try connection.run("UPDATE _rowsmith_history_state SET \(closed)")
      if let seconds = history.keepSeconds { try trim(before: Date() - Double(seconds)) }
    }
  }

  /// Deletes the history of changes before a time, but not what the open transaction has changed.
  func trim(before date: Date) throws {
    let time = date.timeIntervalSince1970 * 1000
    let limit = time > -1e15 ? Int64(max(-1e15, min(1e15, time))) : 0
    let oldest = try connection.integer("SELECT at FROM _rowsmith_history ORDER BY token LIMIT 1")
    guard let oldest, oldest < limit else { return }
    let first = try connection.integer(
      "SELECT token FROM _rowsmith_history WHERE at >= ?1 ORDER BY token LIMIT 1", [.integer(limit)])
    // Not the token of an open transaction, which would be given back if nothing of it were left.
    let last =
      try connection.integer(
        "SELECT max(token) FROM _rowsmith_history "
          + "WHERE token <= (SELECT token - open FROM _rowsmith_history_state)") ?? 0
    let gone = first.map { $0 - 1 } ?? last
    try connection.run("DELETE FROM _rowsmith_history WHERE token <= ?1", [.integer(gone)])
    try connection.run("UPDATE _rowsmith_history_state SET gone = max(gone, ?1)", [.integer(gone)])
  }
}
