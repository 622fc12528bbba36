import Rowsmith
import RowsmithClient
import RowsmithSchema

extension PageApplier {
  /// Applies a page of links. A link exists or not; it cannot be changed.
  func applyLinks(
    _ sorted: Sorted, _ together: Together, _ report: inout SyncReport, _ db: WriteTransaction
  ) throws {
    for item in sorted.live {
      let kind = try db.localRow(item.key, in: table)?.kind
      // A link that was removed here stays removed; the removal is still to be sent.
      if kind != .deleted {
        if try link(item.key, db) { report.count(.inserted, item.key, in: table) }
        try db.forgetChanges(of: item.key, in: table)
      }
      try db.noteServerCopy(
        ServerCopy(
          version: item.record.version, modified: item.record.modified, state: .there,
          serverKey: try foreignID(of: item, db)),
        of: item.key, in: table, seen: together.generation)
    }
    for item in sorted.tombstones {
      var kind = try db.localRow(item.key, in: table)?.kind
      if kind == nil, try isOfRecordMadeAgain(item.key, db) {
        try db.noteKind(.made, of: item.key, in: table, at: context.localTime)
        kind = .made
      }
      // A link that was added again here stays.
      if kind != .made {
        if try unlink(item.key, db) { report.count(.deleted, item.key, in: table) }
        try db.forgetChanges(of: item.key, in: table)
      }
      try db.noteServerCopy(
        ServerCopy(version: item.record.version, modified: item.record.modified, state: .deleted),
        of: item.key,
        in: table, seen: together.generation)
    }
    if let generation = together.generation {
      for key in sorted.known {
        try db.noteSeen(key, generation, in: table)
      }
    }
  }

  /// The id of a link that another client has made; `nil` if it is the one that is made of the keys, and no other is noted.
  private func foreignID(of item: Keyed, _ db: ReadTransaction) throws -> String? {
    if isOwnID(item), try db.serverCopy(item.key, in: table)?.serverKey == nil { return nil }
    return item.record.id
  }

  /// Whether the id of a link is the one that is made of the keys.
  func isOwnID(_ item: Keyed) -> Bool {
    let keys = KeyCoding.decode(item.key, count: 2)
    return item.record.id == LinkID.make(keys.first ?? .null, keys.last ?? .null)
  }

  /// Whether a link is of a record that the server has deleted and that is created again, as it was changed here.
  private func isOfRecordMadeAgain(_ key: StoredValue, _ db: ReadTransaction) throws -> Bool {
    let (keys, entities) = (KeyCoding.decode(key, count: 2), table.linkEntities)
    guard keys.count == 2, try db.hasRow(key, in: table), let source = context.model.named(entities.source),
      let target = context.model.named(entities.target)
    else { return false }
    return try db.serverCopy(keys[0], in: source)?.state == .deleted
      && db.localRow(keys[0], in: source)?.kind == .made && db.hasRow(keys[1], in: target)
  }

  /// Restores the links that were deleted here with a record, as far as the server still has them.
  func linkAgain(_ record: StoredValue, _ db: WriteTransaction) throws {
    for links in context.model.tables where links.isLinks && links.linkEntities.source == table.plan.name {
      let deleted = try db.rows(
        "SELECT key FROM _rowsmith_sync_unsent WHERE entity = ?1 AND kind = 3 AND json_extract(key, '$[0]') = ?2",
        [.text(links.name), record]
      ).compactMap(\.values.first)
      let applier = PageApplier(context: context, table: links)
      for key in deleted {
        _ = try applier.link(key, db)
        try db.forgetChanges(of: key, in: links)
      }
    }
  }

  private func link(_ key: StoredValue, _ db: WriteTransaction) throws -> Bool {
    let keys = KeyCoding.decode(key, count: 2)
    guard keys.count == 2 else { return false }
    let added =
      try db.run(
        "INSERT INTO \(DDL.quoted(table.table)) (\(DDL.list(table.keys))) VALUES (?, ?) ON CONFLICT DO NOTHING",
        keys) > 0
    if added { try noteUnresolved(keys, db) }
    return added
  }

  /// Records links whose records are missing, so that they are fetched.
  private func noteUnresolved(_ keys: [StoredValue], _ db: WriteTransaction) throws {
    let entities = table.linkEntities
    for (entity, column, key) in [
      (entities.source, entities.sourceKey, keys[0]), (entities.target, entities.targetKey, keys[1]),
    ] {
      guard let other = context.model.named(entity) else { continue }
      try db.run(
        """
        INSERT INTO _rowsmith_unresolved (reference, key) SELECT ?1, ?2
        WHERE NOT EXISTS (SELECT 1 FROM \(DDL.quoted(other.table)) WHERE \(DDL.quoted(column)) = ?2) ON CONFLICT DO NOTHING
        """, [.text(table.collection.name), key])
    }
  }

  private func unlink(_ key: StoredValue, _ db: WriteTransaction) throws -> Bool {
    let keys = KeyCoding.decode(key, count: 2)
    guard keys.count == 2 else { return false }
    let conditions = table.keys.map { "\(DDL.quoted($0)) = ?" }.joined(separator: " AND ")
    return try db.run("DELETE FROM \(DDL.quoted(table.table)) WHERE \(conditions)", keys) > 0
  }
}
