import RowsmithSchema

/// Renames and converts what a client has noted of unsent changes and queued requests, when a migration changes their tables.
///
/// The tables and their terms belong to the product `RowsmithClient`, which does not run during a migration.
struct QueuedChanges {
  private let connection: Connection
  private let match: SchemaMatch
  /// The conversions, as SQL refers to them; see ``ValueConversion/function``.
  private let conversions: [ValueConversion]

  /// Returns `nil` if the database has no queue.
  init?(
    _ connection: Connection, from old: Schema, to new: Schema, _ conversions: [ValueConversion]
  ) {
    guard connection.hasTable("_rowsmith_queue"), connection.hasTable("_rowsmith_unsent_values") else {
      return nil
    }
    (self.connection, self.conversions) = (connection, conversions)
    match = SchemaMatch(from: old, to: new)
  }

  private static let noted = ["_rowsmith_unsent", "_rowsmith_unsent_values", "_rowsmith_deleted"]

  /// Gives what was noted the keys that its rows are about to get. Runs while the old tables are there.
  func renewKeys() throws {
    try NotedKeys(connection: connection, match: match, conversions: conversions)
      .renew(in: Self.noted, lane: "lane <> 'sync'")
  }

  /// Renames what was noted. Requests for records of an entity that is gone stay: they are set aside when they are sent.
  func renew() throws {
    for entity in match.old.schema.entities {
      if let now = match.successor(of: entity.name)?.name {
        try run(
          "UPDATE main._rowsmith_queue SET entity = \(NotedKeys.mark) || ?2 WHERE lane <> 'sync' AND entity = ?1",
          entity.name, now)
      } else if match.new.entity(entity.name) != nil {
        try run("DELETE FROM main._rowsmith_queue WHERE lane <> 'sync' AND entity = ?1", entity.name)
      }
    }
    for table in match.oldLayout.tables { try move(table) }
    for table in ["_rowsmith_queue"] + Self.noted {
      try run(
        "UPDATE OR REPLACE main.\(table) SET entity = substr(entity, 2) WHERE substr(entity, 1, 1) = \(NotedKeys.mark)"
      )
    }
    try run(
      """
      DELETE FROM main._rowsmith_unsent AS u WHERE is_new = 0 AND NOT EXISTS
      (SELECT 1 FROM main._rowsmith_unsent_values AS v WHERE v.entity = u.entity AND v.key = u.key)
      """)
  }

  /// The assignments that convert the server's last value and the one that has left; none for a list.
  ///
  /// - Parameter filling: what these are if there was no value, as in the rows. The server still has none, so what is here is
  ///   sent even if it is the same: `has_left` says that.
  private static func values(_ noted: SchemaMatch.NotedConversion?, filling: StoredValue?) -> String {
    if noted?.list != nil { return "" }
    var (base, sent) = ("base", "sent")
    if let noted {
      let function = "\(ValueConversion.function)(\(noted.number), "
      (base, sent) = ("\(function)base)", "\(function)sent)")
    }
    guard let filling else { return noted == nil ? "" : ", base = \(base), sent = \(sent)" }
    let value = DDL.literal(filling)
    // What is in no request is only compared, and may be NULL.
    return ", base = coalesce(\(base), \(value))"
      + ", sent = CASE WHEN has_left & 1 THEN coalesce(\(sent), \(value)) ELSE \(sent) END"
      + ", has_left = CASE WHEN \(base) IS NULL THEN has_left | 2 ELSE has_left END"
  }

  /// The default of a required attribute, by the name of its column.
  private func filling(of column: String, in table: Layout.Table) -> StoredValue? {
    guard case .attribute(let entity, let name)? = table.columns.first(where: { $0.name == column })?.source,
      let attribute = match.new.attribute(name, of: entity), !attribute.isOptional
    else { return nil }
    return attribute.defaultValue
  }

  /// Converts the keys in noted lists: SQL alone does not read and write them as ``KeyCoding`` does.
  private func convertLists(
    of table: String, _ name: String, _ conversion: ValueConversion, where condition: String
  ) throws {
    // Before the keys are two numbers.
    func list(_ text: String) -> String {
      let values = KeyCoding.decode(.text(text), count: 2)
      guard values.count >= 2 else { return "null" }
      let keys = values.dropFirst(2).map { key -> StoredValue in
        if case .value(let new) = conversion.convert(key), new != .null { return new }
        return key
      }
      let all: [StoredValue] = Array(values.prefix(2)) + keys
      return KeyCoding.text(of: all)
    }
    let query = try connection.prepare(
      "SELECT key, base, sent FROM main._rowsmith_unsent_values WHERE entity = ?1 AND name = ?2 \(condition)")
    query.bind([.text(table), .text(name)])
    var found: [[StoredValue]] = []
    while try query.step() { found.append((0..<3).map { query.value(at: $0) }) }
    for row in found {
      var (base, sent) = (row[1], row[2])
      // `base` has two lists, of which each may be null.
      if case .text(let text) = base, case .array(let lists)? = try? JSONValue(parsing: text) {
        base = .text("[\(lists.map { list($0.text) }.joined(separator: ","))]")
      }
      if case .text(let text) = sent { sent = .text(list(text)) }
      try connection.run(
        "UPDATE main._rowsmith_unsent_values SET base = ?4, sent = ?5 WHERE entity = ?1 AND name = ?2 AND key = ?3",
        [.text(table), .text(name), row[0], base, sent])
    }
  }

