import RowsmithSchema

/// What is tracked for a sync, while tables change. Its triggers are dropped, so that a migration does not count as changes.
/// What they noted gets the new names. Until a session makes the exact triggers, plain ones note which rows are written.
///
/// The tables and their terms belong to the product `RowsmithSync`, which does not run during a migration.
struct TrackedChanges {
  private static let prefix = "_rowsmith_sync_"

  private let connection: Connection
  let match: SchemaMatch
  /// The conversions, as SQL refers to them; see ``ValueConversion/function``.
  let conversions: [ValueConversion]
  /// The tables whose rows are tracked, by their old names.
  private let tables: [String]
  /// The names of all sync triggers.
  private let triggers: [String]
  /// The tables of links whose noted keys begin with the target.
  private let turned: Set<String>

  /// Finds what is tracked. Returns `nil` if nothing is.
  init?(
    _ connection: Connection, from old: Schema, to new: Schema, _ conversions: [ValueConversion]
  ) throws {
    self.connection = connection
    self.conversions = conversions
    guard
      try connection.integer(
        "SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = '_rowsmith_sync_unsent'")
        != nil
    else { return nil }
    match = SchemaMatch(from: old, to: new)
    let list = try connection.prepare(
      "SELECT name, tbl_name, sql FROM main.sqlite_master WHERE type = 'trigger' AND name GLOB '\(TrackedChanges.prefix)*' ORDER BY name"
    )
    var names: [String] = []
    var tables: [String] = []
    var turned: Set<String> = []
    while try list.step() {
      let (name, table) = (list.text(at: 0) ?? "", list.text(at: 1) ?? "")
      names.append(name)
      if name == "\(TrackedChanges.prefix)insert_\(table)" { tables.append(table) }
      let target = match.oldLayout.linkTable(table)?.targetColumns.first?.name
      if let target, list.text(at: 2)?.contains("json_array(NEW.\(DDL.quoted(target)), ") == true {
        turned.insert(table)
      }
    }
    self.tables = tables
    self.turned = turned
    triggers = names
  }

  /// Gives what was noted the keys that its rows are about to get. Runs while the old tables are there.
  func renewKeys() throws {
    let keys = NotedKeys(connection: connection, match: match, conversions: conversions)
    try keys.renew(in: Self.noted, lane: "lane = 'sync'")
    for link in match.oldLayout.linkTables where tables.contains(link.name) {
      try keys.renew(link, isTurned: turned.contains(link.name), in: Self.noted)
    }
  }

  /// Drops the triggers. What an import does in their place is for the old tables.
  func remove() throws {
    for name in triggers { try connection.execute("DROP TRIGGER \(DDL.quoted(name))") }
    guard connection.hasTable(InternalTable.lateTriggers.name) else { return }
    try connection.run(
      "DELETE FROM main.\(InternalTable.lateTriggers.name) WHERE name GLOB '\(TrackedChanges.prefix)*'")
  }

  /// Renews what was noted for the new model, and makes the plain triggers.
  func restore() throws {
    try renew()
    for table in ["_rowsmith_queue"] + Self.noted {
      try connection.run(
        "UPDATE OR REPLACE main.\(table) SET entity = substr(entity, 2) WHERE substr(entity, 1, 1) = \(NotedKeys.mark)"
      )
    }
    try connection.run(
      "UPDATE OR REPLACE main._rowsmith_sync_state SET name = substr(name, 2) WHERE substr(name, 1, 1) = \(NotedKeys.mark)"
    )
  }

  /// Lets the next sync read every record again. What is lost here may have a place in the next model, and that may be one of
  /// before, with which the records were read.
  func readAgain() throws {
    try connection.run("UPDATE main._rowsmith_sync_cursors SET model = ''")
  }

  /// The tables in which something is noted of rows.
  private static let noted = [
    "_rowsmith_sync_unsent", "_rowsmith_sync_values", "_rowsmith_sync_rows", "_rowsmith_sync_taken",
    "_rowsmith_conflicts",
  ]

  private func renew() throws {
    for table in tables {
      if let old = match.oldLayout.table(of: table) {
        try restore(old)
      } else if let old = match.oldLayout.linkTable(table) {
        try restore(old)
      }
    }
    try renewPulled()
  }

