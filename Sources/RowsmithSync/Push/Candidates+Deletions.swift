import Rowsmith
import RowsmithSchema

/// Deleted rows of a table to which other deleted rows refer, each after those.
struct DeletedParents: Sendable {
  /// A row, and those of its table that refer to it.
  struct Row: Sendable {
    var key: StoredValue
    var children: [StoredValue]
  }

  var rows: [Row] = []
  /// Which of them is looked at next. The others stay as they are, so that no change copies them.
  var next = 0
}

// Deleted rows leave after those that refer to them: a server may refuse to delete a row before.
extension Candidates {
  /// The rows of a table to which other deleted rows refer.
  func parents(in table: SyncedTable, _ db: ReadTransaction) throws -> Set<StoredValue> {
    var parents: Set<StoredValue> = []
    for reference in table.references {
      let found = try deletedLinks(reference, to: table, "SELECT DISTINCT parent", db)
      parents.formUnion(found.compactMap(\.values.first))
    }
    return parents
  }

  /// The next deleted rows of a table to which others of it refer that have been deleted at the server. If they waited for
  /// the next round, a chain of deleted rows would be searched once for each of them.
  func nextParents(
    of table: SyncedTable, _ limit: Int, from position: inout Position, without passed: Set<RowID>,
    _ db: ReadTransaction
  ) throws -> [LocalRow] {
    var parents = try position.deletedParents ?? deletedParents(in: table, position, db)
    defer { position.deletedParents = parents }
    var found: [LocalRow] = []
    var batch: Set<StoredValue> = []
    while found.count < limit, parents.next < parents.rows.count {
      let row = parents.rows[parents.next]
      if row.children.contains(where: batch.contains) { break }
      parents.next += 1
      // Meanwhile it may have been made again or blocked, or the deletion of one that refers to it refused.
      let id = RowID(table: table.name, key: row.key)
      guard !passed.contains(id), try !isBlocked(id, db), let local = try db.localRow(row.key, in: table),
        local.kind == .deleted, try !row.children.contains(where: { try isDeleted($0, in: table, db) })
      else { continue }
      found.append(local)
      batch.insert(row.key)
    }
    return found
  }

  /// The deleted rows of a table to which others of it refer. Those in a circle are left out, and those to which deleted rows
  /// of other tables refer.
  private func deletedParents(
    in table: SyncedTable, _ position: Position, _ db: ReadTransaction
  ) throws -> DeletedParents {
    let order = position.isBackwards ? "DESC" : "ASC"
    var held: Set<StoredValue> = []
    var children: [StoredValue: [StoredValue]] = [:]
    var targets: [StoredValue: [StoredValue]] = [:]
    for reference in table.references {
      if reference.table != table.name {
        let found = try deletedLinks(reference, to: table, "SELECT DISTINCT parent", db)
        held.formUnion(found.compactMap(\.values.first))
        continue
      }
      let select = "SELECT parent, child"
      for link in try deletedLinks(reference, to: table, select, order: "ORDER BY child \(order)", db) {
        guard let parent = link["parent"], let child = link["child"] else { continue }
        children[parent, default: []].append(child)
        targets[child, default: []].append(parent)
      }
    }
    var counts = children.mapValues(\.count)
    let deleted = try db.rows(
      "SELECT u.key FROM _rowsmith_sync_unsent AS u WHERE u.entity = ? AND u.kind = 3 ORDER BY u.key \(order)",
      [.text(table.name)]
    ).compactMap(\.values.first)
    var level = deleted.filter {
      position.parents.contains($0) && children[$0] == nil && !held.contains($0)
    }
    var parents = DeletedParents()
    while !level.isEmpty {
      parents.rows += level.map { DeletedParents.Row(key: $0, children: children[$0] ?? []) }
      var freed: [StoredValue] = []
      for target in level.flatMap({ targets[$0] ?? [] }) {
        counts[target, default: 0] -= 1
        if counts[target] == 0, !held.contains(target) { freed.append(target) }
      }
      level = freed
    }
    return parents
  }

  /// The references of deleted rows (`child`) to other rows of a table (`parent`).
  private func deletedLinks(
    _ reference: SyncedTable.Reference, to table: SyncedTable, _ select: String, order: String = "",
    _ db: ReadTransaction
  ) throws -> [ResultRow] {
    guard context.model[reference.table]?.isPushed == true else { return [] }
    var (key, type) = ("v.base", "")
    if let choice = reference.choice {
      // Where SQLite looks at a value before its name, it may be no JSON.
      let base = "CASE WHEN json_valid(v.base) THEN v.base END"
      key = "json_extract(\(base), '$.id')"
      type = " AND json_extract(\(base), '$.type') = \(DDL.literal(.text(choice.entity)))"
    }
    return try db.rows(
      """
      \(select) FROM (SELECT \(key) AS parent, u.key AS child
      FROM _rowsmith_sync_unsent AS u CROSS JOIN _rowsmith_sync_values AS v
      ON v.entity = u.entity AND v.key = u.key AND v.name = ?2
      WHERE u.entity = ?1 AND u.kind = 3 AND v.base IS NOT NULL\(type) AND NOT (u.entity = ?3 AND u.key = \(key))) \(order)
      """,
      [.text(reference.table), .text(reference.choice?.name ?? reference.column), .text(table.name)])
  }

  private func isDeleted(_ key: StoredValue, in table: SyncedTable, _ db: ReadTransaction) throws -> Bool {
    try !db.rows(
      "SELECT 1 FROM _rowsmith_sync_unsent WHERE entity = ? AND key = ? AND kind = 3",
      [.text(table.name), key]
    ).isEmpty
  }
}
