import Rowsmith
import RowsmithClient
import RowsmithSchema

extension Puller {
  /// Fetches referenced records that are missing, by key. Those that the server does not show are recorded, so that they are not
  /// asked for again.
  func fill(_ report: inout SyncReport) async throws {
    for table in context.model.tables where !table.isLinks {
      do {
        try await fill(table, &report)
      } catch let error as SyncError where Puller.isOfOneCollection(error) {
        report.note(error, of: table)
      }
    }
  }

  /// How many keys refer to records that neither this database nor the server has.
  func countMissing() async throws -> Int {
    try await context.store.read { db in
      try context.model.tables.filter { !$0.isLinks }.reduce(0) { try $0 + db.countOfMissing(in: $1) }
    }
  }

  private func fill(_ table: SyncedTable, _ report: inout SyncReport) async throws {
    var last: [String] = []
    while true {
      let wanted = try await context.store.read { db -> [(String, StoredValue)] in
        let maker = WriteMaker(context: context, table: table)
        return try db.missing(in: table, limit: Puller.keysAtOnce).map { (try maker.id(of: $0, db), $0) }
      }
      // A fetched record that cannot be read is still missing.
      if wanted.isEmpty || wanted.map(\.0) == last { break }
      last = wanted.map(\.0)
      try Task.checkCancellation()
      context.progress?.tell(
        .init(phase: .filling, entity: table.collection.name, completed: 0, total: wanted.count))
      try context.failPoint?("asking for what is missing")
      let found = try await context.server.read(wanted.map(\.0), in: table.collection)
      report.requests += 1
      let there = Set(found.map(\.id))
      let hidden = wanted.filter { !there.contains($0.0) }.map(\.1)
      report.add(
        try await PageApplier(context: context, table: table).apply(
          found,
          .init(
            after: { db in
              for key in hidden { try db.noteServerCopy(ServerCopy(state: .hidden), of: key, in: table) }
            }, isForced: true)))
    }
  }
}

extension ReadTransaction {
  /// Referenced keys without a row, except those known not to exist at the server.
  fileprivate func missing(in table: SyncedTable, limit: Int) throws -> [StoredValue] {
    try rows(
      """
      SELECT DISTINCT key FROM _rowsmith_unresolved AS m WHERE reference IN (\(places(table)))
      AND NOT EXISTS (SELECT 1 FROM _rowsmith_sync_rows AS r WHERE r.entity = ?1 AND r.key = m.key AND r.state IN (1, 2, 3))
      AND NOT EXISTS (SELECT 1 FROM _rowsmith_sync_unsent AS u WHERE u.entity = ?1 AND u.key = m.key)
      AND NOT EXISTS (SELECT 1 FROM \(DDL.quoted(table.table)) AS t WHERE \(table.key(of: "t")) = m.key)
      ORDER BY key LIMIT ?2
      """, [.text(table.name), .integer(Int64(limit))] + names(table)
    ).compactMap(\.values.first)
  }

  fileprivate func countOfMissing(in table: SyncedTable) throws -> Int {
    try rows(
      """
      SELECT count(DISTINCT key) AS n FROM _rowsmith_unresolved AS m WHERE reference IN (\(places(table)))
      AND NOT EXISTS (SELECT 1 FROM _rowsmith_sync_rows AS r WHERE r.entity = ?1 AND r.key = m.key AND r.state = 2)
      AND NOT EXISTS (SELECT 1 FROM \(DDL.quoted(table.table)) AS t WHERE \(table.key(of: "t")) = m.key AND ?2 = 0)
      """, [.text(table.name), .integer(0)] + names(table)
    ).first?.integer("n") ?? 0
  }

  private func places(_ table: SyncedTable) -> String {
    table.references.indices.map { "?\($0 + 3)" }.joined(separator: ", ")
  }

  private func names(_ table: SyncedTable) -> [StoredValue] { table.references.map { .text($0.name) } }
}
