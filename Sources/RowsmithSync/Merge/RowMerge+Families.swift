import Rowsmith
import RowsmithAPI
import RowsmithClient

/// A column or list that only records of some entities of a family have.
struct FamilyValue: Sendable {
  /// The column or list.
  var name: String
  /// The attribute or relationship.
  var member: String
  /// What it is without a value.
  var none: StoredValue
  /// The entities of the family that do not have it.
  var lacking: Set<String>

  /// Whether a record of an entity has it, which is named as in the column that says so.
  func isOf(_ entity: StoredValue?) -> Bool {
    guard case .text(let name)? = entity else { return true }
    return !lacking.contains(name)
  }

  /// Whether a value is none: a list that a record does not have is NULL.
  func isNone(_ value: StoredValue) -> Bool { value == .null || value == none }
}

extension SyncedTable {
  /// The columns and lists that not all entities of the family have.
  var familyValues: [FamilyValue] {
    let values =
      columns.map { FamilyValue(name: $0.name, member: $0.member, none: .null, lacking: $0.lacking) }
      + lists.map { FamilyValue(name: $0.name, member: $0.name, none: .text("[]"), lacking: $0.lacking) }
    return values.filter { !$0.lacking.isEmpty }
  }
}

extension RowMerge {
  /// Notes that a record no longer has a value, as it is of an entity without it now: nobody could read the value, and a
  /// unique one would keep others from having it. What a side has changed of it is lost, and logged.
  ///
  /// - Parameter entity: the column that says of which entity the record is.
  func clear(
    _ value: FamilyValue, _ local: LocalRow, _ row: [String: StoredValue], _ side: ThreeWay?,
    entity: String, _ kind: ConflictEntry.Kind, _ result: inout Result, _ db: WriteTransaction
  ) throws {
    let name = value.name
    // A value that was not changed here is the one that both sides had.
    let base = side == nil ? local.values[name] : side?.base
    let mine = side?.mine ?? value.none
    let theirs = value.isOf(row[entity]) ? side?.theirs ?? row[name] ?? value.none : value.none
    let isMineLost = !value.isNone(mine) && base != mine && value.isOf(local.values[entity])
    if isMineLost || !value.isNone(theirs) && base != theirs {
      result.conflicts.append(
        ConflictEntry(
          key: local.key, name: name, kind: kind, base: base ?? .null, mine: mine, theirs: theirs,
          policy: rules.policy(of: value.member, in: table).rawValue, winner: isMineLost ? .theirs : .mine))
    }
    try db.closeConflicts(of: local.key, named: name, in: table, winner: .both)
    if value.isNone(theirs) {
      try db.forgetChange(name, of: local.key, in: table)
    } else {
      // The server has it still, under the other entity.
      try db.noteChange(
        name, base: theirs, at: local.changes[name]?.at ?? local.at, of: local.key, in: table)
    }
  }
}