  /// Renews what was noted of records that only come from the server: their tables have no triggers.
  private func renewPulled() throws {
    let list = try connection.prepare("SELECT DISTINCT entity FROM main._rowsmith_sync_rows")
    var noted: Set<String> = []
    while try list.step() { if let name = list.text(at: 0) { noted.insert(name) } }
    for name in noted.subtracting(tables).sorted() {
      if let old = match.oldLayout.table(of: name) {
        let moves = match.moves(of: old)
        if moves.isEmpty { try forget(name) }
        for (table, condition) in moves {
          try renameValues(of: old, now: table, where: condition)
          try rename(name, to: table.name, where: condition)
        }
      } else if let old = match.oldLayout.linkTable(name) {
        if let now = current(old) { try rename(name, to: now.table.name) } else { try forget(name) }
      }
    }
  }

  /// Renews what was noted of a table's rows. Its entities may have got tables of their own.
  private func restore(_ old: Layout.Table) throws {
    let moves = match.moves(of: old)
    if moves.isEmpty { return try forget(old.name) }
    for (table, condition) in moves { try move(old, to: table, where: condition) }
  }

  private func move(_ old: Layout.Table, to table: Layout.Table, where condition: String) throws {
    try renameValues(of: old, now: table, where: condition)
    try rename(old.name, to: table.name, where: condition)
    guard let key = table.key.first, table.key.count == 1 else { return }
    try makeTriggers(on: table.name, entity: table.name, key: { "\($0).\(DDL.quoted(key))" })
    for link in match.newLayout.linkTables { try watchList(link, of: table) }
  }

  private func restore(_ old: Layout.LinkTable) throws {
    guard let (table, isTurned) = current(old) else { return try forget(old.name) }
    if let first = firstTracked(of: table), first.name != old.name,
      (turned.contains(first.name) == (current(first)?.isTurned ?? false))
        != (turned.contains(old.name) == isTurned)
    {
      try turnKeys(of: old.name)
    }
    try rename(old.name, to: table.name)
    guard let one = table.sourceColumns.first?.name, let other = table.targetColumns.first?.name else {
      return
    }
    // The noted key of a link is JSON, which has no blobs. A record whose key is one does not synchronise, nor links.
    let hasBlobs = [table.sourceEntity, table.targetEntity].contains { entity in
      match.new.keyAttribute(of: entity)?.type == .scalar(.data)
    }
    if hasBlobs { return }
    // The key begins with the record that has the list, which may be at either end.
    let ends = turned.contains(old.name) == isTurned ? [one, other] : [other, one]
    try makeTriggers(on: table.name, entity: table.name) { row in
      "json_array(\(ends.map { "\(row).\(DDL.quoted($0))" }.joined(separator: ", ")))"
    }
  }

  /// The first of the old tables whose links a table has now: its triggers say with which end a key begins.
  private func firstTracked(of table: Layout.LinkTable) -> Layout.LinkTable? {
    tables.lazy.compactMap { name in match.oldLayout.linkTable(name) }
      .first { self.current($0)?.table.name == table.name }
  }

  /// Lets the noted keys of links begin with their other end.
  private func turnKeys(of name: String) throws {
    let key = "json_array(json_extract(key, '$[1]'), json_extract(key, '$[0]'))"
    for table in Self.noted {
      // Marked twice, so that a turned key replaces nothing.
      try connection.run(
        "UPDATE main.\(table) SET entity = char(2) || entity, key = \(key) WHERE entity = ?1", [.text(name)])
      try connection.run("UPDATE main.\(table) SET entity = ?1 WHERE entity = char(2) || ?1", [.text(name)])
    }
    try connection.run(
      "UPDATE main._rowsmith_queue SET key = \(key) WHERE lane = 'sync' AND key IS NOT NULL AND entity = ?1",
      [.text(name)])
  }

  /// The table that has the links now, and whether their source is the former target.
  private func current(_ old: Layout.LinkTable) -> (table: Layout.LinkTable, isTurned: Bool)? {
    let ends: [(entity: String, list: String?, isInverse: Bool)] = [
      (old.sourceEntity, old.relationship, false), (old.targetEntity, old.inverse, true),
    ]
    for end in ends {
      guard let list = end.list, let now = match.successor(of: end.entity)?.name,
        case .relationship(let current)? = match.currentMember(of: list, in: end.entity, now: now)
      else { continue }
      for table in match.newLayout.linkTables {
        if table.relationship == current.name,
          match.new.root(of: table.sourceEntity)?.name == match.new.root(of: now)?.name
        {
          return (table, end.isInverse)
        }
        if table.inverse == current.name,
          match.new.root(of: table.targetEntity)?.name == match.new.root(of: now)?.name
        {
          return (table, !end.isInverse)
        }
      }
    }
    return nil
  }

