import Rowsmith
import RowsmithAPI
import RowsmithClient

/// Brings together what was done to a row here and what the server says of it now. Called while the database is quiet, when
/// the row has the server's values.
struct RowMerge {
  let rules: MergeRules
  let table: SyncedTable
  /// What the server's clock is ahead of this machine's, in milliseconds.
  var clockOffset: Int64 = 0
  /// The server's time of the merge, for the log.
  var now: Int64

  /// What came of it.
  struct Result: Sendable {
    var conflicts: [ConflictEntry] = []
    /// What resolvers of the app's have thrown, by attribute or relationship.
    var failures: [(member: String, error: any Error)] = []
    /// Whether something of this database stands that the server does not have.
    var isUnsent = false
    /// What another row has as yet.
    var late: [LateValue] = []
  }

  /// Merges a row that the server has.
  ///
  /// - Parameters:
  ///   - local: the row as it was here.
  ///   - record: the record, whose values the row has now.
  func merge(_ local: LocalRow, with record: SyncRecord, wasMaking: Bool, _ db: WriteTransaction) throws
    -> Result
  {
    var result = Result()
    guard let theirs = try db.values(of: local.key, in: table) else { return result }
    // What was open of its deletion is no question any more.
    if local.kind != .deleted { try db.closeDeletionConflicts(of: local.key, in: table) }
    if rules.defects.contains(.pullClobbers) {
      try db.forgetChanges(of: local.key, in: table)
      return result
    }
    switch local.kind {
    case .changed: try mergeChanged(local, theirs, record, &result, db)
    case .made: try mergeMade(local, theirs, record, wasMaking, &result, db)
    case .deleted: try mergeDeleted(local, theirs, record, &result, db)
    }
    for conflict in result.conflicts { try db.note(conflict, in: table, at: now) }
    return result
  }

  // MARK: Changed here

  /// What the server says: what the row has, but where it cannot have that, and the record says nothing of it.
  private func said(
    _ row: [String: StoredValue], _ local: LocalRow, _ record: SyncRecord
  ) -> [String: StoredValue] {
    if local.kept.isEmpty { return row }
    let members = RecordMembers(record.json)
    var said = row
    for column in table.columns where local.kept.contains(column.name) && !members.hasAny(column.paths) {
      said[column.name] = local.changes[column.name]?.base
    }
    return said
  }

  private func mergeChanged(
    _ local: LocalRow, _ row: [String: StoredValue], _ record: SyncRecord, _ result: inout Result,
    _ db: WriteTransaction
  ) throws {
    let theirs = said(row, local, record)
    var sides: [String: ThreeWay] = [:]
    let contested = try db.openBases(of: local.key, in: table)
    for (name, change) in local.changes {
      guard let mine = local.values[name], let other = theirs[name] else { continue }
      // What the server says is what has left from here: that is what they agree on.
      // While nobody has decided a conflict, what the server says once more is still contested.
      let base = change.sent == other ? other : contested[name] ?? change.base
      sides[name] = ThreeWay(base: base, mine: mine, theirs: other, later: later(change.at, record))
    }
    if rules.rowPolicy(table) == .lastWriter { addUnchanged(local, theirs, record, &sides) }
    try settle(local, row, sides, kind: .edit, &result, db)
  }

  /// Where the later side wins as a whole, what only the other one has changed loses, too, and is written down.
  private func addUnchanged(
    _ local: LocalRow, _ theirs: [String: StoredValue], _ record: SyncRecord,
    _ sides: inout [String: ThreeWay]
  ) {
    let ours = sides.contains { $0.value.base != $0.value.mine }
    let others = theirs.filter { name, value in local.changes[name] == nil && local.values[name] != value }
    let theirsChanged = !others.isEmpty || sides.contains { $0.value.base != $0.value.theirs }
    guard ours, theirsChanged else { return }
    let later = later(local.at, record)
    for (name, side) in sides where side.mine != side.theirs {
      // What the other side has left as it was is not contested. All else is, as if nobody had agreed on anything.
      let isAlone = later == .mine ? side.base == side.theirs : side.base == side.mine
      sides[name] = ThreeWay(
        base: isAlone ? side.base : nil, mine: side.mine, theirs: side.theirs, later: later)
    }
    guard later == .mine else { return }
    for (name, value) in others {
      sides[name] = ThreeWay(base: nil, mine: local.values[name] ?? .null, theirs: value, later: later)
    }
  }

