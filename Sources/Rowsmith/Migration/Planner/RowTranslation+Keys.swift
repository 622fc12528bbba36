import RowsmithSchema

/// A key of the new database, as SQL.
struct TranslatedKey {
  var columns: [String]
  /// Whether the key equals the old key, whether or not it names a row.
  var isIdentity: Bool
}

extension RowTranslation {
  /// The key in the new database of the row that an old key names; `nil` if rows of that entity do not move there.
  ///
  /// If the new key can be derived from the old one, keys that name no row are translated, too. Otherwise they become NULL,
  /// as do keys of rows that move elsewhere.
  func translate(
    _ columns: [String], to former: String, now entity: String, depth: Int
  ) -> TranslatedKey? {
    let split = splits.split(of: former, to: entity)
    guard let kind = split.first, let now = match.successor(of: kind), depth < 16,
      let table = match.oldTable(of: former), let newTable = match.newTable(of: entity)
    else { return nil }
    let flow = RowFlow(entity: now.name, former: kind, table: table)
    let identity = table.identity
    let keyColumns = newTable.key.compactMap { name in newTable.columns.first { $0.name == name } }
    guard identity.count == columns.count, !keyColumns.isEmpty else { return nil }
    let direct = keyColumns.map { column in
      value(of: column, flow: flow, depth: depth) { name in
        identity.firstIndex(of: name).map { columns[$0] }
      }
    }
    let alias = "r\(depth)"
    let names = identity.map { SQL.column($0, of: alias) }
    var translated = direct.compactMap { $0 }
    if direct.contains(nil) {
      translated = keyColumns.map { column in
        let value = value(of: column, flow: flow, depth: depth) { SQL.column($0, of: alias) } ?? "NULL"
        return
          "(SELECT \(value) FROM \(DDL.quoted(table.name)) AS \(alias) WHERE \(SQL.equal(names, columns)))"
      }
    }
    if !split.elsewhere.isEmpty {
      let kinds = SQL.texts(split.elsewhere)
      let isElsewhere =
        "EXISTS (SELECT 1 FROM \(DDL.quoted(table.name)) AS \(alias) WHERE \(SQL.equal(names, columns)) "
        + "AND \(SQL.column("entityName", of: alias)) IN (\(kinds)))"
      translated = translated.map { "CASE WHEN \(isElsewhere) THEN NULL ELSE \($0) END" }
    }
    return TranslatedKey(columns: translated, isIdentity: translated == columns)
  }

  /// Both ends of old links as keys of the new database; `nil` if either end does not move there.
  func translate(
    _ links: OldLinks, from source: String, to target: String
  ) -> (source: TranslatedKey, target: TranslatedKey)? {
    guard let one = translate(links.source, to: links.sourceEntity, now: source, depth: 1),
      let other = translate(links.target, to: links.targetEntity, now: target, depth: 1)
    else { return nil }
    return (one, other)
  }
}
