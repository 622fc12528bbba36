import Rowsmith
import RowsmithClient
import RowsmithSchema

/// Finds the rows that can be sent next: parents before children, deletions last.
struct Candidates {
  let context: SyncContext

  /// The condition for rows that are not blocked: no request of the row is without an answer, none was refused since its last
  /// change, and it has no open conflict.
  private static let isFree = """
    NOT EXISTS (SELECT 1 FROM _rowsmith_queue AS q WHERE q.lane = 'sync' AND q.key = u.key AND q.entity = u.entity
      AND (q.state <> 'refused' OR q.revision >= u.at))
    AND NOT EXISTS (SELECT 1 FROM _rowsmith_conflicts AS c WHERE c.entity = u.entity AND c.key = u.key AND c.winner IS NULL
      AND (u.kind <> 3 OR c.name IS NULL))
    """

  /// The condition for new rows that the server does not have: one that INSERT OR REPLACE has replaced is new here only.
  private static let isMissing = """
    NOT EXISTS (SELECT 1 FROM _rowsmith_sync_rows AS r WHERE r.entity = u.entity AND r.key = u.key AND r.state IN (0, 4))
    """

  /// The progress of the search. Blocked rows are checked again after others have been sent.
  struct Position: Sendable {
    enum Phase: Sendable {
      /// Rows that only refer to records the server has.
      case ready
      /// Rows whose lists have records that the server does not have yet.
      case lists
      /// Rows that refer to each other in a circle.
      case circles
      /// Deleted rows to which no other deleted row refers.
      case deletions
      /// Deleted rows that refer to each other in a circle, or to which one refers that could not be deleted.
      case remains
      /// Deleted links. If the server does not delete a record, its links stay with it.
      case links

      var isOfDeletions: Bool { [.deletions, .remains, .links].contains(self) }
    }

    var phase = Phase.ready
    var table = 0
    var key: StoredValue?
    /// Whether this round has found rows, and whether it skipped any that are blocked.
    var hasFound = false
    var hasPassedOver = false
    /// Whether rows are searched from the last key to the first: of values that move on, the last row is free first.
    var isBackwards = false
    /// Rows of the table to which deleted rows refer, as of the first of its deletions.
    var parents: Set<StoredValue> = []
    /// Those of them that are deleted, too; `nil` until its other deletions have been found.
    var deletedParents: DeletedParents?
    /// Rows found to be held up by a new row that cannot be sent.
    var heldUp: Set<RowID> = []
    /// Rows found to be held up by none, unless one is refused from now on.
    var free: Set<RowID> = []
    /// Rows of which all were searched to which they lead, and those of them that are in no circle. As rows are sent,
    /// links to new rows only become fewer: none of these leads to a row that is not one of them.
    var searched: Set<RowID> = []
    var outside: Set<RowID> = []
    /// The rows of the table that were found last.
    var last: [StoredValue] = []
    /// Rows that refer to others of their table which were found before, and which of them is looked at next.
    var followers: [StoredValue] = []
    var follower = 0

    mutating func begin(_ phase: Phase) { self = Position(phase: phase, isBackwards: isBackwards) }
  }

  /// The next rows of one table, at most `limit`; `nil` if none is left.
  ///
  /// - Parameter passed: rows that are not to be tried again in this sync.
  func next(
    _ limit: Int, from position: inout Position, without passed: Set<RowID>, _ db: ReadTransaction
  ) throws -> (table: SyncedTable, rows: [LocalRow])? {
    let tables = context.model.tables.filter(\.isPushed)
    while true {
      let order: [SyncedTable] =
        switch position.phase {
        case .ready, .lists, .circles: tables
        case .deletions, .remains: tables.reversed().filter { !$0.isLinks }
        case .links: tables.filter(\.isLinks)
        }
      while position.table < order.count {
        let table = order[position.table]
        let rows = try rows(of: table, limit, from: &position, without: passed, db)
        position.last = rows.map(\.key)
        if !rows.isEmpty {
          position.hasFound = true
          return (table, rows)
        }
        position.table += 1
        position.key = nil
        position.deletedParents = nil
      }
      switch position.phase {
      case .ready where position.hasPassedOver && position.hasFound: position.begin(.ready)
      case .ready where position.hasPassedOver: position.begin(.lists)
      case .lists where position.hasFound: position.begin(.ready)
      case .lists where position.hasPassedOver: position.begin(.circles)
      case .circles where position.hasFound: position.begin(.ready)
      case .ready, .lists, .circles: position.begin(.deletions)
      case .deletions where position.hasPassedOver && position.hasFound: position.begin(.deletions)
      case .deletions where position.hasPassedOver: position.begin(.remains)
      case .deletions, .remains: position.begin(.links)
      case .links: return nil
      }
    }
  }