  // MARK: What was noted

  /// - Parameter condition: which rows are meant, if not all are; it begins with `AND`.
  private func rename(_ old: String, to new: String, where condition: String = "") throws {
    if old == new, condition.isEmpty { return }
    for table in Self.noted {
      // Marked until all have their new names: one may get the name that another had.
      try connection.run(
        "UPDATE OR REPLACE main.\(table) SET entity = \(NotedKeys.mark) || ?2 WHERE entity = ?1 \(condition)",
        [.text(old), .text(new)])
    }
    try connection.run(
      "UPDATE main._rowsmith_queue SET entity = \(NotedKeys.mark) || ?2 WHERE lane = 'sync' AND entity = ?1 \(condition)",
      [.text(old), .text(new)])
    if condition.isEmpty {
      try connection.run(
        "UPDATE OR REPLACE main._rowsmith_sync_state SET name = \(NotedKeys.mark) || 'tracked ' || ?2 WHERE name = 'tracked ' || ?1",
        [.text(old), .text(new)])
    } else {
      try connection.run(
        "INSERT OR REPLACE INTO main._rowsmith_sync_state (name, value) SELECT \(NotedKeys.mark) || 'tracked ' || ?2, value "
          + "FROM main._rowsmith_sync_state WHERE name = 'tracked ' || ?1", [.text(old), .text(new)])
    }
  }

  private func renameValues(
    of old: Layout.Table, now table: Layout.Table, where condition: String
  ) throws {
    var renewals = match.memberNames(of: old, now: table).mapValues { Renewal(name: $0) }
    renewals.merge(kindRenewal(of: old, now: table)) { $1 }
    for entity in old.entities {
      guard let now = match.successor(of: entity)?.name, match.newTable(of: now)?.name == table.name else {
        continue
      }
      renewals.merge(conversions(of: entity, now: now)) { $1 }
      renewals.merge(turns(of: entity, now: now)) { $1 }
      renewals.merge(self.renewals(of: entity, now: now)) { $1 }
    }
    for (store, values) in TrackedChanges.named {
      try renameMembers(in: store, values, of: old.name, renewals, where: condition)
    }
  }

  /// The tables with names of members, and their columns with values of them.
  private static let named = [
    ("_rowsmith_sync_values", ["base", "sent"]), ("_rowsmith_sync_taken", ["mine", "base"]),
    ("_rowsmith_conflicts", ["base", "mine", "theirs"]),
  ]

  private func renameMembers(
    in store: String, _ values: [String], of entity: String, _ renewals: [String: Renewal],
    where condition: String
  ) throws {
    // What concerns a whole record has no name.
    let list = try connection.prepare(
      "SELECT DISTINCT name FROM main.\(store) WHERE entity = ?1 AND name <> '' \(condition)")
    list.bind(.text(entity), at: 1)
    var noted: [String] = []
    while try list.step() { if let name = list.text(at: 0) { noted.append(name) } }
    // In two steps, so that two columns can swap names.
    for name in noted {
      if let renewal = renewals[name] {
        if renewal.name == name, renewal.value == nil { continue }
        let changes = renewal.value.map { value in values.map { ", \($0) = \(value($0))" }.joined() } ?? ""
        try connection.run(
          "UPDATE main.\(store) SET name = \(NotedKeys.mark) || ?3\(changes) WHERE entity = ?1 AND name = ?2 \(condition)",
          [.text(entity), .text(name), .text(renewal.name)])
      } else if store == "_rowsmith_conflicts" {
        // Nothing is left to decide; the log keeps both values.
        try connection.run(
          "UPDATE main.\(store) SET winner = 'both' WHERE entity = ?1 AND name = ?2 AND winner IS NULL \(condition)",
          [.text(entity), .text(name)])
      } else {
        // Values that the model no longer has are not sent.
        try connection.run(
          "DELETE FROM main.\(store) WHERE entity = ?1 AND name = ?2 \(condition)",
          [.text(entity), .text(name)])
      }
    }
    try connection.run(
      "UPDATE main.\(store) SET name = substr(name, 2) WHERE entity = ?1 AND substr(name, 1, 1) = \(NotedKeys.mark)",
      [.text(entity)])
  }