  // MARK: Made on both sides

  private func mergeMade(
    _ local: LocalRow, _ theirs: [String: StoredValue], _ record: SyncRecord, _ wasMaking: Bool,
    _ result: inout Result, _ db: WriteTransaction
  ) throws {
    let members = RecordMembers(record.json)
    let isWhole = rules.rowPolicy(table) == .lastWriter
    var sides: [String: ThreeWay] = [:]
    for (name, paths) in table.columns.map({ ($0.name, $0.paths) }) + table.lists.map({ ($0.name, $0.paths) })
    {
      guard let mine = local.values[name], let there = theirs[name] else { continue }
      // A member that the record does not have: the row still has ours.
      let other = members.hasAny(paths) ? there : .null
      let sent: StoredValue? = wasMaking ? local.changes[name]?.sent ?? mine : nil
      let later = later(local.at, record)
      // What one side has not given a value is not contested, but where the later side has the row as a whole.
      var base = sent == other || other.isNothing ? other : mine.isNothing ? mine : nil
      if isWhole, sent != other, later == .mine ? mine.isNothing : other.isNothing { base = nil }
      sides[name] = ThreeWay(base: base, mine: mine, theirs: other, later: later)
    }
    try db.noteKind(.changed, of: local.key, in: table, at: local.at)
    try settle(local, theirs, sides, kind: .create, &result, db)
  }

  // MARK: Deleted here

  private func mergeDeleted(
    _ local: LocalRow, _ theirs: [String: StoredValue], _ record: SyncRecord, _ result: inout Result,
    _ db: WriteTransaction
  ) throws {
    let isChanged = theirs.contains { name, value in
      local.changes[name].map { $0.base != value && $0.sent != value } ?? false
    }
    let policy = rules.deletePolicy(table)
    let isManual = rules.rowPolicy(table) == .manual
    if isChanged, policy == .editWins, !isManual {
      try db.forgetChanges(of: local.key, in: table)
      result.conflicts.append(entry(local, .delete, mine: .null, theirs: json(record), "editWins", .theirs))
      return
    }
    try db.deleteRow(local.key, in: table)
    result.isUnsent = true
    if isChanged {
      result.conflicts.append(
        entry(
          local, .delete, mine: .null, theirs: json(record), isManual ? "manual" : "deleteWins",
          isManual ? .open : .mine))
    }
  }

  /// Brings the server's deletion to a row that was changed here. The row has its own values.
  ///
  /// - Parameter isSigned: whether the record is still there under its key, and says itself that it is deleted. It cannot be
  ///   made again then, and the row is gone.
  func mergeTombstone(
    _ local: LocalRow, _ tombstone: SyncRecord, isSigned: Bool, _ db: WriteTransaction
  ) throws -> Result {
    var result = Result()
    // What was made here anew stays; what both have deleted is gone.
    if local.kind == .made, !isSigned { return Result(conflicts: [], isUnsent: true) }
    if local.kind == .deleted {
      try db.forgetChanges(of: local.key, in: table)
      try db.closeConflicts(of: local.key, in: table, winner: .both)
      return result
    }
    // A value that came back to what it was is no change.
    let isChanged =
      local.kind == .made
      || local.changes.contains { name, change in local.values[name] != change.base }
    // Nor of its values, where the record is gone.
    try db.closeConflicts(of: local.key, in: table, winner: .both)
    let mine = StoredValue.text(local.text)
    if isChanged, !isSigned, rules.rowPolicy(table) == .manual {
      result.isUnsent = true
      result.conflicts.append(entry(local, .delete, mine: mine, theirs: .null, "manual", .open))
    } else if isChanged, !isSigned, rules.deletePolicy(table) == .editWins {
      try db.forgetChanges(of: local.key, in: table)
      try db.noteKind(.made, of: local.key, in: table, at: local.at)
      result.isUnsent = true
      result.conflicts.append(entry(local, .delete, mine: mine, theirs: .null, "editWins", .mine))
    } else {
      try db.deleteRow(local.key, in: table)
      try db.forgetChanges(of: local.key, in: table)
      if isChanged {
        result.conflicts.append(entry(local, .delete, mine: mine, theirs: .null, "deleteWins", .theirs))
      }
    }
    for conflict in result.conflicts { try db.note(conflict, in: table, at: now) }
    return result
  }

