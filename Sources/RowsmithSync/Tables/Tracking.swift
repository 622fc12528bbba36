import Rowsmith
import RowsmithClient
import RowsmithSchema

/// Sets up the tracking of writes to synchronised tables.
struct Tracking {
  let model: SyncModel

  /// Creates what is missing, in one transaction. Rows that were not tracked before count as created here.
  ///
  /// - Throws: `StoreError`.
  func prepare(_ store: Store) throws {
    try store.prepare(ClientTables.all + QueueTables.all + SyncTables.all)
    if try store.read({ try isCurrent($0) }) { return }
    try store.write { db in
      // Another process may have done it meanwhile.
      if try !isCurrent(db) { try establish(db) }
    }
  }

  private func isCurrent(_ db: ReadTransaction) throws -> Bool {
    try there(db)
      == Dictionary(
        TrackingTriggers(model: model).all.map { ($0.name, $0.sql) }, uniquingKeysWith: { first, _ in first })
  }

  private func there(_ db: ReadTransaction) throws -> [String: String] {
    let rows = try db.rows(
      "SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger' AND name GLOB '\(TrackingTriggers.prefix)*'"
    )
    return Dictionary(
      rows.compactMap { row in row.text("name").flatMap { name in row.text("sql").map { (name, $0) } } },
      uniquingKeysWith: { first, _ in first })
  }

  private func establish(_ db: WriteTransaction) throws {
    let wanted = TrackingTriggers(model: model).all
    let names = Set(wanted.map(\.name))
    let there = try there(db)
    for name in there.keys.sorted()
    where !names.contains(name) || there[name] != wanted.first(where: { $0.name == name })?.sql {
      try db.run("DROP TRIGGER \(DDL.quoted(name))")
    }
    for trigger in wanted where there[trigger.name] != trigger.sql { try db.run(trigger.sql) }
    try db.run("DELETE FROM _rowsmith_late_triggers WHERE name GLOB '\(TrackingTriggers.prefix)*'")
    for late in TrackingTriggers(model: model).late {
      try db.run(
        "INSERT INTO _rowsmith_late_triggers (name, entity, statement) VALUES (?, ?, ?)",
        [.text(late.trigger), .text(late.table), .text(late.statement)])
    }
    try forgetTracked(db)
    for table in model.tables where table.isPushed {
      try noteUntracked(table, db)
      // The version before did not note what came inside other records.
      if table.mayBeEmbedded, there["\(TrackingTriggers.prefix)arrive_\(table.name)"] == nil {
        try noteEmbedded(table, db)
      }
    }
  }

  /// Forgets that tables were tracked that no longer are: their rows are not noted meanwhile.
  private func forgetTracked(_ db: WriteTransaction) throws {
    let tracked = Set(model.tables.filter(\.isPushed).map { "tracked \($0.name)" })
    let names = try db.rows("SELECT name FROM _rowsmith_sync_state WHERE name GLOB 'tracked *'")
      .compactMap { $0.text("name") }
    for name in names where !tracked.contains(name) {
      try db.run("DELETE FROM _rowsmith_sync_state WHERE name = ?", [.text(name)])
    }
  }

  /// Notes rows of which nothing is known in a table that is tracked: they have come inside other records.
  private func noteEmbedded(_ table: SyncedTable, _ db: WriteTransaction) throws {
    let key = table.notedKey(of: "t")
    try db.run(
      """
      INSERT INTO _rowsmith_sync_rows (entity, key, state) SELECT ?1, \(key), 4 FROM \(DDL.quoted(table.name)) AS t
      WHERE NOT EXISTS (SELECT 1 FROM _rowsmith_sync_rows WHERE entity = ?1 AND key = \(key))
      AND NOT EXISTS (SELECT 1 FROM _rowsmith_sync_unsent WHERE entity = ?1 AND key = \(key))
      """, [.text(table.name)])
  }

  /// Records existing rows as created here, as the server has not described them. Their time is unknown: if the server has such a
  /// row, too, and the later change wins, it is the server's.
  private func noteUntracked(_ table: SyncedTable, _ db: WriteTransaction) throws {
    let tracked = "tracked \(table.name)"
    if try !db.rows("SELECT 1 FROM _rowsmith_sync_state WHERE name = ?", [.text(tracked)]).isEmpty { return }
    let key = table.notedKey(of: "t")
    try db.run(
      """
      INSERT INTO _rowsmith_sync_unsent (entity, key, kind, at)
      SELECT ?1, \(key), 1, 0 FROM \(DDL.quoted(table.name)) AS t
      WHERE NOT EXISTS (SELECT 1 FROM _rowsmith_sync_rows WHERE entity = ?1 AND key = \(key))
      ORDER BY 2 ON CONFLICT (entity, key) DO NOTHING
      """, [.text(table.name)])
    try db.run("INSERT INTO _rowsmith_sync_state (name, value) VALUES (?, 1)", [.text(tracked)])
  }
}
