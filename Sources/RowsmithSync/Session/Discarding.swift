import Foundation
import Rowsmith
import RowsmithClient
import RowsmithSchema

/// Discards local changes of a row. Called with tracking off.
struct Discarding {
  let table: SyncedTable
  let model: SyncModel

  /// Discards the changes of several rows. Those that are here again are put back into lists of others at once: a list is
  /// written as a whole.
  func carryOut(_ keys: [StoredValue], _ db: WriteTransaction) throws {
    let again = try keys.filter { try carryOut($0, db) }
    if !again.isEmpty { try db.listAgain(again, of: table, model) }
  }

  /// - Returns: whether the row, of an entity, was deleted and is here again.
  private func carryOut(_ key: StoredValue, _ db: WriteTransaction) throws -> Bool {
    let underway = try db.rows(
      "SELECT 1 FROM _rowsmith_queue WHERE lane = 'sync' AND state = 'sending' AND entity = ? AND key = ?",
      [.text(table.name), key])
    guard underway.isEmpty else {
      throw SyncError(
        .busy, "a request of the record is in progress; it can be discarded after the next sync"
      )
    }
    guard let local = try db.localRow(key, in: table) else {
      try forgetRequests(of: key, db)
      return false
    }
    var isAgain = false
    switch local.kind {
    case .made where try db.serverCopy(key, in: table)?.isThere == true:
      // The row has replaced one that the server has, whose values are not known here.
      try readAgain(key, db)
    case .made:
      try db.deleteRow(key, in: table)
      try discardLinks(of: key, db)
    case .changed where try db.serverCopy(key, in: table)?.state == .deleted:
      // The server's last state: the conflict of the deletion was open.
      try db.deleteRow(key, in: table)
      try discardLinks(of: key, db)
    case .changed: try takeBack(local, db)
    case .deleted: isAgain = try makeAgain(local, db)
    }
    try db.forgetChanges(of: key, in: table)
    try forgetRequests(of: key, db)
    try db.closeConflicts(of: key, in: table, winner: .theirs)
    return isAgain
  }

  /// Gives a changed row the server's last values. A unique one that another changed row has meanwhile is taken from that: the
  /// server has it in this row.
  private func takeBack(_ local: LocalRow, _ db: WriteTransaction) throws {
    var local = local
    var bases = local.changes.mapValues(\.base)
    for (name, base) in bases { bases[name] = table.filled(base, of: name) }
    local.kept = try db.set(bases, of: local.key, in: table, ignoring: true)
    if local.kept.isEmpty { return }
    let late = try db.makeRoom(for: local, in: table, page: [:])
    let kept = local.kept
    let rest = try db.set(bases.filter { kept.contains($0.key) }, of: local.key, in: table, ignoring: true)
    if let name = rest.sorted().first {
      if bases[name] == StoredValue.null {
        throw SyncError(
          .refused,
          "the server has no value for '\(name)', which the model requires; give the record the right one "
            + "instead of discarding its changes")
      }
      throw SyncError(
        .refused,
        "another record here has the value that '\(name)' had at the server; give that one another value first, or "
          + "discard its changes")
    }
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    _ = try RowMerge(rules: MergeRules(plan: model.plan), table: table, now: now).settle(late, db)
  }

  private func forgetRequests(of key: StoredValue, _ db: WriteTransaction) throws {
    try db.run(
      "DELETE FROM _rowsmith_queue WHERE lane = 'sync' AND entity = ? AND key = ?", [.text(table.name), key])
  }

  /// Discards the new links from and to a record that the server does not have.
  func discardLinks(of key: StoredValue, _ db: WriteTransaction) throws {
    for (links, place) in model.links(with: table) {
      for link in try db.links(.made, of: [key], at: place, in: links) {
        try Discarding(table: links, model: model).carryOut([link], db)
      }
    }
  }

  /// Inserts a deleted row again, with its former values. Unsent columns stay empty; the rest comes with the next sync, as does
  /// the whole row if one of them is required.
  ///
  /// - Returns: whether it is a row of an entity, and is here now.
  private func makeAgain(_ local: LocalRow, _ db: WriteTransaction) throws -> Bool {
    if table.isLinks {
      let places = table.keys.map { _ in "?" }.joined(separator: ", ")
      try db.run(
        "INSERT INTO \(DDL.quoted(table.name)) (\(DDL.list(table.keys))) VALUES (\(places)) ON CONFLICT DO NOTHING",
        KeyCoding.decode(local.key, count: table.keys.count))
      return false
    }
    let columns = table.columns.filter { local.changes[$0.name] != nil }
    let stored = try columns.flatMap { column in
      try column.values(of: table.filled(local.changes[column.name]?.base ?? .null, of: column.name))
    }
    let places = Array(repeating: "?", count: stored.count + 1).joined(separator: ", ")
    try db.run(
      "INSERT OR IGNORE INTO \(DDL.quoted(table.name)) (\(DDL.list(table.keys + columns.flatMap(\.names)))) "
        + "VALUES (\(places))", [local.key] + stored)
    let isThere = try db.hasRow(local.key, in: table)
    if isThere {
      try db.set(
        local.changes.filter { name, _ in table.lists.contains { $0.name == name } }.mapValues(\.base),
        of: local.key, in: table)
    }
    try putLinksBack(of: local.key, isThere, db)
    // For values that are not known here.
    try readAgain(local.key, db)
    return isThere
  }

  /// Restores one of the links that were deleted with the record; one of a record that is not here yet comes after it.
  private func putBack(_ link: StoredValue, _ isThere: Bool, _ db: WriteTransaction) throws {
    if isThere { return try carryOut([link], db) }
    try db.forgetChanges(of: link, in: table)
    try readAgain(link, db)
  }

  /// Makes the next sync read the server's record.
  private func readAgain(_ key: StoredValue, _ db: WriteTransaction) throws {
    try db.run(
      "UPDATE _rowsmith_sync_rows SET version = NULL, modified = -1 WHERE entity = ? AND key = ?",
      [.text(table.name), key])
  }

  /// Restores the links that were deleted with the record, also those in lists of others.
  func putLinksBack(of key: StoredValue, _ db: WriteTransaction) throws {
    let isThere = try db.hasRow(key, in: table)
    if isThere { try db.listAgain([key], of: table, model) }
    try putLinksBack(of: key, isThere, db)
  }

  private func putLinksBack(of key: StoredValue, _ isThere: Bool, _ db: WriteTransaction) throws {
    for (links, place) in model.links(with: table) {
      for link in try db.links(.deleted, of: [key], at: place, in: links) {
        // It goes with the record at its other end, if that is deleted, too.
        if try db.isEndDeleted(of: link, at: 1 - place, in: links, model) { continue }
        try Discarding(table: links, model: model).putBack(link, isThere, db)
      }
    }
  }
}