  // MARK: Values

  private func settle(
    _ local: LocalRow, _ row: [String: StoredValue], _ sides: [String: ThreeWay], kind: ConflictEntry.Kind,
    _ result: inout Result, _ db: WriteTransaction
  ) throws {
    var values: [String: StoredValue] = [:]
    for (name, side) in sides.sorted(by: { $0.key < $1.key }) {
      let column = table.columns.first { $0.name == name }
      var (outcome, policy) = (ThreeWay.Outcome(value: side.mine, winner: .open), "app")
      do {
        (outcome, policy) = try rules.outcome(
          side, of: column?.member ?? name, isList: column?.isList ?? true, key: local.key, in: table)
      } catch let error as CancellationError {
        throw error
      } catch {
        // It waits as one that somebody has to decide: this record alone.
        result.failures.append((column?.member ?? name, error))
      }
      values[name] = outcome.value
      if let winner = outcome.winner {
        result.conflicts.append(
          ConflictEntry(
            key: local.key, name: name, kind: kind, base: side.base ?? .null, mine: side.mine,
            theirs: side.theirs,
            policy: policy, winner: winner))
      }
      if outcome.winner != .open {
        try db.closeConflicts(of: local.key, named: name, in: table, winner: outcome.winner ?? .both)
      }
      if outcome.value == side.theirs {
        try db.forgetChange(name, of: local.key, in: table)
      } else {
        try db.noteChange(
          name, base: side.theirs, at: local.changes[name]?.at ?? local.at, of: local.key, in: table)
        result.isUnsent = true
      }
    }
    let rest = values.filter { row[$0.key] != $0.value }
    for name in try db.set(rest, of: local.key, in: table, ignoring: true).sorted() {
      result.late.append(
        LateValue(
          key: local.key, name: name, value: values[name] ?? .null, fallback: sides[name]?.theirs ?? .null))
    }
    try db.tidy(local.key, in: table)
  }

  /// Gives what rows could not have while others had it. What these keep is lost to them, and written down.
  func settle(_ late: [LateValue], _ db: WriteTransaction) throws -> [ConflictEntry] {
    let lost = try db.give(late, in: table).map { value in
      ConflictEntry(
        key: value.key, name: value.name, kind: .edit, base: value.fallback, mine: value.value,
        theirs: value.fallback, policy: LateValue.policy, winner: .theirs)
    }
    for conflict in lost {
      if let name = conflict.name { try db.forgetChange(name, of: conflict.key, in: table) }
      try db.tidy(conflict.key, in: table)
      try db.note(conflict, in: table, at: now)
    }
    return lost
  }

  private func later(_ at: Int64, _ record: SyncRecord) -> ThreeWay.Side {
    guard let modified = record.modified else { return .mine }
    return at + clockOffset >= modified ? .mine : .theirs
  }

  private func entry(
    _ local: LocalRow, _ kind: ConflictEntry.Kind, mine: StoredValue, theirs: StoredValue, _ policy: String,
    _ winner: ThreeWay.Winner
  ) -> ConflictEntry {
    ConflictEntry(
      key: local.key, kind: kind, base: .null, mine: mine, theirs: theirs, policy: policy, winner: winner)
  }

  private func json(_ record: SyncRecord) -> StoredValue {
    .text(String(decoding: record.json, as: UTF8.self))
  }
}

extension LocalRow {
  /// Its values as JSON, for the log of conflicts.
  var text: String {
    JSONValue.object(values.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.plainJSON) }).text
  }
}

extension StoredValue {
  /// Whether it is no value, or a list without items.
  fileprivate var isNothing: Bool { self == .null || self == .text("[]") }
}
