import Rowsmith
import RowsmithClient
import RowsmithSchema

/// Keeps what is unsent of records that others have embedded. Where more than a key is read from inside an embedded record, it is
/// imported as a whole, and would overwrite the row.
struct NestedRecords: Sendable {
  /// A row with unsent changes, as it is here.
  struct Row: Sendable {
    var table: SyncedTable
    var local: LocalRow
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
    var texts: [String: Set<String>] = [:]
    for item in records {
      for part in JSONParts.members(table.linkHeads, of: item.record.json[...]) ?? [] {
        guard let part, part.contains(UInt8(ascii: "{")),
          let value = try? JSONValue(parsing: String(decoding: part, as: UTF8.self))
        else { continue }
        NestedRecords.collect(value, others, &texts)
      }
    }
    // The records of the page are merged themselves.
    let page = Set(records.map(\.key))
    return try others.flatMap { other -> [Row] in
      let keys = (texts[other.name] ?? []).compactMap {
        try? db.value(of: $0, column: other.keys[0], of: other.plan.name)
      }
      if keys.isEmpty { return [] }
      let found = try db.rows(
        "SELECT key FROM _rowsmith_sync_unsent WHERE entity = ?1 AND key IN (SELECT value FROM json_each(?2))",
        [.text(other.name), .text(JSONValue.array(keys.map(\.plainJSON)).text)]
      ).compactMap(\.values.first)
      return try found.compactMap { key -> Row? in
        if other.name == table.name, page.contains(key) { return nil }
        return try db.localRow(key, in: other).map { Row(table: other, local: $0) }
      }
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
      let mine = local.values.filter { name, value in
        now[name] != value && (local.kind == .made || local.changes[name] != nil)
      }
      if !mine.isEmpty { try db.set(mine, of: local.key, in: table, ignoring: true) }
    }
  }

  /// Collects the texts that may be keys of embedded records, by table.
  private static func collect(
    _ value: JSONValue, _ others: [SyncedTable], _ texts: inout [String: Set<String>]
  ) {
    switch value {
    case .array(let items):
      for item in items { collect(item, others, &texts) }
    case .object(let members):
      for other in others {
        let key = other.keyPaths.lazy.compactMap { value.value(at: $0)?.scalarText }.first
        if let key { texts[other.name, default: []].insert(key) }
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
