import Rowsmith
import RowsmithClient
import RowsmithSchema

/// Keeps what is unsent of records that others have embedded. Where more than a key is read from inside an embedded record, it is
/// imported as a whole, and would overwrite the row. So is one that is not known here, and what it embeds and lists.
struct NestedRecords: Sendable {
  /// A row with unsent changes, as it is here.
  struct Row: Sendable {
    var table: SyncedTable
    var local: LocalRow
    /// Its links to records that have it in ordered lists, with its places in those.
    var places: [OtherEnds.Unsent]
  }

  let model: SyncModel

  /// The rows with unsent changes that records have embedded. Called before these are imported.
  func unsent(
    in records: [PageApplier.Keyed], of table: SyncedTable, _ db: ReadTransaction
  ) throws -> [Row] {
    if table.linkHeads.isEmpty { return [] }
    let others = try model.tables.filter { other in
      try other.mayBeEmbedded && other.isPushed
        && !db.rows("SELECT 1 FROM _rowsmith_sync_unsent WHERE entity = ? LIMIT 1", [.text(other.name)])
          .isEmpty
    }
    if others.isEmpty { return [] }
    // Records that list those say which are linked to them, and which are not.
    let owners = model.tables.filter { owner in
      owner.otherEnds.contains { place in others.contains { $0.name == place.table } }
    }
    let all = others + owners.filter { owner in !others.contains { $0.name == owner.name } }
    var texts: [String: Set<String>] = [:]
    for item in records {
      for part in JSONParts.members(table.linkHeads, of: item.record.json[...]) ?? [] {
        guard let part, part.contains(UInt8(ascii: "{")),
          let value = try? JSONValue(parsing: String(decoding: part, as: UTF8.self))
        else { continue }
        NestedRecords.collect(value, all, &texts)
      }
    }
    if texts.isEmpty { return [] }
    // The records of the page are merged themselves.
    let page = Set(records.map(\.key))
    let keys = texts.reduce(into: [String: [StoredValue]]()) { keys, entry in
      guard let other = model[entry.key] else { return }
      keys[entry.key] = entry.value.compactMap {
        try? db.value(of: $0, column: other.keys[0], of: other.plan.name)
      }
    }
    return try others.flatMap { other -> [Row] in
      let named = keys[other.name] ?? []
      var found = Set(
        try db.rows(
          "SELECT key FROM _rowsmith_sync_unsent WHERE entity = ?1 AND key IN (SELECT value FROM json_each(?2))",
          [.text(other.name), .text(JSONValue.array(named.map(\.plainJSON)).text)]
        ).compactMap(\.values.first))
      for owner in owners {
        guard let linked = keys[owner.name], !linked.isEmpty else { continue }
        for name in Set(owner.otherEnds.filter { $0.table == other.name }.map(\.name)) {
          found.formUnion(try db.unsent(name, of: [], linkedTo: linked, in: other).map(\.key))
        }
      }
      return try found.compactMap { key -> Row? in
        if other.name == table.name, page.contains(key) { return nil }
        return try db.localRow(key, in: other).map { local in
          Row(table: other, local: local, places: try places(of: local, in: other, db))
        }
      }
    }
  }

  /// The links of a row to records that have it in ordered lists, with its places in those.
  private func places(
    of local: LocalRow, in table: SyncedTable, _ db: ReadTransaction
  ) throws -> [OtherEnds.Unsent] {
    let ends = Set(model.tables.flatMap(\.otherEnds).filter { $0.table == table.name && $0.position != nil })
    return try ends.compactMap { end -> OtherEnds.Unsent? in
      guard let column = table.columns.first(where: { $0.names.contains(end.name) }),
        let value = local.values[column.name]
      else { return nil }
      return try OtherEnds.Unsent(table: table, key: local.key, name: column.name, value: value)
        .withPosition(end.position, db)
    }
  }

  /// Restores what an import has overwritten. Called with tracking off.
  static func restore(_ rows: [Row], _ db: WriteTransaction) throws {
    for row in rows {
      let (local, table) = (row.local, row.table)
      guard let now = try db.values(of: local.key, in: table) else { continue }
      if local.kind == .deleted {
        try db.deleteRow(local.key, in: table)
        continue
      }
      var mine = local.values.filter { name, value in
        now[name] != value && (local.kind == .made || local.changes[name] != nil)
      }
      row.restoreEntity(in: &mine, now)
      if !mine.isEmpty { try db.set(mine, of: local.key, in: table, ignoring: true) }
      for place in row.places where mine[place.name] != nil { try place.restorePosition(db) }
    }
  }

  /// Collects the texts that may be keys of embedded records, by table.
  private static func collect(
    _ value: JSONValue, _ others: [SyncedTable], _ texts: inout [String: Set<String>]
  ) {
    switch value {
    case .array(let items):
      for item in items {
        // The key of a record that is listed.
        if let text = item.scalarText { for other in others { texts[other.name, default: []].insert(text) } }
        collect(item, others, &texts)
      }
    case .object(let members):
      for other in others {
        let key = other.keyPaths.lazy.compactMap { value.value(at: $0)?.scalarText }.first
        if let key { texts[other.name, default: []].insert(key) }
        // The key of the one record to which it is linked.
        for place in other.otherEnds {
          guard let text = value.value(at: place.path)?.scalarText else { continue }
          texts[place.table, default: []].insert(text)
        }
      }
      for member in members {
        // In a map of records, the names of the members are the keys.
        if case .object = member.value {
          for other in others { texts[other.name, default: []].insert(member.key) }
        }
        collect(member.value, others, &texts)
      }
    default: break
    }
  }
}

extension NestedRecords.Row {
  /// Adds the row's entity and its values to those that are restored, if one of these is none of the entity that the row is of
  /// now: nobody could read it. Of which entity the row is, is merged when its own record comes.
  fileprivate func restoreEntity(in mine: inout [String: StoredValue], _ now: [String: StoredValue]) {
    guard let kind = table.columns.first(where: \.isKind)?.name, now[kind] != local.values[kind] else {
      return
    }
    let familyValues = table.familyValues
    let isLost = familyValues.contains { value in
      guard let own = mine[value.name] else { return false }
      return !value.isOf(now[kind]) && !value.isNone(own)
    }
    guard isLost || mine[kind] != nil else { return }
    for name in [kind] + familyValues.map(\.name) { mine[name] = local.values[name] }
  }
}
