import Foundation
import Rowsmith
import RowsmithClient
import RowsmithSchema

/// Applies a decision about a conflict.
struct Resolving {
  let table: SyncedTable
  let model: SyncModel
  let importModel: ImportModel?

  func carryOut(_ conflict: SyncConflict, _ resolution: ConflictResolution, _ db: WriteTransaction) throws {
    let winner: SyncConflict.Winner =
      switch resolution {
      case .mine: .mine
      case .theirs: .theirs
      case .value: .both
      }
    for one in try together(conflict, resolution, db) {
      if let name = one.member {
        try decide(name, one, resolution, db)
      } else {
        try decideDeletion(one, resolution, db)
      }
      try db.run(
        "UPDATE _rowsmith_conflicts SET winner = ? WHERE id = ?",
        [.text(winner.rawValue), .integer(one.id)])
    }
    // A change that was refused before may be sent after this decision.
    try db.run(
      "DELETE FROM _rowsmith_queue WHERE lane = 'sync' AND state = 'refused' AND entity = ? AND key = ?",
      [.text(table.name), conflict.key])
  }

  /// A conflict, with those of the other parts of its value: one that is undecided as a whole goes to one side as a whole.
  private func together(
    _ conflict: SyncConflict, _ resolution: ConflictResolution, _ db: ReadTransaction
  ) throws -> [SyncConflict] {
    if case .value = resolution { return [conflict] }
    guard conflict.isOpen, let name = conflict.member,
      let names = table.parts.first(where: { $0.contains(name) }),
      MergeRules(plan: model.plan).isDecidedAsAWhole(names, in: table)
    else { return [conflict] }
    let open = try SyncConflicts(table: table.name, key: conflict.key, isOpenOnly: true).fetch(db)
    return open.filter { $0.member.map(names.contains) ?? false }
  }

  // MARK: One value

  private func decide(
    _ name: String, _ conflict: SyncConflict, _ resolution: ConflictResolution, _ db: WriteTransaction
  ) throws {
    let value: StoredValue =
      switch resolution {
      // The current local value, which may be newer than the logged one.
      case .mine:
        conflict.isOpen
          ? try db.values(of: conflict.key, in: table)?[name] ?? conflict.mine
          : table.filled(conflict.mine, of: name)
      case .theirs: table.filled(conflict.theirs, of: name)
      case .value(let value): value
      }
    let isTheirs = resolution == .theirs || value == conflict.theirs
    // If the record is deleted, there is nothing left to decide.
    guard let row = try db.values(of: conflict.key, in: table) else { return }
    let column = table.columns.first { $0.name == name }
    let kind = table.columns.first(where: \.isKind)?.name ?? ""
    let familyValues = table.familyValues
    if !conflict.isOpen, let its = familyValues.first(where: { $0.name == name }), !its.isNone(value),
      !its.isOf(row[kind])
    {
      throw SyncError(
        .settings, "the record is now one of an entity without '\(name)'; nothing was changed")
    }
    // What the entity does not have that is decided on.
    let lost = column?.isKind == true ? familyValues.filter { !$0.isOf(value) } : []
    let gone = lost.map(\.name)
    let left = lost.filter { !$0.isNone(row[$0.name] ?? .null) }
    let nothing = Dictionary(uniqueKeysWithValues: left.map { ($0.name, $0.none) })
    for other in gone { try db.closeConflicts(of: conflict.key, named: other, in: table, winner: .both) }
    if conflict.isOpen {
      // The server has `theirs`, so that is the base of the change.
      try db.quietly {
        try db.set([name: value], of: conflict.key, in: table)
        if isTheirs {
          try db.set(nothing, of: conflict.key, in: table)
          for other in gone + [name] { try db.forgetChange(other, of: conflict.key, in: table) }
          try db.tidy(conflict.key, in: table)
        }
      }
    } else {
      // An ordinary change, based on the server's current value.
      try db.set([name: value], of: conflict.key, in: table)
    }
    // Which the server still has, unless it is the entity there.
    if !conflict.isOpen || !isTheirs { try db.set(nothing, of: conflict.key, in: table) }
  }

  // MARK: A whole record

  private func decideDeletion(
    _ conflict: SyncConflict, _ resolution: ConflictResolution, _ db: WriteTransaction
  ) throws {
    if case .value = resolution {
      throw SyncError(
        .settings,
        "resolve the conflict of a record that one side deleted with 'mine' or 'theirs', not with a value")
    }
    let mineDeleted = conflict.mine == .null
    let deletes = (resolution == .mine) == mineDeleted
    if conflict.isOpen {
      try db.quietly { try decideOpen(conflict, deletes: deletes, mineDeleted: mineDeleted, db) }
    } else if deletes {
      _ = try db.delete(entity: table.plan.name, key: [conflict.key])
    } else if mineDeleted, case .text(let json) = conflict.theirs {
      try importRecord(json, db)
    } else {
      throw SyncError(
        .settings,
        "the record was deleted; its values are in the conflict's 'mine', and the app can insert it again")
    }
  }

  private func decideOpen(
    _ conflict: SyncConflict, deletes: Bool, mineDeleted: Bool, _ db: WriteTransaction
  ) throws {
    let key = conflict.key
    switch (deletes, mineDeleted) {
    case (true, true): break  // The deletion is sent.
    case (true, false):
      // The server has deleted it.
      try db.deleteRow(key, in: table)
      try Discarding(table: table, model: model).discardLinks(of: key, db)
      try db.forgetChanges(of: key, in: table)
    case (false, true):
      try db.forgetChanges(of: key, in: table)
      if case .text(let json) = conflict.theirs { try importRecord(json, db) }
      try Discarding(table: table, model: model).putLinksBack(of: key, db)
    case (false, false):
      // It is created again. The conflict has the server's time, and the row may have been changed since.
      let changedAt = try db.localRow(key, in: table)?.at
      // Another program may have written any number: 1e15 is after the year 9999.
      let foundAt = max(-1e15, min(1e15, conflict.time.timeIntervalSince1970 * 1000))
      try db.forgetChanges(of: key, in: table)
      try db.noteKind(.made, of: key, in: table, at: changedAt ?? Int64(foundAt))
    }
  }

  private func importRecord(_ json: String, _ db: WriteTransaction) throws {
    var options = ImportOptions()
    options.model = importModel
    // What it embeds is as it was then; those records may have changed since.
    let record = try EmbeddedRecords(places: table.embedded).replaced(Array(json.utf8)) { key, place in
      guard let other = model[place.table] else { return false }
      if try db.knows(key, in: other) { return true }
      // Also one that has only come inside others.
      guard let value = try? db.value(of: key, column: other.keys[0], of: other.plan.name) else {
        return false
      }
      return try db.hasRow(value, in: other)
    }
    _ = try db.importJSON(.bytes(record), into: .entity(table.plan.name), options: options)
  }
}
