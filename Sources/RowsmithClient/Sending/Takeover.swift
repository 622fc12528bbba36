import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// Writes the answer to a request that sent a record to the database. Gives the row the server's key in the same transaction.
struct Takeover {
  let client: Client
  var resolved: ResolvedCall
  /// The entity and key of the record that was sent; `nil` if there was none.
  var sent: (entity: String, key: [StoredValue])?
  /// The revision of the row when it was sent.
  var revision: Int64?
  /// Writes the record that was sent, if it is not in the database yet.
  var write: (@Sendable (WriteTransaction) throws -> Void)?

  /// Whether the request may have been sent before. The server may then have stored its first answer, which is older than what
  /// other calls have brought since.
  var isRepeated = false
  /// The number of the request in the queue; `nil` for a call that is not queued.
  var item: Int64?

  /// The result.
  struct Result: Sendable {
    var report = ImportReport()
    var rows = RootRows()
    /// The current key of the row that was sent.
    var key: [StoredValue] = []
  }

  /// Applies an answer. Call it in a transaction.
  func run(_ received: Received, _ db: WriteTransaction) throws -> Result {
    var result = Result()
    if let entity = resolved.route.deletes, let key = resolved.key ?? sent?.key {
      if let row = try madeAgain(entity, key, db) {
        // Only the record before it is gone from the server.
        try db.forgetUnsent(row)
        try db.noteNew(row)
      } else {
        try delete(entity, key, isMissing: !received.isSuccess, db)
      }
    }
    if let sent, let table = client.facts.table(of: sent.entity) {
      let row = RowName(table: table, key: sent.key)
      // The key of a record that the server knows already does not change.
      let awaitsKey =
        try sent.key.contains(where: LocalKey.isLocal) || db.unsentChanges(of: row)?.isNew == true
      try db.noteSent(row, revision: revision, isMadeAgain: isMadeAgain(row, db))
      try db.forgetValidators(of: [table])
      result.key = sent.key
      var hasRow = try db.row(of: sent.entity, key: sent.key, client.facts) != nil
      let isMissing = !hasRow && write != nil && received.source != nil
      let given = try awaitsKey || isMissing ? key(received, sent, db) : nil
      // Whether the answer alone does not make the missing record.
      let isPart = isMissing && given?.isWhole == false && given?.key == sent.key
      if awaitsKey, let (key, isWhole) = given, key != sent.key {
        if isRepeated, try db.takeDeletion(RowName(table: table, key: key)) {
          // The server has created the record; it was fetched under its key and deleted since.
          if hasRow { try delete(sent.entity, sent.key, db) }
          try db.dropWaiting(of: row, entities: client.facts.entities(in: table))
          return result
        }
        if !hasRow, !isWhole, let write {
          try db.withOrigin(.server) { try write(db) }
          hasRow = true
        }
        let isMerged = try hasRow && giveKey(key, to: row, of: sent.entity, db)
        try db.moveUnsent(row, to: key)
        try db.moveQueue(row, to: key, client.facts)
        result.key = key
        // The row under the server's key is newer than this answer.
        if isMerged, isRepeated { return result }
      } else if let write, received.source == nil || isPart {
        // The server has accepted the record, without a body in the answer.
        try db.withOrigin(.server) { try write(db) }
      }
      // The row was deleted here meanwhile; the answer must not bring it back.
      if !hasRow, write == nil { return result }
    }
    if let source = received.source, let target = resolved.target {
      let confirmed = ConfirmedValues(among: UnsentChanges.columns)
      var options = self.options(result.rows)
      // A stored answer says nothing of what the server has now.
      if !isRepeated { options.confirmed = confirmed }
      result.report = try db.importJSON(source, into: target, options: options)
      try db.noteConfirmed(confirmed.found, client.facts)
      try forgetAnswers(result.report, db)
    }
    return result
  }