  /// How many rows have changes that could be sent.
  func count(_ db: ReadTransaction) throws -> Int {
    // Those of tables that are not sent any more, as the plan has changed, wait for nothing.
    let names = context.model.tables.filter(\.isPushed).map { JSONValue.string($0.name) }
    return try db.rows(
      "SELECT count(*) AS n FROM _rowsmith_sync_unsent AS u WHERE u.entity IN (SELECT value FROM json_each(?1)) "
        + "AND \(Candidates.isFree)", [.text(JSONValue.array(names).text)]
    ).first?.integer("n") ?? 0
  }

  private func rows(
    of table: SyncedTable, _ limit: Int, from position: inout Position, without passed: Set<RowID>,
    _ db: ReadTransaction
  ) throws -> [LocalRow] {
    if position.deletedParents != nil {
      return try nextParents(of: table, limit, from: &position, without: passed, db)
    }
    var found: [LocalRow] = []
    if position.phase == .circles, try position.last.contains(where: { try isNew($0, in: table.name, db) }) {
      // One was refused.
      position.free = []
    }
    if position.phase == .ready {
      found = try followers(in: table, limit, without: passed, &position, db)
    }
    let first = Set(found.map(\.key))
    let condition = position.phase.isOfDeletions ? "u.kind = 3" : "u.kind <> 3"
    let (after, order) = position.isBackwards ? ("<", "DESC") : (">", "ASC")
    if position.phase == .deletions, position.key == nil { position.parents = try parents(in: table, db) }
    // Blocked rows do not block those after them.
    while found.count < limit {
      let start = position.key == nil ? "" : "AND u.key \(after) ?2 "
      let keys = try db.rows(
        "SELECT u.key FROM _rowsmith_sync_unsent AS u WHERE u.entity = ?1 \(start)"
          + "AND \(condition) AND \(Candidates.isFree) ORDER BY u.key \(order) LIMIT ?3",
        [.text(table.name), position.key ?? .null, .integer(Int64(max(limit, 100)))]
      ).compactMap(\.values.first)
      if keys.isEmpty {
        // Before its parents, the rows of this batch are sent.
        guard position.phase == .deletions, found.isEmpty, !position.parents.isEmpty else { return found }
        return try nextParents(of: table, limit, from: &position, without: passed, db)
      }
      for key in keys where found.count < limit {
        position.key = key
        let row = RowID(table: table.name, key: key)
        if passed.contains(row) || first.contains(key) { continue }
        // Looked up first: a deep tree is searched once for each of its levels.
        if position.phase == .deletions && position.parents.contains(key) || position.heldUp.contains(row) {
          position.hasPassedOver = true
          continue
        }
        guard let local = try db.localRow(key, in: table) else { continue }
        if try isReady(local, in: table, &position, db) {
          found.append(local)
        } else {
          position.hasPassedOver = true
        }
      }
    }
    return found
  }

