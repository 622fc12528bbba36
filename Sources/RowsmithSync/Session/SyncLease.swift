import Foundation
import Rowsmith
import RowsmithSchema
import RowsmithClient

/// Sees to it that one session at a time synchronises a file. It is kept in the file, with a heartbeat: whose process is gone,
/// or has been silent for half a minute, has lost it.
struct SyncLease: Sendable {
  /// For how long it is theirs who were heard last, in milliseconds.
  static let duration: Int64 = 30_000

  let owner = QueueOwner()
  let clock: ClientClock

  private var now: Int64 { Int64(clock.now() * 1000) }

  /// Takes it.
  ///
  /// - Throws: ``SyncError`` with ``SyncError/Reason/busy`` where somebody else has it.
  func take(in db: WriteTransaction) throws {
    let rows = try db.rows(
      "SELECT name, value FROM _rowsmith_sync_state WHERE name IN ('owner', 'heartbeat')")
    let values = Dictionary(
      rows.compactMap { row in row.text("name").map { ($0, row["value"] ?? .null) } },
      uniquingKeysWith: { first, _ in first })
    if case .text(let other)? = values["owner"], other != owner.name, !QueueOwner.isGone(other),
      case .integer(let heard)? = values["heartbeat"], abs(now - heard) < SyncLease.duration
    {
      throw SyncError(
        .busy,
        "another sync of this file is under way (process \(other.prefix { $0 != " " })); this one can begin when that has ended"
      )
    }
    try write(in: db)
  }

  /// Goes on having it.
  ///
  /// - Throws: ``SyncError`` with ``SyncError/Reason/busy`` where somebody else has taken it meanwhile.
  func keep(in db: WriteTransaction) throws {
    let found = try db.rows("SELECT value FROM _rowsmith_sync_state WHERE name = 'owner'").first?.values.first
    guard found == .text(owner.name) else {
      throw SyncError(
        .busy, "another sync has taken this file over, as this one was not heard of for too long")
    }
    try write(in: db)
  }

  /// Gives it back.
  func release(in db: WriteTransaction) throws {
    try db.run(
      "DELETE FROM _rowsmith_sync_state WHERE name IN ('owner', 'heartbeat') AND EXISTS "
        + "(SELECT 1 FROM _rowsmith_sync_state WHERE name = 'owner' AND value = ?)", [.text(owner.name)])
  }

  private func write(in db: WriteTransaction) throws {
    for (name, value) in [("owner", StoredValue.text(owner.name)), ("heartbeat", .integer(now))] {
      try db.run(
        "INSERT INTO _rowsmith_sync_state (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = excluded.value "
          + "WHERE value IS NOT excluded.value", [.text(name), value])
    }
  }
}
