import Foundation
import Rowsmith
import RowsmithSchema
import RowsmithClient

/// Ensures that only one session synchronises a file at a time. The lease is stored in the file, with a heartbeat. It is lost if
/// its process has ended, or has been silent for half a minute, or if its sync has ended without releasing it.
struct SyncLease: Sendable {
  /// How long the lease is valid after a heartbeat, in milliseconds.
  static let duration: Int64 = 30_000

  let owner = QueueOwner()
  let clock: ClientClock

  private var now: Int64 { Int64(clock.now() * 1000) }

  /// Takes the lease.
  ///
  /// - Throws: ``SyncError`` with ``SyncError/Reason/busy`` if another session has it.
  func take(in db: WriteTransaction) throws {
    let rows = try db.rows(
      "SELECT name, value FROM _rowsmith_sync_state WHERE name IN ('owner', 'heartbeat')")
    let values = Dictionary(
      rows.compactMap { row in row.text("name").map { ($0, row["value"] ?? .null) } },
      uniquingKeysWith: { first, _ in first })
    if case .text(let other)? = values["owner"], other != owner.name, !QueueOwner.isGone(other),
      !QueueOwner.isIdle(other), case .integer(let heard)? = values["heartbeat"],
      abs(now - heard) < SyncLease.duration
    {
      throw SyncError(
        .busy,
        "another sync of this file is running (process \(other.prefix { $0 != " " })); try again when it has ended"
      )
    }
    try write(in: db)
  }

  /// Renews the lease.
  ///
  /// - Throws: ``SyncError`` with ``SyncError/Reason/busy`` if another session has taken it meanwhile.
  func keep(in db: WriteTransaction) throws {
    let found = try db.rows("SELECT value FROM _rowsmith_sync_state WHERE name = 'owner'").first?.values.first
    guard found == .text(owner.name) else {
      throw SyncError(
        .busy, "another sync has taken over this file, as this one was silent for too long")
    }
    try write(in: db)
  }

  /// Releases the lease.
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