  /// The rows that refer to others of their table which were sent before, as far as they are ready now. If they waited for the
  /// next round, a chain of new rows would be searched once for each of them.
  private func followers(
    in table: SyncedTable, _ limit: Int, without passed: Set<RowID>, _ position: inout Position,
    _ db: ReadTransaction
  ) throws -> [LocalRow] {
    let new = try followers(of: position.last, in: table, db)
    // A change copies them all.
    if !new.isEmpty { position.followers += new }
    var found: [LocalRow] = []
    var seen: Set<StoredValue> = []
    while found.count < limit, position.follower < position.followers.count {
      let row = RowID(table: table.name, key: position.followers[position.follower])
      position.follower += 1
      // Meanwhile it may have been sent, deleted or blocked.
      guard !passed.contains(row), seen.insert(row.key).inserted, try !isBlocked(row, db),
        let local = try db.localRow(row.key, in: table), local.kind != .deleted
      else { continue }
      if try isReady(local, in: table, &position, db) { found.append(local) }
    }
    if position.follower == position.followers.count, position.follower > 0 {
      position.followers = []
      position.follower = 0
    }
    return found
  }

  /// The keys of the rows with changes that refer to others of their table.
  private func followers(
    of sent: [StoredValue], in table: SyncedTable, _ db: ReadTransaction
  ) throws -> [StoredValue] {
    if sent.isEmpty { return [] }
    let keys = StoredValue.text(JSONValue.array(sent.map(\.plainJSON)).text)
    return try table.references.filter { $0.table == table.name }.flatMap { reference -> [StoredValue] in
      try db.rows(
        """
        SELECT u.key FROM json_each(?2) AS s CROSS JOIN \(DDL.quoted(table.name)) AS t
        ON t.\(DDL.quoted(reference.column)) = s.value CROSS JOIN _rowsmith_sync_unsent AS u
        ON u.entity = ?1 AND u.key = \(table.notedKey(of: "t")) WHERE u.kind <> 3 ORDER BY u.key
        """, [.text(table.name), keys]
      ).compactMap(\.values.first)
    }
  }

  private func isReady(
    _ local: LocalRow, in table: SyncedTable, _ position: inout Position, _ db: ReadTransaction
  ) throws -> Bool {
    if table.isLinks, try isUndecided(local, in: table, db) { return false }
    switch position.phase {
    case .deletions, .remains: return true
    case .links: return try !staysWithRecord(local, in: table, db)
    case .ready:
      return try newTargets(of: local, in: table, db).isEmpty && !hasNewItems(local, in: table, db)
    case .lists: return try newTargets(of: local, in: table, db).isEmpty
    case .circles:
      return try !isHeldUp(local, in: table, &position, db) && leadsBack(local, in: table, &position, db)
    }
  }

  /// Whether a new row refers to itself through other new rows. What hangs on such rows is ready after them.
  ///
  /// - Parameter position: has the rows of which that is known. Gets those to which the row leads, if it is in no
  ///   circle.
  private func leadsBack(
    _ local: LocalRow, in table: SyncedTable, _ position: inout Position, _ db: ReadTransaction
  ) throws -> Bool {
    let own = RowID(table: table.name, key: local.key)
    if position.outside.contains(own) { return false }
    let known = position.searched.contains(own) ? position.outside : position.searched
    var targets = [own: try newTargets(of: local, in: table, db)]
    var rest = targets[own] ?? []
    var next = 0
    // The nearest first: the way back may be short, and another one lead through all rows.
    while next < rest.count {
      let row = rest[next]
      next += 1
      guard targets[row] == nil, !known.contains(row), let other = context.model[row.table],
        let local = try db.localRow(row.key, in: other)
      else { continue }
      let found = try newTargets(of: local, in: other, db)
      if found.contains(own) { return true }
      targets[row] = found
      rest += found
    }
    // A few are searched again: with each request, all that are kept are copied.
    if targets.count > 16 {
      position.searched.formUnion(targets.keys)
      position.outside.formUnion(Candidates.outsideCircles(targets, from: own))
    }
    return false
  }

  /// The rows that are in no circle, as nothing refers to them but others that are in none.
  ///
  /// - Parameter targets: what each row refers to.
  /// - Parameter start: a row that leads to all others, and to which none leads.
  private static func outsideCircles(_ targets: [RowID: [RowID]], from start: RowID) -> [RowID] {
    var counts: [RowID: Int] = [:]
    for target in targets.values.joined() { counts[target, default: 0] += 1 }
    var found = [start]
    var next = 0
    while next < found.count {
      for target in targets[found[next]] ?? [] {
        counts[target, default: 0] -= 1
        if counts[target] == 0, targets[target] != nil { found.append(target) }
      }
      next += 1
    }
    return found
  }

