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
    // A fetched record that cannot be read is still missing.
    var asked: Set<StoredValue> = []
    var isNew = true
    // A fetched record may refer to another one, whose key comes before its own.
    while isNew {
      isNew = false
      var last: StoredValue?
      while true {
        let from = last
        let missing = try await context.store.read { db -> [Missing] in
          let maker = WriteMaker(context: context, table: table)
          return try db.missing(in: table, after: from, limit: Puller.keysAtOnce).map {
            (id: try maker.id(of: $0, db), key: $0)
          }
        }
        guard let end = missing.last else { break }
        last = end.key
        let wanted = missing.filter { asked.insert($0.key).inserted }
        if wanted.isEmpty { continue }
        isNew = true
        try Task.checkCancellation()
        context.progress?.tell(
          .init(phase: .filling, entity: table.collection.name, completed: 0, total: wanted.count))
        try context.failPoint?("asking for what is missing")
        try await fetch(wanted, table, &report)
      }
    }
  }

  /// Asks again, by the server's keys, for records that could not be read when others led to them.
  func askAgain(_ table: SyncedTable, _ report: inout SyncReport) async throws {
    guard context.model.keys.attribute(of: table.plan.name) != nil else { return }
    let keys = try await context.store.read { db in
      try db.rows(
        "SELECT key, server_key FROM _rowsmith_sync_rows WHERE entity = ? AND state = 3 AND modified = -1 "
          + "AND server_key IS NOT NULL ORDER BY random() LIMIT ?",
        [.text(table.name), .integer(Int64(Puller.keysAtOnce))]
      ).compactMap { row -> (StoredValue, String)? in
        guard let key = row["key"], let serverKey = row.text("server_key") else { return nil }
        return (key, serverKey)
      }
    }
    if keys.isEmpty { return }
    var failed: Set<String> = []
    let found = try await KeyTranslation(context: context, table: table, known: [:])
      .read(keys.map(\.1), in: table, &report, &failed)
    let answered = keys.filter { !failed.contains($0.1) }.map(\.0)
    report.add(
      try await PageApplier(context: context, table: table).apply(
        found,
        .init(before: { db in for key in answered { try db.noteReadAgain(key, in: table) } }, isForced: true))
    )
  }

  private typealias Missing = (id: String, key: StoredValue)

  /// Fetches missing records; one by one if an error concerns one of them, as the others are still wanted.
  private func fetch(_ wanted: [Missing], _ table: SyncedTable, _ report: inout SyncReport) async throws {
    let found: [SyncRecord]
    do {
      found = try await context.read(wanted.map(\.id), in: table)
    } catch let error as SyncError where error.mayBeOfOneRecord {
      report.requests += 1
      if wanted.count > 1 {
        var failures = 0
        for one in wanted.shuffled() {
          let count = report.setAside.count
          try await fetch([one], table, &report)
          failures = report.setAside.count > count ? failures + 1 : 0
          // So many in a row are no single records.
          if error.reason == .interrupted, failures == Puller.failuresInARow { throw error }
        }
      } else {
        report.setAside.append(.init(error, of: wanted.first?.id, in: table.collection.name))
      }
      return
    }
    report.requests += 1
    let keys = wanted.map(\.key)
    report.add(
      try await PageApplier(context: context, table: table).apply(
        found,
        .init(
          after: { db in
            // Compared by key: a server may spell an id differently.
            let there = Set(
              found.compactMap { try? db.value(of: $0.id, column: table.keys[0], of: table.plan.name) })
            for key in keys where !there.contains(key) {
              try db.noteServerCopy(ServerCopy(state: .hidden), of: key, in: table)
            }
          }, isForced: true)))
  }
}

extension SyncError {
  /// Whether the error may concern one of the requested records only: the server has answered, and asks for no pause or login.
  var mayBeOfOneRecord: Bool {
    Puller.isOfOneCollection(self) || reason == .interrupted && status != nil
  }
}

extension ReadTransaction {
  /// Referenced keys without a row, except those known not to exist at the server.
  ///
  /// - Parameter key: the key after which they begin; `nil` for all.
  fileprivate func missing(in table: SyncedTable, after key: StoredValue?, limit: Int) throws -> [StoredValue]
  {
    try rows(
      """
      SELECT DISTINCT key FROM _rowsmith_unresolved AS m WHERE reference IN (\(places(table, from: 4)))
      \(key == nil ? "" : "AND key > ?2")
      AND NOT EXISTS (SELECT 1 FROM _rowsmith_sync_rows AS r WHERE r.entity = ?1 AND r.key = m.key AND r.state IN (1, 2, 3))
      AND NOT EXISTS (SELECT 1 FROM _rowsmith_sync_unsent AS u WHERE u.entity = ?1 AND u.key = m.key)
      AND NOT EXISTS (SELECT 1 FROM \(DDL.quoted(table.name)) AS t WHERE \(table.key(of: "t")) = m.key)
      ORDER BY key LIMIT ?3
      """, [.text(table.name), key ?? .null, .integer(Int64(limit))] + names(table)
    ).compactMap(\.values.first)
  }

  fileprivate func countOfMissing(in table: SyncedTable) throws -> Int {
    try rows(
      """
      SELECT count(DISTINCT key) AS n FROM _rowsmith_unresolved AS m WHERE reference IN (\(places(table, from: 3)))
      AND NOT EXISTS (SELECT 1 FROM _rowsmith_sync_rows AS r WHERE r.entity = ?1 AND r.key = m.key AND r.state = 2)
      AND NOT EXISTS (SELECT 1 FROM \(DDL.quoted(table.name)) AS t WHERE \(table.key(of: "t")) = m.key AND ?2 = 0)
      """, [.text(table.name), .integer(0)] + names(table)
    ).first?.integer("n") ?? 0
  }

  private func places(_ table: SyncedTable, from first: Int) -> String {
    names(table).indices.map { "?\($0 + first)" }.joined(separator: ", ")
  }

  private func names(_ table: SyncedTable) -> [StoredValue] {
    (table.references.map(\.name) + table.missingSources).map(StoredValue.text)
  }
}