  /// Gives the row that was sent the server's key. If another answer has already brought a row with that key, the rows are merged
  /// and the unsent values kept.
  ///
  /// - Returns: `true` if there was such a row.
  private func giveKey(
    _ key: [StoredValue], to row: RowName, of entity: String, _ db: WriteTransaction
  ) throws -> Bool {
    let unsent = try db.unsentChanges(of: row)?.base.keys.sorted() ?? []
    let old = try db.row(of: entity, key: row.key, client.facts)
    return try db.withOrigin(.takeover) {
      let outcome = try db.rekey(entity: entity, from: row.key, to: key)
      guard outcome == .merged, !unsent.isEmpty else { return outcome == .merged }
      try db.set(unsent.map { ($0, old?[$0] ?? .null) }, of: entity, key: key, client.facts)
      return true
    }
  }

  /// Drops validators so that the next call fetches everything. If the request was repeated, drops stored answers: an answer that
  /// the server has stored may have restored old values.
  private func forgetAnswers(_ report: ImportReport, _ db: WriteTransaction) throws {
    guard isRepeated else {
      let hasLinks = report.links.added + report.links.removed > 0
      let changed = report.entities.filter { hasLinks || $0.value.inserted + $0.value.updated > 0 }
      return try db.forgetValidators(of: Set(changed.keys.compactMap(client.facts.table)).sorted())
    }
    for table in Set(report.entities.keys.compactMap(client.facts.table)).sorted() {
      try db.run(
        "DELETE FROM _rowsmith_answers WHERE url IN (SELECT url FROM _rowsmith_answer_tables WHERE name = ?)",
        [.text(table)])
    }
  }

  /// Deletes a row that the server has deleted, also if it is of another entity of its family by now.
  ///
  /// - Parameter isMissing: whether the server has only said that it has no such record. One of another entity may be there
  ///   under another path.
  private func delete(
    _ entity: String, _ key: [StoredValue], isMissing: Bool = false, _ db: WriteTransaction
  ) throws {
    if isMissing, let row = try db.row(of: entity, key: key, client.facts), let own = row.text("entityName"),
      client.facts.ownEntity(of: row, entity) != own
    {
      return
    }
    // Cascades also delete rows that were created here and not sent yet. The table has the name of the family's root.
    let root = client.facts.table(of: entity) ?? entity
    try db.withOrigin(.takeover) { _ = try db.delete(entity: root, key: key) }
    if let table = client.facts.table(of: entity) {
      try db.forgetUnsent(RowName(table: table, key: key))
      try db.noteDeletion(RowName(table: table, key: key))
    }
  }

  /// The row of a deleted record that was made again here, or that a later request in the queue makes again; `nil` if there is
  /// none.
  private func madeAgain(_ entity: String, _ key: [StoredValue], _ db: ReadTransaction) throws -> RowName? {
    guard let item, let table = client.facts.table(of: entity),
      try db.row(of: entity, key: key, client.facts) != nil
    else { return nil }
    let name = RowName(table: table, key: key)
    if try db.unsentChanges(of: name)?.isNew == true { return name }
    let later = try db.queueRows(
      client.facts, where: "id > ? AND key = ?", [.integer(item), KeyCoding.encode(key)])
    let isMade = later.contains {
      $0.item.entity.flatMap(client.facts.table) == table && client.api.makesRecord($0)
    }
    return isMade ? name : nil
  }

  /// Whether a row was deleted and made again here since the request was made, and the deletion of the record before it waits.
  private func isMadeAgain(_ row: RowName, _ db: ReadTransaction) throws -> Bool {
    // Each time that a row is made, its revisions have another start.
    guard let revision, let unsent = try db.unsentChanges(of: row), unsent.isNew,
      unsent.revision >> 32 != revision >> 32
    else { return false }
    return try db.queueRows(client.facts, where: "key = ?", [KeyCoding.encode(row.key)]).contains {
      $0.item.entity.flatMap(client.facts.table) == row.table
        && client.api.deletions.contains($0.item.route)
    }
  }

