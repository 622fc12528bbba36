import Rowsmith
import RowsmithAPI
import RowsmithClient

// A record that has become one of another entity of its family.
extension RowMerge {
  /// Notes that a record no longer has a value, as it is of an entity without it now: nobody could read the value, and a
  /// unique one would keep others from having it. What a side has changed of it is lost, and logged.
  ///
  /// - Parameter entity: the column that says of which entity the record is.
  func clear(
    _ column: SyncedTable.Column, _ local: LocalRow, _ row: [String: StoredValue], _ side: ThreeWay?,
    entity: String, _ kind: ConflictEntry.Kind, _ result: inout Result, _ db: WriteTransaction
  ) throws {
    // A value that was not changed here is the one that both sides had.
    let base = side == nil ? local.values[column.name] : side?.base
    let mine = side?.mine ?? .null
    let theirs = column.isOf(row[entity]) ? side?.theirs ?? row[column.name] ?? .null : .null
    let isMineLost = mine != .null && base != mine && column.isOf(local.values[entity])
    if isMineLost || theirs != .null && base != theirs {
      result.conflicts.append(
        ConflictEntry(
          key: local.key, name: column.name, kind: kind, base: base ?? .null, mine: mine,
          theirs: theirs, policy: rules.policy(of: column.member, in: table).rawValue,
          winner: isMineLost ? .theirs : .mine))
    }
    try db.closeConflicts(of: local.key, named: column.name, in: table, winner: .both)
    if theirs == .null {
      try db.forgetChange(column.name, of: local.key, in: table)
    } else {
      // The server has it still, under the other entity.
      try db.noteChange(
        column.name, base: theirs, at: local.changes[column.name]?.at ?? local.at, of: local.key, in: table)
      result.isUnsent = true
    }
  }
}
