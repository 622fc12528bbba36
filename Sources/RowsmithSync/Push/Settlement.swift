import Rowsmith
import RowsmithClient
import RowsmithSchema

/// What to do with a row and its request once the result is known.
struct Settlement: Sendable {
  /// The result of a request.
  enum End: Sendable {
    /// The server has carried it out.
    case taken(version: String?, modified: Int64?)
    /// The server has another version, which is merged; remaining changes are sent in a new request.
    case conflict
    /// The server has refused it; it is set aside.
    case refused(SyncError)
    /// It was not carried out; a new request is made next time.
    case notSent
    /// The result is unknown; the same request is sent again.
    case waits(SyncError?)
    /// It was not carried out this time, and may have been before; the same request is sent again.
    case delayed(SyncError)
  }

  var item: OutboxItem
  var end: End
  /// The server's current record, to be merged.
  var record: SyncRecord?
  /// Whether a request that is set aside was not refused: the server has failed at it, as it does while it is down.
  var isFailure = false
  /// The server's time of the answer, as far as known, in milliseconds since 1970.
  var now: Int64

  /// After how many seconds a row is sent again at which the server has failed.
  static let pauseOfFailures: Double = 3600

  var isTaken: Bool { if case .taken = end { true } else { false } }
  var isConflict: Bool { if case .conflict = end { true } else { false } }

  private var table: SyncedTable { item.table }

  /// Applies the result. Called with tracking off, before the record is merged.
  func carryOut(_ rules: MergeRules, _ db: WriteTransaction) throws {
    switch end {
    case .taken(let version, let modified):
      try db.remove(item)
      if item.request.kind == .delete {
        try noteDeleted(version, modified, db)
      } else {
        try noteTaken(version, modified, rules, db)
      }
    case .conflict:
      try db.remove(item)
      // For a repeated request, the sent values stay recorded: the server may have them from there.
      if item.request.attempts == 1 { try takeBack(db) }
    case .refused(let error):
      // A repeated request may have been carried out before.
      if item.request.attempts == 1 { try takeBack(db) } else { try noteLinkMadeAgain(db) }
      if rules.defects.contains(.dropsRefused) {
        try db.remove(item)
        try db.forgetChanges(of: item.key, in: table)
      } else {
        let end = Double(now) / 1000 + Settlement.pauseOfFailures
        try db.setAside(item, error, until: isFailure ? end : 0)
        // If the server has got the change in another way, the request need not be kept.
        try db.run(
          """
          DELETE FROM _rowsmith_queue WHERE id = ?1 AND NOT EXISTS
          (SELECT 1 FROM _rowsmith_sync_unsent WHERE entity = ?2 AND key = ?3)
          """, [.integer(item.id), .text(table.name), item.key])
      }
    case .notSent:
      try db.remove(item)
      try takeBack(db)
    case .waits(let error): if let error { try db.postpone(item, error) }
    case .delayed(let error):
      try db.postpone(item, error)
      // After some attempts a request is set aside: a time without a connection must not use them up.
      try db.forgetAttempt(of: item)
    }
  }

  /// Applies the rest, after the record is merged.
  func finish(_ db: WriteTransaction) throws {
    if isTaken, !table.isLinks { try db.noteAnswered(of: item.key, in: table) }
    guard isConflict else { return }
    try db.forgetSent(of: item.key, in: table)
  }

  /// Whether this is the stored answer to a repeated request, older than what has been pulled since.
  private func isStale(_ version: String?, _ modified: Int64?, _ db: ReadTransaction) throws -> Bool {
    guard item.request.attempts > 1, let copy = try db.serverCopy(item.key, in: table) else { return false }
    if copy.state == .deleted { return true }
    if let known = copy.version.flatMap(Int64.init), let new = version.flatMap(Int64.init) {
      return known > new
    }
    if let known = copy.modified, let new = modified { return known > new }
    return false
  }