  /// Makes a list of one noted link, or the reverse, as the migration does with the links themselves.
  private func turn(
    _ link: SchemaMatch.TurnedLink, of table: String, _ name: String, where condition: String
  ) throws {
    func converted(_ key: StoredValue) -> StoredValue {
      guard let number = link.number, case .value(let new) = conversions[number].convert(key), new != .null
      else { return key }
      return new
    }
    // Before the keys are two numbers: the order is known, and a key has one part.
    func list(_ key: StoredValue) -> String {
      let keys: [StoredValue] = key == .null ? [] : [converted(key)]
      let all: [StoredValue] = [.integer(1), .integer(1)] + keys
      return KeyCoding.text(of: all)
    }
    func first(_ list: String?) -> StoredValue {
      list.flatMap { KeyCoding.decode(.text($0), count: 2).dropFirst(2).first }.map(converted) ?? .null
    }
    let query = try connection.prepare(
      "SELECT key, base, sent, has_left FROM main._rowsmith_unsent_values WHERE entity = ?1 AND name = ?2 \(condition)"
    )
    query.bind([.text(table), .text(name)])
    var found: [[StoredValue]] = []
    while try query.step() { found.append((0..<4).map { query.value(at: $0) }) }
    for row in found {
      var (base, sent) = (row[1], row[2])
      if link.isList {
        // What the list is now is read when it is sent.
        base = .text("[\(list(base)),null]")
        sent = row[3] == .integer(0) ? .null : .text(list(sent))
      } else {
        var former: JSONValue?
        if case .text(let text) = base, case .array(let lists)? = try? JSONValue(parsing: text) {
          former = lists.first
        }
        base = first(former?.text)
        if case .text(let text) = sent { sent = first(text) }
      }
      try connection.run(
        "UPDATE main._rowsmith_unsent_values SET is_link = ?4, base = ?5, sent = ?6 "
          + "WHERE entity = ?1 AND name = ?2 AND key = ?3",
        [.text(table), .text(name), row[0], .integer(link.isList ? 1 : 0), base, sent])
    }
  }

  private func run(_ sql: String, _ names: String...) throws {
    try connection.run(sql, names.map { .text($0) })
  }

  /// Moves what was noted of a table's rows to where they are now. Its entities may have got tables of their own.
  private func move(_ old: Layout.Table) throws {
    let moves = match.moves(of: old)
    if moves.isEmpty {
      for noted in Self.noted { try run("DELETE FROM main.\(noted) WHERE entity = ?1", old.name) }
    }
    for (table, condition) in moves { try move(old, to: table, where: condition) }
  }

  /// Renames the attributes and relationships with unsent values. Values that the model no longer has are not sent.
  private func move(_ old: Layout.Table, to table: Layout.Table, where condition: String) throws {
    let names = match.memberNames(of: old, now: table)
    var renewed: [String: SchemaMatch.NotedConversion] = [:]
    var turned: [String: SchemaMatch.TurnedLink] = [:]
    for entity in old.entities {
      guard let now = match.successor(of: entity)?.name, match.newTable(of: now)?.name == table.name else {
        continue
      }
      renewed.merge(match.notedConversions(of: entity, now: now, conversions)) { $1 }
      turned.merge(match.turnedLinks(of: entity, now: now, conversions)) { $1 }
    }
    let list = try connection.prepare(
      "SELECT DISTINCT name FROM main._rowsmith_unsent_values WHERE entity = ?1 \(condition)")
    list.bind(.text(old.name), at: 1)
    var noted: [String] = []
    while try list.step() { if let name = list.text(at: 0) { noted.append(name) } }
    for name in noted {
      if let link = turned[name] { try turn(link, of: old.name, name, where: condition) }
      if let new = turned[name]?.name ?? names[name] {
        if let noted = renewed[name], noted.list != nil {
          try convertLists(of: old.name, name, conversions[noted.number], where: condition)
        }
        try run(
          "UPDATE OR REPLACE main._rowsmith_unsent_values SET entity = \(NotedKeys.mark) || ?2, name = ?4"
            + "\(Self.values(renewed[name], filling: filling(of: new, in: table))) "
            + "WHERE entity = ?1 AND name = ?3 \(condition)", old.name, table.name, name, new)
      } else {
        try run(
          "DELETE FROM main._rowsmith_unsent_values WHERE entity = ?1 AND name = ?2 \(condition)", old.name,
          name)
      }
    }
    for noted in ["_rowsmith_unsent", "_rowsmith_deleted"] {
      try run(
        "UPDATE OR REPLACE main.\(noted) SET entity = \(NotedKeys.mark) || ?2 WHERE entity = ?1 \(condition)",
        old.name, table.name)
    }
  }
}
