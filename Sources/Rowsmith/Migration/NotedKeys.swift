import RowsmithSchema

/// What a client or a sync has noted of rows, by their keys: it gets the keys that the rows are about to get.
struct NotedKeys {
  let connection: Connection
  let match: SchemaMatch
  /// The conversions, as SQL refers to them; see ``ValueConversion/function``.
  let conversions: [ValueConversion]

  /// Renews the keys. Runs while the old tables are there.
  ///
  /// - Parameters:
  ///   - noted: internal tables with the columns `entity` and `key`, in which the entity is the name of a table.
  ///   - lane: the condition for requests in the queue, whose entity is that of the record.
  func renew(in noted: [String], lane: String) throws {
    let translation = RowTranslation(match, LinkOrigins(match), ConversionList(conversions))
    for old in match.oldLayout.tables {
      guard let key = newKey(of: old, translation) else { continue }
      for table in noted {
        // Marked, so that a new key that another row had before replaces nothing.
        try connection.run(
          "UPDATE OR REPLACE main.\(table) AS n SET entity = char(1) || n.entity, key = \(key) WHERE n.entity = ?1",
          [.text(old.name)])
        try connection.run(
          "UPDATE main.\(table) SET entity = ?1 WHERE entity = char(1) || ?1", [.text(old.name)])
      }
      for entity in old.entities.sorted() {
        try connection.run(
          "UPDATE main._rowsmith_queue AS n SET key = \(key) WHERE \(lane) AND n.key IS NOT NULL AND n.entity = ?1",
          [.text(entity)])
      }
    }
  }

  /// The new key of a row, as SQL over `n.key`; `nil` if it stays as it is.
  private func newKey(of old: Layout.Table, _ translation: RowTranslation) -> String? {
    let parts = old.key.indices.map { old.key.count == 1 ? "n.key" : "json_extract(n.key, '$[\($0)]')" }
    var (tables, keys): ([String], [String]) = ([], [])
    for entity in old.entities.sorted() {
      guard let now = match.successor(of: entity)?.name, let table = match.newTable(of: now)?.name,
        !tables.contains(table)
      else { continue }
      tables.append(table)
      guard let key = translation.translate(parts, to: old.name, now: now, depth: 1), !key.isIdentity else {
        continue
      }
      keys.append(
        key.columns.count == 1
          ? key.columns[0]
          : "CASE WHEN \(SQL.notNull(key.columns)) THEN json_array(\(key.columns.joined(separator: ", "))) END"
      )
    }
    return keys.isEmpty ? nil : "coalesce(\((keys + ["n.key"]).joined(separator: ", ")))"
  }
}
