import Rowsmith
import RowsmithAPI
import RowsmithClient

/// Finds writes that the server accepted and then lost: another client overwrote them without knowing them. Called with tracking
/// off.
struct LostWrites {
  let rules: MergeRules
  let table: SyncedTable
  /// Whether versions are ordered, so that the newer of two is known.
  let hasOrderedVersions: Bool
  /// The server's time, for the log of conflicts.
  let now: Int64
  /// The local time, for changes that are sent again.
  let localNow: Int64

  /// A write that was lost.
  struct Loss: Sendable {
    var taken: TakenWrite
    var theirs: StoredValue
  }

  /// The accepted writes to a row that a pulled record has lost. A value that another client changed later is no longer watched.
  ///
  /// - Parameters:
  ///   - theirs: the values of the record.
  ///   - local: the row as it was here before the record was applied, if it had unsent changes.
  func find(
    _ record: SyncRecord, _ key: StoredValue, _ theirs: [String: StoredValue], _ local: LocalRow?,
    _ db: WriteTransaction
  ) throws -> [Loss] {
    var losses: [Loss] = []
    for taken in try db.takenWrites(of: key, in: table) {
      // It was lost before and is about to be sent again, so its absence is expected.
      if taken.isAgain, let local, local.changes[taken.name] != nil, local.values[taken.name] == taken.mine {
        continue
      }
      guard let there = theirs[taken.name], !db.isSame(there, taken.mine, taken.name, in: table) else {
        continue
      }
      // A later local change takes precedence, as in any merge. One back to what was taken, and not sent, is none.
      let isChanged = local?.changes[taken.name].map { change in
        change.sent != nil || local?.values[taken.name] != change.base
          || !db.isSame(change.base, taken.mine, taken.name, in: table)
      }
      if isChanged != true, isLost(taken, record, there) {
        losses.append(Loss(taken: taken, theirs: there))
      } else {
        try db.forgetTakenWrites(of: key, named: taken.name, in: table)
      }
    }
    return losses
  }

  /// Whether a write was lost. A client that knew the write has made a later version. A record of about the same time that
  /// restores the former value was written without knowing it.
  private func isLost(_ taken: TakenWrite, _ record: SyncRecord, _ there: StoredValue) -> Bool {
    if let version = record.version, let known = taken.version {
      // The version that the server reported for the write, or an earlier one.
      if version == known { return true }
      if hasOrderedVersions, let new = Int64(version), let old = Int64(known), new < old { return true }
    }
    guard let modified = record.modified, modified <= taken.at + TakenWrite.window else { return false }
    // Under `lastWriter`, a later change restores all changes of the other side, knowingly.
    if rules.rowPolicy(table) == .lastWriter { return false }
    let isList = table.columns.first { $0.name == taken.name }?.isList ?? true
    if isList {
      let sides = ThreeWay(base: taken.base, mine: taken.mine, theirs: there, later: .theirs)
      return sides.merged(.union, isList: true).value != there
    }
    return there == taken.base
  }

  /// Sends lost writes again, if the policy says so and it has not been done before. Logs them in any case.
  ///
  /// - Returns: how many conflicts were logged.
  func settle(_ losses: [Loss], of key: StoredValue, _ db: WriteTransaction) throws -> Int {
    // First of which entity the record is, which may be set again: that decides which values it has.
    let kind = table.columns.first(where: \.isKind)?.name
    var entity = try kind.flatMap { try db.values(of: key, in: table)?[$0] }
    let order = losses.filter { $0.taken.name == kind } + losses.filter { $0.taken.name != kind }
    let familyValues = table.familyValues
    var isEntitySet = false
    for loss in order {
      let taken = loss.taken
      let value = value(of: loss)
      // With the entity that was set again goes what that does not have, whatever the policy of it is.
      let its = familyValues.first { $0.name == taken.name }
      let isGone = isEntitySet && its.map { !$0.isOf(entity) && $0.isNone(taken.mine) } ?? false
      let winner = isGone ? .mine : winner(of: loss, entity)
      var entry = ConflictEntry(
        key: key, name: taken.name, kind: .edit, base: taken.base, mine: taken.mine, theirs: loss.theirs,
        policy: LostWrites.policy, winner: winner)
      if winner == .theirs {
        try db.forgetTakenWrites(of: key, named: taken.name, in: table)
      } else if try !db.set([taken.name: value], of: key, in: table, ignoring: true).isEmpty {
        (entry.policy, entry.winner) = (LateValue.policy, .theirs)
        try db.forgetTakenWrites(of: key, named: taken.name, in: table)
      } else {
        if taken.name == kind {
          entity = value
          isEntitySet = winner == .mine
        }
        if value != taken.mine { entry.winner = .both }
        try db.noteChange(taken.name, base: loss.theirs, at: localNow, of: key, in: table)
        if try db.localRow(key, in: table) == nil {
          try db.noteKind(.changed, of: key, in: table, at: localNow)
        }
        try db.noteAgain(taken, of: key, in: table)
      }
      try db.note(entry, in: table, at: now)
    }
    return try losses.count + (isEntitySet ? clear(entity, of: key, db) : 0)
  }

