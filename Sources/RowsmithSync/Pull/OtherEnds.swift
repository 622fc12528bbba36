import Rowsmith
import RowsmithClient
import RowsmithSchema

/// Keeps unsent values of records that a page may set from the other end of a relationship: a folder that lists its notes says
/// which are in it, and which are not. Such values are merged when their own record comes.
struct OtherEnds: Sendable {
  /// Where the JSON of a record may have the other end of a relationship.
  struct Place: Sendable, Hashable {
    /// The table of the records that have the relationship as one of their values.
    var table: String
    /// The column of their foreign key, or the name of their list.
    var name: String
    /// The path in the JSON.
    var path: [String]
    /// The paths of the key in an embedded record.
    var keys: [[String]]
    /// The column with the position in the list, if that is ordered and its items have the foreign key.
    var position: String?
  }

  /// An unsent value of another record.
  struct Unsent: Sendable {
    var table: SyncedTable
    var key: StoredValue
    /// The column or list.
    var name: String
    var value: StoredValue
    /// The column with the position in an ordered list, and its value.
    var position: (column: String, value: StoredValue)?
  }

  /// What is set, by one column or list.
  private struct End: Hashable {
    var table, name: String
    var position: String?
  }

  let places: [Place]
  private let heads: [String]

  init(places: [Place]) {
    self.places = places
    heads = Set(places.compactMap(\.path.first)).sorted()
  }

  /// The unsent values that records may set. Called before they are imported.
  func unsent(
    of records: [PageApplier.Keyed], in table: SyncedTable, _ model: SyncModel, _ db: ReadTransaction
  ) throws -> [Unsent] {
    guard !heads.isEmpty, try !db.rows("SELECT 1 FROM _rowsmith_sync_unsent LIMIT 1").isEmpty else {
      return []
    }
    // The keys that the records name, and those of the records, from which all others are unlinked.
    var named: [End: Set<String>] = [:]
    var owners: [End: Set<StoredValue>] = [:]
    for item in records {
      guard let members = JSONParts.members(heads, of: item.record.json[...]),
        members.contains(where: { $0 != nil }),
        let json = try? JSONValue(parsing: String(decoding: item.record.json, as: UTF8.self))
      else { continue }
      for place in places {
        guard let value = json.value(at: place.path) else { continue }
        let end = End(table: place.table, name: place.name, position: place.position)
        named[end, default: []].formUnion(place.texts(in: value))
        owners[end, default: []].insert(item.key)
      }
    }
    // The records of the page are merged themselves.
    let page = Set(records.map(\.key))
    return try owners.flatMap { end, owners -> [Unsent] in
      guard let other = model[end.table] else { return [] }
      let texts = named[end] ?? []
      let keys = texts.compactMap { try? db.value(of: $0, column: other.keys[0], of: other.plan.name) }
      return try db.unsent(end.name, of: keys, linkedTo: Array(owners), in: other)
        .filter { other.name != table.name || !page.contains($0.key) }
        .map { try $0.withPosition(end.position, db) }
    }
  }

  /// Gives records the unsent values again that an import has set otherwise. Called with tracking off.
  static func restore(_ unsent: [Unsent], _ db: WriteTransaction) throws {
    for mine in unsent {
      guard let now = try db.values(of: mine.key, in: mine.table), now[mine.name] != mine.value else {
        continue
      }
      try db.set([mine.name: mine.value], of: mine.key, in: mine.table, ignoring: true)
      try mine.restorePosition(db)
    }
  }
}

extension OtherEnds.Unsent {
  /// The value with its position in the list.
  func withPosition(_ column: String?, _ db: ReadTransaction) throws -> Self {
    guard let column,
      let value = try db.rows(
        "SELECT \(DDL.quoted(column)) FROM \(DDL.quoted(table.name)) WHERE \(DDL.quoted(table.keys[0])) = ?",
        [key]
      ).first?.values.first
    else { return self }
    var placed = self
    placed.position = (column, value)
    return placed
  }

  /// Gives the record its place in the list again.
  func restorePosition(_ db: WriteTransaction) throws {
    guard let position else { return }
    try db.run(
      "UPDATE \(DDL.quoted(table.name)) SET \(DDL.quoted(position.column)) = ?1 "
        + "WHERE \(DDL.quoted(table.keys[0])) = ?2", [position.value, key])
  }
}

extension OtherEnds.Place {
  /// The texts that may be keys in a list, a map by key, or an embedded record.
  fileprivate func texts(in value: JSONValue) -> [String] {
    switch value {
    case .array(let items): items.compactMap { $0.scalarText ?? key(of: $0) }
    case .object(let members): members.map(\.key) + [key(of: value)].compactMap(\.self)
    default: [value.scalarText].compactMap(\.self)
    }
  }

  private func key(of record: JSONValue) -> String? {
    keys.lazy.compactMap { record.value(at: $0)?.scalarText }.first
  }
}

extension ReadTransaction {
  /// The unsent values of a column or list in rows with some keys, and in rows that are linked to some others.
  func unsent(
    _ name: String, of keys: [StoredValue], linkedTo others: [StoredValue], in table: SyncedTable
  ) throws -> [OtherEnds.Unsent] {
    let member: String
    let linked: String
    if let column = table.columns.first(where: { $0.names.contains(name) }) {
      member = column.name
      linked =
        "SELECT \(DDL.quoted(table.keys[0])) FROM \(DDL.quoted(table.name)) WHERE \(DDL.quoted(name))"
    } else if let list = table.lists.first(where: { $0.name == name }) {
      member = name
      linked =
        "SELECT \(DDL.quoted(list.owner)) FROM \(DDL.quoted(list.table)) WHERE \(DDL.quoted(list.other))"
    } else {
      return []
    }
    let found = try rows(
      """
      SELECT key FROM _rowsmith_sync_unsent AS u WHERE entity = ?1 AND kind <> 3 AND key IN
      (SELECT value FROM json_each(?3) UNION \(linked) IN (SELECT value FROM json_each(?4)))
      AND (kind = 1 OR EXISTS (SELECT 1 FROM _rowsmith_sync_values AS v
        WHERE v.entity = u.entity AND v.key = u.key AND v.name = ?2))
      """,
      [
        .text(table.name), .text(member), .text(JSONValue.array(keys.map(\.plainJSON)).text),
        .text(JSONValue.array(others.map(\.plainJSON)).text),
      ]
    ).compactMap(\.values.first)
    return try found.compactMap { key -> OtherEnds.Unsent? in
      guard let value = try values(of: key, in: table)?[member] else { return nil }
      return OtherEnds.Unsent(table: table, key: key, name: member, value: value)
    }
  }
}