  private func forget(_ name: String) throws {
    for table in Self.noted {
      try connection.run("DELETE FROM main.\(table) WHERE entity = ?1", [.text(name)])
    }
    try connection.run("DELETE FROM main._rowsmith_queue WHERE lane = 'sync' AND entity = ?1", [.text(name)])
    try connection.run(
      "DELETE FROM main._rowsmith_sync_state WHERE name = 'tracked ' || ?1", [.text(name)])
  }

  // MARK: Until a session comes

  private static let now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
  private static let isLocal = "NOT EXISTS (SELECT 1 FROM _rowsmith_sync_quiet)"

  /// A written row counts as created here, so that all of it is sent: its former values are not noted.
  private func makeTriggers(on table: String, entity: String, key: (String) -> String) throws {
    let name = DDL.literal(.text(entity))
    func written(_ row: String, kind: Int) -> String {
      "INSERT INTO _rowsmith_sync_unsent (entity, key, kind, at) VALUES (\(name), \(key(row)), \(kind), \(TrackedChanges.now)) "
        + "ON CONFLICT (entity, key) DO UPDATE SET kind = excluded.kind, at = excluded.at"
    }
    try make("insert", table, "AFTER INSERT", [written("NEW", kind: 1)])
    // A row or link that gets another key has left the former one.
    let (old, new) = (key("OLD"), key("NEW"))
    let left =
      "INSERT INTO _rowsmith_sync_unsent (entity, key, kind, at) SELECT \(name), \(old), 3, \(TrackedChanges.now) "
      + "WHERE \(old) IS NOT \(new) ON CONFLICT (entity, key) DO UPDATE SET kind = 3, at = excluded.at"
    try make("update", table, "AFTER UPDATE", [left, written("NEW", kind: 1)])
    try make("delete", table, "AFTER DELETE", [written("OLD", kind: 3)])
  }

  /// A record whose list of links changes also counts as created here.
  private func watchList(_ link: Layout.LinkTable, of table: Layout.Table) throws {
    let sides = [
      (link.sourceEntity, link.sourceColumns.first?.name, link.relationship),
      (link.targetEntity, link.targetColumns.first?.name, link.inverse),
    ]
    for (entity, column, list) in sides {
      guard let column, let list, match.new.root(of: entity)?.name == table.name,
        let former = match.new.relationship(list, of: entity)
          .flatMap({ match.formerRelationship(of: $0, declaredBy: entity) })?.relationship,
        // One link was tracked with its row.
        former.cardinality == .toOne
          || triggers.contains(where: { $0.hasPrefix("\(TrackedChanges.prefix)link_\(former.name)_") })
      else { continue }
      func touched(_ row: String) -> String {
        "INSERT INTO _rowsmith_sync_unsent (entity, key, kind, at) SELECT \(DDL.literal(.text(table.name))), "
          + "\(row).\(DDL.quoted(column)), 1, \(TrackedChanges.now) WHERE 1 "
          + "ON CONFLICT (entity, key) DO UPDATE SET kind = CASE kind WHEN 3 THEN 3 ELSE 1 END, at = excluded.at"
      }
      try make("link_\(list)", link.name, "AFTER INSERT", [touched("NEW")])
      try make("unlink_\(list)", link.name, "AFTER DELETE", [touched("OLD")])
      try make("relink_\(list)", link.name, "AFTER UPDATE", [touched("OLD"), touched("NEW")])
    }
  }

  private func make(_ event: String, _ table: String, _ moment: String, _ body: [String]) throws {
    // Tables that become one have the same triggers.
    try connection.execute(
      "CREATE TRIGGER IF NOT EXISTS \(DDL.quoted("\(TrackedChanges.prefix)\(event)_\(table)")) \(moment) ON \(DDL.quoted(table)) "
        + "WHEN \(TrackedChanges.isLocal) BEGIN \(body.joined(separator: "; ")); END")
  }
}