  /// Removes what another client has set of values that a record does not have, now that it is of its entity again: nobody
  /// could read them, and a unique one would keep others from having it.
  ///
  /// - Returns: how many there were. They are logged.
  private func clear(_ entity: StoredValue?, of key: StoredValue, _ db: WriteTransaction) throws -> Int {
    let row = try db.values(of: key, in: table) ?? [:]
    let changes = try db.changes(of: key, in: table)
    let left = table.familyValues.filter { !$0.isOf(entity) && !$0.isNone(row[$0.name] ?? .null) }
    for value in left {
      let theirs = row[value.name] ?? .null
      let base = changes[value.name]?.base ?? theirs
      try db.set([value.name: value.none], of: key, in: table)
      try db.noteChange(value.name, base: base, at: localNow, of: key, in: table)
      let entry = ConflictEntry(
        key: key, name: value.name, kind: .edit, base: .null, mine: value.none, theirs: theirs,
        policy: LostWrites.policy, winner: .mine)
      try db.note(entry, in: table, at: now)
    }
    return left.count
  }

  /// The policy in the log of conflicts.
  static let policy = "lostWrite"

  private func member(_ name: String) -> SyncedTable.Column? { table.columns.first { $0.name == name } }

  /// - Parameter entity: that of the record. Another client may have made it one without the value.
  private func winner(of loss: Loss, _ entity: StoredValue?) -> ThreeWay.Winner {
    if loss.taken.isAgain { return .theirs }
    if let value = table.familyValues.first(where: { $0.name == loss.taken.name }), !value.isOf(entity),
      !value.isNone(loss.taken.mine)
    {
      return .theirs
    }
    return switch rules.policy(of: member(loss.taken.name)?.member ?? loss.taken.name, in: table) {
    case .fieldMerge, .clientWins, .union: .mine
    case .manual: .open
    case .serverWins, .lastWriter: .theirs
    }
  }

  /// The value to send again; for a list under `union`, the items of both sides.
  private func value(of loss: Loss) -> StoredValue {
    let sides = ThreeWay(
      base: loss.taken.base, mine: loss.taken.mine, theirs: loss.theirs, later: .mine)
    let policy = rules.policy(of: member(loss.taken.name)?.member ?? loss.taken.name, in: table)
    guard policy == .union, sides.base != sides.theirs else { return loss.taken.mine }
    return sides.merged(.union, isList: member(loss.taken.name)?.isList ?? true).value
  }

  /// Logs a record that the server said it had created or changed, and that has gone without a tombstone.
  func noteGone(_ key: StoredValue, _ db: WriteTransaction) throws {
    guard let values = try db.values(of: key, in: table) else { return }
    let row = LocalRow(key: key, kind: .changed, at: now, changes: [:], values: values)
    try db.note(
      ConflictEntry(
        key: key, kind: .delete, base: .null, mine: .text(row.text), theirs: .null,
        policy: LostWrites.policy, winner: .theirs), in: table, at: now)
    try db.forgetTakenWrites(of: key, in: table)
  }
}
