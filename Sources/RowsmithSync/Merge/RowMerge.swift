import Rowsmith
import RowsmithAPI
import RowsmithClient

/// Merges the local changes to a row with the server's current record. Called with tracking off, when the row has the server's
/// values.
struct RowMerge {
  let rules: MergeRules
  let table: SyncedTable
  /// How far the server's clock is ahead of the local one, in milliseconds.
  var clockOffset: Int64 = 0
  /// The server's time of the merge, for the log of conflicts.
  var now: Int64

  /// The result of a merge.
  struct Result: Sendable {
    var conflicts: [ConflictEntry] = []
    /// Errors thrown by resolvers, by attribute or relationship.
    var failures: [(member: String, error: any Error)] = []
    /// Unique values that another row still has.
    var late: [LateValue] = []
  }

  /// Merges a row with the server's record.
  ///
  /// - Parameters:
  ///   - local: the row as it was here before.
  ///   - record: the record, whose values the row has now.
  ///   - wasMaking: whether a request to create the record was under way.
  ///   - answered: the names of the values that were just sent, if the record is the answer; an empty one stands for all.
  func merge(
    _ local: LocalRow, with record: SyncRecord, wasMaking: Bool, answered: Set<String>, _ db: WriteTransaction
  ) throws -> Result {
    var result = Result()
    guard let theirs = try db.values(of: local.key, in: table) else { return result }
    // An open conflict about its deletion is settled.
    if local.kind != .deleted { try db.closeDeletionConflicts(of: local.key, in: table) }
    if rules.defects.contains(.pullClobbers) {
      try db.forgetChanges(of: local.key, in: table)
      return result
    }
    switch local.kind {
    case .changed: try mergeChanged(local, theirs, record, answered, &result, db)
    case .made: try mergeMade(local, theirs, record, wasMaking, &result, db)
    case .deleted: try mergeDeleted(local, theirs, record, &result, db)
    }
    for conflict in result.conflicts { try db.note(conflict, in: table, at: now) }
    return result
  }

  // MARK: Changed here