  /// The key that the server gave the record: from the record in the answer, or the last path component of `Location`.
  ///
  /// - Returns: the key, and whether the answer has a whole record; `nil` if it gives no key.
  private func key(
    _ received: Received, _ sent: (entity: String, key: [StoredValue]), _ db: WriteTransaction
  ) throws -> (key: [StoredValue], isWhole: Bool)? {
    let entity = sent.entity
    if let source = received.source, case .entity(let name)? = resolved.target,
      client.facts.table(of: name) == client.facts.table(of: entity)
    {
      let probe = RootRows()
      do {
        try db.savepoint { part in
          try part.importJSON(source, into: .entity(name), options: options(probe))
          var keys: [[StoredValue]] = []
          try part.forEachKey(in: probe.runs) { _, key in keys.append(key) }
          throw FoundKeys(keys: keys)
        }
      } catch let found as FoundKeys {
        return found.keys.count == 1 ? (key: found.keys[0], isWhole: true) : nil
      } catch let error as ImportError {
        // It lacks values that a new record needs, or has unique ones, which the row under the local key has as well.
        guard let key = statedKey(source, sent, db) else { throw error }
        return (key: key, isWhole: false)
      }
    }
    // Of other successes, `Location` is not the record's address: after 202 it is where to ask how the work is going on (RFC 9110,
    // sections 10.2.2 and 15.3.3).
    guard resolved.method == .post, received.status == 201, let location = received.headers["Location"],
      let part = location.prefix(while: { $0 != "?" && $0 != "#" }).split(separator: "/").last,
      let text = String(part).removingPercentEncoding, let column = client.facts.keyColumns(of: entity).first,
      client.facts.keyColumns(of: entity).count == 1,
      let value = try? db.value(of: text, column: column, of: entity)
    else { return nil }
    return (key: [value], isWhole: false)
  }

  /// The key in the record of an answer that makes no row by itself; `nil` if it has none.
  private func statedKey(
    _ source: JSONSource, _ sent: (entity: String, key: [StoredValue]), _ db: ReadTransaction
  ) -> [StoredValue]? {
    guard var record = try? JSONValue(answer: source.readAll()).value(at: resolved.route.at) else {
      return nil
    }
    if case .array(let records) = record {
      guard records.count == 1 else { return nil }
      record = records[0]
    }
    let graph = SchemaGraph(client.store.schema)
    var key: [StoredValue] = []
    for (column, own) in zip(client.facts.keyColumns(of: sent.entity), sent.key) {
      guard case .attribute(_, let name)? = client.facts.source(of: column, in: sent.entity) else {
        // The key of another record, which this answer does not change.
        if LocalKey.isLocal(own) { return nil }
        key.append(own)
        continue
      }
      var stated: JSONValue?
      for case .keys(let path) in graph.attribute(name, of: sent.entity)?.importPaths ?? []
      where stated == nil || stated == .null {
        stated = record.value(at: path)
      }
      guard let json = stated, json != .null,
        let value = try? db.value(ofJSON: json, column: column, of: sent.entity)
      else { return nil }
      key.append(value)
    }
    return key
  }

  /// Rolls back the savepoint in which the answer was imported to find the key.
  private struct FoundKeys: Error {
    var keys: [[StoredValue]]
  }

  private func options(_ rows: RootRows) -> ImportOptions {
    var options = ImportOptions()
    options.path = resolved.route.at
    options.policy = resolved.policy
    options.pruneScopes = resolved.pruneScopes
    options.origin = .server
    options.rootRows = rows
    options.keptRows = UnsentChanges.newRows
    return options
  }
}

extension WriteTransaction {
  /// Records that the server deleted a row, if the answer to a request that may have been sent could bring it back.
  fileprivate func noteDeletion(_ row: RowName) throws {
    try run(
      """
      INSERT OR IGNORE INTO _rowsmith_deleted (entity, key)
      SELECT ?1, ?2 WHERE EXISTS
      (SELECT 1 FROM _rowsmith_queue WHERE uri IS NOT NULL AND lane <> 'sync' AND key IS NOT ?2)
      """, row.values)
    // No request is left that could bring a row back.
    try run(
      """
      DELETE FROM _rowsmith_deleted WHERE NOT EXISTS
      (SELECT 1 FROM _rowsmith_queue WHERE uri IS NOT NULL AND lane <> 'sync')
      """)
  }

  /// Returns `true` if a row's deletion was recorded, and removes the record of it.
  fileprivate func takeDeletion(_ row: RowName) throws -> Bool {
    try run("DELETE FROM _rowsmith_deleted WHERE entity = ?1 AND key = ?2", row.values) > 0
  }
}