  /// Records that the server has the sent values: what was not changed since is no longer unsent.
  private func noteTaken(_ version: String?, _ modified: Int64?, _ rules: MergeRules, _ db: WriteTransaction)
    throws
  {
    if try isStale(version, modified, db), !rules.defects.contains(.clearsDirty) {
      // What has been merged since stays, and its unsent part is sent in a new request.
      try db.forgetSent(of: item.key, in: table)
      return
    }
    if rules.defects.contains(.clearsDirty) {
      try db.forgetChanges(of: item.key, in: table)
    } else {
      let values = try db.values(of: item.key, in: table)
      for (name, change) in try db.changes(of: item.key, in: table) {
        guard let sent = change.sent else { continue }
        if item.request.kind == .change {
          if sent != change.base {
            try noteTakenWrite(of: name, sent, base: change.base, version, modified, db)
          } else {
            // A row that took the place of another one does not have what that had sent.
            try db.forgetTakenWrites(of: item.key, named: name, but: sent, in: table)
          }
        }
        if values?[name] == sent {
          try db.forgetChange(name, of: item.key, in: table)
        } else {
          // It was changed since: the server has the sent value.
          try db.run(
            """
            UPDATE _rowsmith_sync_values SET base = sent, sent = NULL, has_left = 0 WHERE entity = ?1 AND key = ?2 AND name = ?3
            """, [.text(table.name), item.key, .text(name)])
        }
      }
      if item.request.kind == .create {
        try noteTakenWrite(of: "", .null, base: .null, version, modified, db)
      }
      try db.run(
        "UPDATE _rowsmith_sync_unsent SET kind = 2 WHERE entity = ? AND key = ? AND kind = 1",
        [.text(table.name), item.key])
      try db.tidy(item.key, in: table)
    }
    // If a record is to be merged, the merge records its version.
    let isMerged = record != nil
    let copy = isMerged ? try db.serverCopy(item.key, in: table) : nil
    try db.noteServerCopy(
      ServerCopy(
        version: isMerged ? copy?.version : version, modified: isMerged ? copy?.modified : modified,
        state: .there),
      of: item.key, in: table)
  }

  /// Records an accepted value that the server must have from now on.
  ///
  /// - Parameter name: the column or list; empty for the whole record.
  private func noteTakenWrite(
    of name: String, _ mine: StoredValue, base: StoredValue, _ version: String?, _ modified: Int64?,
    _ db: WriteTransaction
  ) throws {
    // A link has no values.
    if table.isLinks { return }
    let taken = TakenWrite(name: name, mine: mine, base: base, version: version, at: modified ?? now)
    try db.note(taken, of: item.key, in: table)
  }

  /// Records that the server has deleted the record.
  private func noteDeleted(_ version: String?, _ modified: Int64?, _ db: WriteTransaction) throws {
    try db.noteServerCopy(
      ServerCopy(version: version, modified: modified, state: .deleted), of: item.key, in: table)
    let isThere = try db.hasRow(item.key, in: table)
    if table.isLinks, try db.takeOtherID(of: item.key, in: table) {
      // Its other record is deleted next, unless it was linked again meanwhile.
      if isThere { try db.forgetChanges(of: item.key, in: table) }
      return
    }
    try db.forgetTakenWrites(of: item.key, in: table)
    let changedAt = try db.localRow(item.key, in: table)?.at ?? item.changedAt
    try db.forgetChanges(of: item.key, in: table)
    // It was created again while its deletion was under way.
    if isThere { try db.noteKind(.made, of: item.key, in: table, at: changedAt) }
    try db.closeConflicts(of: item.key, in: table, winner: .mine)
  }

  /// Records a link as unsent that was deleted and made again after its creation was sent: it counted as one of the server's.
  private func noteLinkMadeAgain(_ db: WriteTransaction) throws {
    guard table.isLinks, item.request.kind == .create, try db.localRow(item.key, in: table) == nil,
      try db.hasRow(item.key, in: table), try db.serverCopy(item.key, in: table)?.state == .making
    else { return }
    try db.noteKind(.made, of: item.key, in: table, at: item.changedAt)
  }

  /// Records that nothing was sent after all.
  private func takeBack(_ db: WriteTransaction) throws {
    let isMaking = try db.serverCopy(item.key, in: table)?.state == .making
    let isThere = try db.hasRow(item.key, in: table)
    // Of a record that a request before may have made, a deletion that was not sent stays.
    if isMaking, isThere || item.request.kind != .delete {
      try db.forgetServerCopy(of: item.key, in: table)
      try db.run(
        "DELETE FROM _rowsmith_sync_values WHERE entity = ? AND key = ?", [.text(table.name), item.key])
      if isThere {
        // If it was made again meanwhile, it does not count as new: it was noted as what the server may have.
        try db.noteKind(.made, of: item.key, in: table, at: item.changedAt)
      } else {
        // It was deleted meanwhile, and the server never had it.
        try db.forgetChanges(of: item.key, in: table)
      }
    } else if try db.localRow(item.key, in: table)?.kind == .made {
      // It was sent as a whole, without the server's values. A later deletion notes those of the row.
      try db.run(
        "DELETE FROM _rowsmith_sync_values WHERE entity = ? AND key = ?", [.text(table.name), item.key])
    } else {
      try db.forgetSent(of: item.key, in: table)
    }
  }
}