  /// The server's values: those of the row, or the base where the row could not get it and the record does not have the member.
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
    _ local: LocalRow, _ row: [String: StoredValue], _ record: SyncRecord, _ answered: Set<String>,
    _ result: inout Result, _ db: WriteTransaction
  ) throws {
    var local = local
    let theirs = said(row, local, record)
    var (sides, sets): ([String: ThreeWay], [String: ThreeWay]) = ([:], [:])
    let contested = try db.openBases(of: local.key, in: table)
    func isAnswered(_ name: String) -> Bool { answered.contains(name) || answered.contains("") }
    // What the server has made of a value that was sent is no change of another client.
    for (name, other) in theirs where local.changes[name] == nil && isAnswered(name) {
      local.values[name] = other
    }
    for (name, change) in local.changes {
      guard let mine = local.values[name], let other = theirs[name] else { continue }
      // If the server has the value that was sent from here, both sides agree on it, however it spells it. An open conflict keeps
      // its base until it is decided, even if the server repeats its value.
      var side = ThreeWay(
        base: contested[name] ?? change.base, mine: mine, theirs: other, later: later(change.at, record))
      if isSame(side.base, other, name, db) {
        side.base = other
      } else {
        if isSame(change.sent, other, name, db) { side.base = other }
        if isSame(mine, other, name, db) { side.mine = other }
      }
      // Likewise if that was edited since, but what the server has added to a set stays.
      if isAnswered(name), isSet(name) { sets[name] = side }
      if isAnswered(name) { side.base = other }
      sides[name] = side
    }
    let whole = unite(&sides, local, theirs)
    if rules.rowPolicy(table) == .lastWriter { addUnchanged(local, theirs, record, &sides, db) }
    for (name, side) in sets where !whole.contains(name) { sides[name] = side }
    try settle(local, row, sides, kind: .edit, whole: whole, &result, db)
  }

  /// Contests values of several parts as a whole that one side has removed and the other has changed: parts of both would be half
  /// a value, which nobody can read. Likewise those that somebody has to decide about, if both sides have changed them.
  ///
  /// - Parameter isMade: whether both sides have made the record, so that none has removed a value.
  /// - Returns: their columns.
  @discardableResult
  private func unite(
    _ sides: inout [String: ThreeWay], _ local: LocalRow, _ theirs: [String: StoredValue],
    isMade: Bool = false
  ) -> Set<String> {
    var whole: Set<String> = []
    for names in table.parts {
      var parts: [String: ThreeWay] = [:]
      for name in names where !whole.contains(name) {
        guard let mine = local.values[name], let other = theirs[name] else { continue }
        parts[name] = sides[name] ?? ThreeWay(base: mine, mine: mine, theirs: other, later: .theirs)
      }
      let all = Array(parts.values)
      let isRemoved =
        all.contains(where: { $0.mine != .null }) != all.contains(where: { $0.theirs != .null })
      guard isRemoved && !isMade || rules.isDecidedAsAWhole(names, in: table),
        all.contains(where: { $0.base != $0.mine }), all.contains(where: { $0.base != $0.theirs })
      else { continue }
      let isMineLater = all.contains { $0.base != $0.mine && $0.later == .mine }
      for (name, part) in parts where part.mine != part.theirs {
        sides[name] = ThreeWay(
          base: nil, mine: part.mine, theirs: part.theirs, later: isMineLater ? .mine : .theirs)
      }
      whole.formUnion(parts.keys)
    }
    return whole
  }

  /// Whether a value is a list that is merged as a set.
  private func isSet(_ name: String) -> Bool {
    let column = table.columns.first { $0.name == name }
    return (column?.isList ?? true) && rules.policy(of: column?.member ?? name, in: table) == .union
  }

  /// For `lastWriter`: the later side wins as a whole, so values that only the other side changed lose, too, and are logged.
  private func addUnchanged(
    _ local: LocalRow, _ theirs: [String: StoredValue], _ record: SyncRecord,
    _ sides: inout [String: ThreeWay], _ db: ReadTransaction
  ) {
    let ours = sides.contains { $0.value.base != $0.value.mine }
    let others = theirs.filter { name, value in
      local.changes[name] == nil && !isSame(local.values[name], value, name, db)
    }
    let theirsChanged = !others.isEmpty || sides.contains { $0.value.base != $0.value.theirs }
    guard ours, theirsChanged else { return }
    let later = later(local.at, record)
    for (name, side) in sides where side.mine != side.theirs {
      // A value that the other side has not changed is not contested. All others count as changed on both sides.
      let isAlone = later == .mine ? side.base == side.theirs : side.base == side.mine
      sides[name] = ThreeWay(
        base: isAlone ? side.base : nil, mine: side.mine, theirs: side.theirs, later: later)
    }
    guard later == .mine else { return }
    for (name, value) in others {
      sides[name] = ThreeWay(base: nil, mine: local.values[name] ?? .null, theirs: value, later: later)
    }
  }

  private func isSame(
    _ one: StoredValue?, _ other: StoredValue, _ name: String, _ db: ReadTransaction
  ) -> Bool {
    one.map { db.isSame($0, other, name, in: table) } ?? false
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
      guard let own = local.values[name], let there = theirs[name] else { continue }
      // The record does not have this member, so the row still has the local value.
      let other = members.hasAny(paths) ? there : .null
      let sent: StoredValue? = wasMaking ? local.changes[name]?.sent ?? own : nil
      let isSent = isSame(sent, other, name, db)
      let mine = isSame(own, other, name, db) ? other : own
      let later = later(local.at, record)
      // A value missing on one side is not contested, unless the later side wins as a whole.
      var base = isSent || other.isNothing ? other : mine.isNothing ? mine : nil
      if isWhole, !isSent, later == .mine ? mine.isNothing : other.isNothing { base = nil }
      sides[name] = ThreeWay(base: base, mine: mine, theirs: other, later: later)
    }
    unite(&sides, local, theirs, isMade: true)
    try db.noteKind(.changed, of: local.key, in: table, at: local.at)
    try settle(local, theirs, sides, kind: .create, &result, db)
  }

  // MARK: Deleted here

  private func mergeDeleted(
    _ local: LocalRow, _ theirs: [String: StoredValue], _ record: SyncRecord, _ result: inout Result,
    _ db: WriteTransaction
  ) throws {
    let members = RecordMembers(record.json)
    let paths = Dictionary(
      table.columns.map { ($0.name, $0.paths) } + table.lists.map { ($0.name, $0.paths) },
      uniquingKeysWith: { first, _ in first })
    let isChanged = theirs.contains { name, value in
      // The row was inserted anew, so that a member that the record does not have is no change.
      guard let change = local.changes[name], members.hasAny(paths[name] ?? []) else { return false }
      return !isSame(change.base, value, name, db) && !isSame(change.sent, value, name, db)
    }
    let policy = rules.deletePolicy(table)
    let isManual = rules.rowPolicy(table) == .manual
    if isChanged, policy == .editWins, !isManual {
      try db.forgetChanges(of: local.key, in: table)
      result.conflicts.append(entry(local, .delete, mine: .null, theirs: json(record), "editWins", .theirs))
      return
    }
    try db.deleteRow(local.key, in: table)
    // The request is made from what the server has now, and what it does next is compared with that.
    for (name, change) in local.changes {
      guard let value = theirs[name], value != change.base, members.hasAny(paths[name] ?? []) else {
        continue
      }
      try db.noteChange(name, base: value, at: change.at, of: local.key, in: table)
    }
    if isChanged {
      result.conflicts.append(
        entry(
          local, .delete, mine: .null, theirs: json(record), isManual ? "manual" : "deleteWins",
          isManual ? .open : .mine))
    }
  }

  /// Applies the server's deletion to a row that was changed here. The row has its own values.
  ///
  /// - Parameter isSigned: whether the record still exists under its key and is marked as deleted. It cannot be created again
  ///   then, so the row is deleted.
  func mergeTombstone(_ local: LocalRow, isSigned: Bool, _ db: WriteTransaction) throws -> Result {
    var result = Result()
    // A row created again here stays; one that both sides have deleted is gone.
    if local.kind == .made, !isSigned { return result }
    if local.kind == .deleted {
      try db.forgetChanges(of: local.key, in: table)
      try db.closeConflicts(of: local.key, in: table, winner: .both)
      return result
    }
    // A value that was changed back does not count.
    let isChanged =
      local.kind == .made
      || local.changes.contains { name, change in local.values[name] != change.base }
    // Conflicts about values are settled, as the record is gone.
    try db.closeConflicts(of: local.key, in: table, winner: .both)
    let mine = StoredValue.text(local.text)
    if isChanged, !isSigned, rules.rowPolicy(table) == .manual {
      result.conflicts.append(entry(local, .delete, mine: mine, theirs: .null, "manual", .open))
    } else if isChanged, !isSigned, rules.deletePolicy(table) == .editWins {
      try db.forgetChanges(of: local.key, in: table)
      try db.noteKind(.made, of: local.key, in: table, at: local.at)
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

  /// - Parameter whole: columns of values that are contested as a whole.
  private func settle(
    _ local: LocalRow, _ row: [String: StoredValue], _ sides: [String: ThreeWay], kind: ConflictEntry.Kind,
    whole: Set<String> = [], _ result: inout Result, _ db: WriteTransaction
  ) throws {
    var values: [String: StoredValue] = [:]
    // First of which entity the record is: that decides which values it has.
    let entity = table.columns.first(where: \.isKind)?.name ?? ""
    let order = sides.sorted { ($0.key == entity ? 0 : 1, $0.key) < ($1.key == entity ? 0 : 1, $1.key) }
    // While that is to be decided, it has those of both.
    var isUndecided = false
    let familyValues = table.familyValues
    for (name, side) in order {
      let familyValue = familyValues.first { $0.name == name }
      if !isUndecided, familyValue?.isOf(values[entity] ?? row[entity]) == false { continue }
      let column = table.columns.first { $0.name == name }
      var (outcome, policy) = (ThreeWay.Outcome(value: side.mine, winner: .open), "app")
      do {
        (outcome, policy) = try rules.outcome(
          side, of: column?.member ?? name, isList: (column?.isList ?? true) && !whole.contains(name),
          key: local.key, in: table)
      } catch let error as CancellationError {
        throw error
      } catch {
        // The conflict of this record stays open, to be decided by hand.
        result.failures.append((column?.member ?? name, error))
      }
      values[name] = outcome.value
      if name == entity { isUndecided = outcome.winner == .open }
      if let winner = outcome.winner {
        let former: StoredValue? = whole.contains(name) ? local.changes[name]?.base ?? side.mine : nil
        result.conflicts.append(
          ConflictEntry(
            key: local.key, name: name, kind: kind, base: side.base ?? former ?? .null, mine: side.mine,
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
      }
    }
    for value in familyValues where !isUndecided && !value.isOf(values[entity] ?? row[entity]) {
      if sides[value.name] == nil, value.isNone(row[value.name] ?? .null) { continue }
      values[value.name] = value.none
      try clear(value, local, row, sides[value.name], entity: entity, kind, &result, db)
    }
    let rest = values.filter { row[$0.key] != $0.value }
    for name in try db.set(rest, of: local.key, in: table, ignoring: true).sorted() {
      result.late.append(
        LateValue(
          key: local.key, name: name, value: values[name] ?? .null, fallback: sides[name]?.theirs ?? .null))
    }
    try db.tidy(local.key, in: table)
  }

  /// Sets unique values once other rows have theirs. A value that another row keeps is lost, and logged.
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
  /// Whether it is null or an empty list.
  fileprivate var isNothing: Bool { self == .null || self == .text("[]") }
}
