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
      let copy = try db.serverCopy(item.key, in: table)
      try noteIDs(of: item, copy, db)
      try db.noteServerCopy(
        ServerCopy(
          version: item.record.version, modified: item.record.modified, state: .there,
          serverKey: foreignID(of: item, copy)),
        of: item.key, in: table, seen: together.generation)
    }
    for item in sorted.tombstones {
      if try isThereUnderOtherID(item, db) {
        if let generation = together.generation { try db.noteSeen(item.key, generation, in: table) }
        continue
      }
      var kind = try db.localRow(item.key, in: table)?.kind
      if kind == nil, try isOfRecordThatStays(item.key, db) {
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
  private func foreignID(of item: Keyed, _ copy: ServerCopy?) -> String? {
    isOwnID(item) && copy?.serverKey == nil ? nil : item.record.id
  }

  /// Notes that a link is at the server under the id that was known, too, if another record of it comes.
  private func noteIDs(of item: Keyed, _ copy: ServerCopy?, _ db: WriteTransaction) throws {
    guard let copy, copy.state == .there || copy.state == .making else { return }
    let known = copy.serverKey ?? LinkID.make(of: item.key)
    if known == item.record.id { return }
    let others = try db.otherIDs(of: item.key, in: table).filter { $0 != known && $0 != item.record.id }
    try db.noteOtherIDs(others + [known], of: item.key, in: table)
  }

  /// Whether the server still has a link of which one record is deleted, under another id.
  private func isThereUnderOtherID(_ item: Keyed, _ db: WriteTransaction) throws -> Bool {
    guard let copy = try db.serverCopy(item.key, in: table), copy.state == .there else { return false }
    if (copy.serverKey ?? LinkID.make(of: item.key)) == item.record.id {
      return try db.takeOtherID(of: item.key, in: table)
    }
    let others = try db.otherIDs(of: item.key, in: table)
    if others.contains(item.record.id) {
      try db.noteOtherIDs(others.filter { $0 != item.record.id }, of: item.key, in: table)
    }
    return true
  }

  /// Whether the id of a link is the one that is made of the keys.
  func isOwnID(_ item: Keyed) -> Bool {
    item.record.id == LinkID.make(of: item.key)
  }

  /// The records at the ends of a link, with their tables; `nil` if one of them does not synchronise.
  private func ends(of link: StoredValue) -> [(key: StoredValue, table: SyncedTable)]? {
    let keys = KeyCoding.decode(link, count: 2)
    let tables = table.ends.compactMap(context.model.named)
    return keys.count == 2 && tables.count == 2 ? zip(keys, tables).map { (key: $0, table: $1) } : nil
  }

  /// Whether a link is of a record that the server has deleted and that is created again, as it was changed here, or that waits
  /// for the decision whether it is.
  private func isOfRecordThatStays(_ key: StoredValue, _ db: ReadTransaction) throws -> Bool {
    guard try db.hasRow(key, in: table), let ends = ends(of: key),
      try ends.allSatisfy({ try db.hasRow($0.key, in: $0.table) })
    else { return false }
    return try ends.contains { end in
      try db.serverCopy(end.key, in: end.table)?.state == .deleted
        && db.localRow(end.key, in: end.table) != nil
    }
  }

  /// Restores the links that were deleted here with some records, as far as the server still has them, also those in lists of
  /// others. Those of another record that is deleted stay deleted. Called when all records of the page are applied, as that one
  /// may be among them.
  func linkAgain(_ records: [StoredValue], _ db: WriteTransaction) throws {
    if records.isEmpty { return }
    try db.listAgain(records, of: table, context.model)
    for (links, place) in context.model.links(with: table) {
      let applier = PageApplier(context: context, table: links)
      for key in try db.links(.deleted, of: records, at: place, in: links) {
        if try db.isEndDeleted(of: key, at: 1 - place, in: links, context.model) { continue }
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
        "INSERT INTO \(DDL.quoted(table.name)) (\(DDL.list(table.keys))) VALUES (?, ?) ON CONFLICT DO NOTHING",
        keys) > 0
    if added { try noteUnresolved(keys, db) }
    return added
  }

  /// Records links whose records are missing, so that they are fetched.
  private func noteUnresolved(_ keys: [StoredValue], _ db: WriteTransaction) throws {
    let entities = table.linkEntities
    for (entity, column, reference, key) in [
      (entities.source, entities.sourceKey, entities.sourceReference, keys[0]),
      (entities.target, entities.targetKey, entities.targetReference, keys[1]),
    ] {
      guard let other = context.model.named(entity) else { continue }
      try db.run(
        """
        INSERT INTO _rowsmith_unresolved (reference, key) SELECT ?1, ?2
        WHERE NOT EXISTS (SELECT 1 FROM \(DDL.quoted(other.name)) WHERE \(DDL.quoted(column)) = ?2) ON CONFLICT DO NOTHING
        """, [.text(reference), key])
    }
  }

  private func unlink(_ key: StoredValue, _ db: WriteTransaction) throws -> Bool {
    let keys = KeyCoding.decode(key, count: 2)
    guard keys.count == 2 else { return false }
    let conditions = table.keys.map { "\(DDL.quoted($0)) = ?" }.joined(separator: " AND ")
    return try db.run("DELETE FROM \(DDL.quoted(table.name)) WHERE \(conditions)", keys) > 0
  }
}