  /// Whether a row refers, directly or not, to a new row that cannot be sent: it was refused, or the result of its request is
  /// unknown.
  ///
  /// - Parameter position: has the rows of which that is known. Gets those that lead from the row to one that cannot be sent, or
  ///   all to which it leads if there is none.
  private func isHeldUp(
    _ local: LocalRow, in table: SyncedTable, _ position: inout Position, _ db: ReadTransaction
  ) throws -> Bool {
    let own = RowID(table: table.name, key: local.key)
    if position.free.contains(own) { return false }
    var seen: Set<RowID> = [own]
    // No recursion: a chain of new rows may be deeper than the stack.
    var path = [(row: own, rest: try newTargets(of: local, in: table, db))]
    while let target = path.last?.rest.last {
      path[path.count - 1].rest.removeLast()
      if !position.free.contains(target), seen.insert(target).inserted {
        if try position.heldUp.contains(target) || isBlocked(target, db) {
          position.heldUp.formUnion(path.map { $0.row })
          return true
        }
        if let other = context.model[target.table], let row = try db.localRow(target.key, in: other) {
          path.append((row: target, rest: try newTargets(of: row, in: other, db)))
        }
      }
      while let last = path.last, last.rest.isEmpty { path.removeLast() }
    }
    // A few are searched again: with each request, all that are kept are copied.
    if seen.count > 16 { position.free.formUnion(seen) }
    return false
  }

  /// Whether a row cannot be sent, because of its own requests or conflicts.
  func isBlocked(_ row: RowID, _ db: ReadTransaction) throws -> Bool {
    try db.rows(
      "SELECT 1 FROM _rowsmith_sync_unsent AS u WHERE u.entity = ? AND u.key = ? AND \(Candidates.isFree)",
      [.text(row.table), row.key]
    ).isEmpty
  }

  /// The rows referred to that the server does not have yet.
  private func newTargets(of local: LocalRow, in table: SyncedTable, _ db: ReadTransaction) throws -> [RowID]
  {
    var targets: [RowID] = []
    for column in table.columns {
      guard let value = local.values[column.name], let (target, key) = column.link(value) else { continue }
      if target == table.name, key == local.key { continue }
      if try isNew(key, in: target, db) { targets.append(RowID(table: target, key: key)) }
    }
    guard table.isLinks else { return targets }
    let keys = KeyCoding.decode(local.key, count: 2)
    for (entity, key) in [(table.linkEntities.source, keys.first), (table.linkEntities.target, keys.last)] {
      if let key, try isNew(key, in: entity, db) { targets.append(RowID(table: entity, key: key)) }
    }
    return targets
  }

  /// Whether a list of the row has a record that the server does not have yet. It only delays the row.
  private func hasNewItems(_ local: LocalRow, in table: SyncedTable, _ db: ReadTransaction) throws -> Bool {
    try table.lists.contains { list in
      guard let value = local.values[list.name], value != .null, value != .text("[]") else { return false }
      return try !db.rows(
        """
        SELECT 1 FROM json_each(?2) AS i JOIN _rowsmith_sync_unsent AS u ON u.entity = ?1 AND u.key = i.value AND u.kind = 1
        WHERE ?3 IS NOT i.value AND \(Candidates.isMissing) LIMIT 1
        """, [.text(list.target), value, list.target == table.name ? local.key : .null]
      ).isEmpty
    }
  }

  private func isNew(_ key: StoredValue, in table: String, _ db: ReadTransaction) throws -> Bool {
    // What is not sent any more, as the plan has changed, holds up nothing.
    guard context.model[table]?.isPushed == true else { return false }
    return try !db.rows(
      "SELECT 1 FROM _rowsmith_sync_unsent AS u WHERE entity = ? AND key = ? AND kind = 1 AND \(Candidates.isMissing)",
      [.text(table), key]
    ).isEmpty
  }
}

/// Identifies a row.
struct RowID: Sendable, Hashable {
  var table: String
  var key: StoredValue
}
