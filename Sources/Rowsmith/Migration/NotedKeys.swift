import RowsmithSchema

/// What a client or a sync has noted of rows, by their keys: it gets the keys that the rows are about to get.
struct NotedKeys {
  let connection: Connection
  let match: SchemaMatch
  /// The conversions, as SQL refers to them; see ``ValueConversion/function``.
  let conversions: [ValueConversion]

  /// The SQL of what stands before a new name, or the name of what has its new key, until all have theirs: one may get what
  /// another had.
  static let mark = "char(1)"

  /// Renews the keys. Runs while the old tables are there.
  ///
  /// - Parameters:
  ///   - noted: internal tables with the columns `entity` and `key`, in which the entity is the name of a table.
  ///   - lane: the condition for requests in the queue, whose entity is that of the record.
  func renew(in noted: [String], lane: String) throws {
    let translation = RowTranslation(match, LinkOrigins(match), ConversionList(conversions))
    for old in match.oldLayout.tables {
      if old.key.count > 1 || !isSingle(old) {
        let keys = newKeys(of: old, old.key.indices.map { "?\($0 + 1)" }, translation)
        if keys.isEmpty { continue }
        for table in noted { try renew(keys, of: old, named: old.name, in: table, "1") }
        for entity in old.entities.sorted() {
          try renew(keys, of: old, named: entity, in: "_rowsmith_queue", lane)
        }
        continue
      }
      guard let key = newKey(of: old, "n.key", translation) else { continue }
      for table in noted { try set(key, of: old.name, in: table) }
      for entity in old.entities.sorted() { try setQueued(key, of: entity, lane) }
    }
  }

  /// Renews the keys of the links in a table; see ``TrackedChanges``. They are JSON arrays of two keys of one part.
  ///
  /// - Parameter isTurned: whether they begin with the target.
  func renew(_ link: Layout.LinkTable, isTurned: Bool, in noted: [String]) throws {
    let translation = RowTranslation(match, LinkOrigins(match), ConversionList(conversions))
    let ends = isTurned ? [link.targetEntity, link.sourceEntity] : [link.sourceEntity, link.targetEntity]
    let parts = ends.indices.map { "json_extract(n.key, '$[\($0)]')" }
    let keys = zip(ends, parts).map { end, part in
      match.oldTable(of: end).flatMap {
        isSingle($0) && !becomesData(end) ? newKey(of: $0, part, translation) : nil
      } ?? part
    }
    if keys == parts { return }
    let key = "json_array(\(keys.joined(separator: ", ")))"
    for table in noted { try set(key, of: link.name, in: table) }
    try setQueued(key, of: link.name, "lane = 'sync'")
  }

  /// - Parameter key: the new key, as SQL over the old one, `n.key`.
  private func set(_ key: String, of entity: String, in table: String) throws {
    // Marked, so that a new key that another row had before replaces nothing.
    try connection.run(
      "UPDATE OR REPLACE main.\(table) AS n SET entity = \(Self.mark) || n.entity, key = \(key) WHERE n.entity = ?1",
      [.text(entity)])
    try unmark(entity, in: table)
  }

  private func setQueued(_ key: String, of entity: String, _ lane: String) throws {
    try connection.run(
      "UPDATE main._rowsmith_queue AS n SET key = \(key) WHERE \(lane) AND n.key IS NOT NULL AND n.entity = ?1",
      [.text(entity)])
  }

  private func unmark(_ entity: String, in table: String) throws {
    try connection.run(
      "UPDATE main.\(table) SET entity = ?1 WHERE entity = \(Self.mark) || ?1", [.text(entity)])
  }

  /// Whether the keys of an old entity become blobs. JSON has none: in it, such keys stay the text that they were.
  private func becomesData(_ entity: String) -> Bool {
    match.successor(of: entity).flatMap { match.new.keyAttribute(of: $0.name) }?.type == .scalar(.data)
  }

  /// Whether the keys of a table have one part, before and now.
  private func isSingle(_ old: Layout.Table) -> Bool {
    old.key.count == 1
      && old.entities.allSatisfy { entity in
        match.successor(of: entity).flatMap { match.newTable(of: $0.name) }.map { $0.key.count == 1 } ?? true
      }
  }

  /// Renews keys of several parts one by one: SQL alone does not write them as ``KeyCoding`` does.
  ///
  /// - Parameter keys: the possible new keys, as SQL over the parts of the old one; the first without NULL counts.
  private func renew(
    _ keys: [[String]], of old: Layout.Table, named entity: String, in table: String, _ condition: String
  ) throws {
    let list = try connection.prepare(
      "SELECT DISTINCT key FROM main.\(table) WHERE \(condition) AND key IS NOT NULL AND entity = ?1")
    list.bind(.text(entity), at: 1)
    var noted: [StoredValue] = []
    while try list.step() { noted.append(list.value(at: 0)) }
    let queries = try keys.map { try connection.prepare("SELECT \($0.joined(separator: ", "))") }
    for key in noted {
      let parts = KeyCoding.decode(key, count: old.key.count)
      // An earlier version left keys of one part where there are several now.
      guard parts.count == old.key.count else { continue }
      for (query, columns) in zip(queries, keys) {
        query.reset()
        query.bind(parts)
        guard try query.step() else { continue }
        let new = columns.indices.map { query.value(at: $0) }
        if new.contains(.null) { continue }
        // Marked, so that a new key that another row had before replaces nothing.
        try connection.run(
          "UPDATE OR REPLACE main.\(table) SET entity = \(Self.mark) || entity, key = ?3 "
            + "WHERE \(condition) AND entity = ?1 AND key = ?2", [.text(entity), key, KeyCoding.encode(new)])
        break
      }
    }
    try unmark(entity, in: table)
  }

  /// The new key of a row, as SQL over its old one of one part; `nil` if it stays as it is.
  private func newKey(of old: Layout.Table, _ key: String, _ translation: RowTranslation) -> String? {
    let keys = newKeys(of: old, [key], translation).map { $0[0] }
    return keys.isEmpty ? nil : "coalesce(\((keys + [key]).joined(separator: ", ")))"
  }

  /// The new keys of a row in the tables to which it may go, as SQL over the parts of its old one.
  private func newKeys(
    of old: Layout.Table, _ parts: [String], _ translation: RowTranslation
  ) -> [[String]] {
    var (tables, keys): ([String], [[String]]) = ([], [])
    for entity in old.entities.sorted() {
      guard let now = match.successor(of: entity)?.name, let table = match.newTable(of: now)?.name,
        !tables.contains(table)
      else { continue }
      tables.append(table)
      guard let key = translation.translate(parts, to: old.name, now: now, depth: 1), !key.isIdentity else {
        continue
      }
      keys.append(key.columns)
    }
    return keys
  }
}
