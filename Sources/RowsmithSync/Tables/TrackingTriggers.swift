import Rowsmith
import RowsmithSchema

/// The triggers that track writes to a synchronised table by any program: this library, other processes, the sqlite3 shell. They
/// are stored in the database and only use what SQLite has by itself.
///
/// They record hints, not a log: that a row may differ from the server's last state, and what that was. Whether it differs is
/// found out when it is sent, so a value that was changed back is no change.
struct TrackingTriggers {
  /// The prefix of their names.
  static let prefix = "_rowsmith_sync_"

  /// A trigger.
  struct Trigger: Hashable {
    var name: String
    var sql: String
  }

  let model: SyncModel

  /// For each trigger on new rows, a statement that does the same for all existing rows of which nothing is known, unless they
  /// came from the server.
  var late: [(trigger: String, table: String, statement: String)] {
    model.tables.filter(\.isPushed).map { table in
      let key = table.notedKey(of: "t")
      let statement =
        "INSERT INTO _rowsmith_sync_unsent (entity, key, kind, at) SELECT \(literal(table.name)), \(key), 1, "
        + "\(TrackingTriggers.now) FROM \(DDL.quoted(table.name)) AS t WHERE \(TrackingTriggers.isLocal) "
        + "AND NOT EXISTS (SELECT 1 FROM _rowsmith_sync_rows AS r WHERE r.entity = \(literal(table.name)) AND r.key = \(key) "
        + "AND r.state IN \(TrackingTriggers.known)) "
        + "ORDER BY \(table.keys.map { "t.\(DDL.quoted($0))" }.joined(separator: ", ")) ON CONFLICT (entity, key) DO NOTHING"
      // A row that was deleted and inserted again counts as changed; a link as unchanged.
      let again =
        (table.isLinks ? "DELETE FROM _rowsmith_sync_unsent" : "UPDATE _rowsmith_sync_unsent SET kind = 2")
        + " WHERE \(TrackingTriggers.isLocal) AND entity = \(literal(table.name)) AND kind = 3 "
        + "AND key IN (SELECT \(key) FROM \(DDL.quoted(table.name)) AS t)"
      return ("\(TrackingTriggers.prefix)insert_\(table.name)", table.name, "\(statement); \(again)")
    }
  }

  /// All triggers, in a fixed order.
  var all: [Trigger] {
    model.tables.filter(\.isPushed).flatMap { table in
      table.isLinks ? membership(table) : rows(table) + table.lists.flatMap { list($0, of: table) }
    }
  }

  /// The local time, in milliseconds since 1970.
  private static let now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
  private static let isLocal = "NOT EXISTS (SELECT 1 FROM _rowsmith_sync_quiet)"
  /// The states of rows that the server has, or may have: see ``ServerCopy/State``.
  private static let known = "(0, 1, 4)"

  private func make(_ event: String, _ table: String, _ moment: String, when: String, _ body: [String])
    -> Trigger
  {
    let name = "\(TrackingTriggers.prefix)\(event)_\(table)"
    let text =
      "CREATE TRIGGER \(DDL.quoted(name)) \(moment) ON \(DDL.quoted(table)) WHEN \(when) BEGIN "
      + body.map { $0 + ";" }.joined(separator: " ") + " END"
    return Trigger(name: name, sql: text)
  }

  private func known(_ table: SyncedTable, _ key: String) -> String {
    "EXISTS (SELECT 1 FROM _rowsmith_sync_rows WHERE entity = \(literal(table.name)) AND key = \(key) "
      + "AND state IN \(TrackingTriggers.known))"
  }

  /// Whether the server knows a row, or it is recorded already: a refused one may be sent after it changes.
  private func isTracked(_ table: SyncedTable, _ key: String) -> String {
    "(\(known(table, key)) OR EXISTS (SELECT 1 FROM _rowsmith_sync_unsent WHERE entity = \(literal(table.name)) "
      + "AND key = \(key)))"
  }

  private func literal(_ text: String) -> String { DDL.literal(.text(text)) }

  // MARK: Rows of entities

  private func rows(_ table: SyncedTable) -> [Trigger] {
    let changed = table.columns.flatMap(\.names).map { "OLD.\(DDL.quoted($0)) IS NOT NEW.\(DDL.quoted($0))" }
    let key = DDL.quoted(table.keys[0])
    var triggers = [
      make(
        "insert", table.name, "AFTER INSERT", when: TrackingTriggers.isLocal,
        made(table, table.notedKey(of: "NEW"))),
      make(
        "delete", table.name, "AFTER DELETE", when: TrackingTriggers.isLocal,
        deleted(table, table.notedKey(of: "OLD"))),
      make(
        "rekey", table.name, "AFTER UPDATE OF \(key)",
        when: "\(TrackingTriggers.isLocal) AND OLD.\(key) IS NOT NEW.\(key)",
        deleted(table, table.notedKey(of: "OLD")) + made(table, table.notedKey(of: "NEW"))),
    ]
    if table.mayBeEmbedded {
      // A record that another one embeds comes before its own collection describes it. Changes of it count, too.
      triggers.append(
        make(
          "arrive", table.name, "AFTER INSERT", when: "EXISTS (SELECT 1 FROM _rowsmith_sync_quiet)",
          [
            "INSERT INTO _rowsmith_sync_rows (entity, key, state) VALUES (\(literal(table.name)), \(table.notedKey(of: "NEW")), 4) "
              + "ON CONFLICT (entity, key) DO UPDATE SET state = 4 WHERE state = 3"
          ]))
    }
    if !table.columns.isEmpty {
      let columns = DDL.list(table.columns.flatMap(\.names))
      triggers.append(
        make(
          "update", table.name, "AFTER UPDATE OF \(columns)",
          when: "\(TrackingTriggers.isLocal) AND \(DDL.joined(changed, " OR ")) AND "
            + isTracked(table, table.notedKey(of: "NEW")), changes(table)))
    }
    return triggers
  }

  /// A row that was deleted and inserted again counts as changed.
  private func made(_ table: SyncedTable, _ key: String) -> [String] {
    [
      "INSERT INTO _rowsmith_sync_unsent (entity, key, kind, at) VALUES (\(literal(table.name)), \(key), 1, "
        + "\(TrackingTriggers.now)) ON CONFLICT (entity, key) DO UPDATE SET "
        // If it was recorded as changed, INSERT OR REPLACE has replaced it, so all of it is sent.
        + "kind = CASE kind WHEN 3 THEN 2 ELSE 1 END, at = max(excluded.at, at + 1)"
    ]
  }

  private func changes(_ table: SyncedTable) -> [String] {
    let key = table.notedKey(of: "NEW")
    // Not INSERT OR IGNORE: the conflict clause of the outer statement would override it.
    return table.columns.map { column in
      let (old, new) = (column.value(in: "OLD"), column.value(in: "NEW"))
      return
        "INSERT INTO _rowsmith_sync_values (entity, key, name, base, at) SELECT \(literal(table.name)), \(key), "
        + "\(literal(column.name)), \(old), \(TrackingTriggers.now) WHERE \(old) IS NOT \(new) "
        + "AND \(known(table, key)) ON CONFLICT (entity, key, name) DO UPDATE SET at = excluded.at"
    } + [touch(table, key, kind: 2)]
  }

  private func touch(_ table: SyncedTable, _ key: String, kind: Int) -> String {
    "INSERT INTO _rowsmith_sync_unsent (entity, key, kind, at) VALUES (\(literal(table.name)), \(key), \(kind), "
      + "\(TrackingTriggers.now)) ON CONFLICT (entity, key) DO UPDATE SET at = max(excluded.at, at + 1)"
  }

  /// Keeps the former values of a row that the server knows. Other rows are forgotten.
  private func deleted(_ table: SyncedTable, _ key: String) -> [String] {
    let name = literal(table.name)
    let known = known(table, key)
    return table.columns.map { column in
      "INSERT INTO _rowsmith_sync_values (entity, key, name, base, at) SELECT \(name), \(key), "
        + "\(literal(column.name)), \(column.value(in: "OLD")), \(TrackingTriggers.now) WHERE \(known) "
        + "ON CONFLICT (entity, key, name) DO NOTHING"
    } + [
      "INSERT INTO _rowsmith_sync_unsent (entity, key, kind, at) SELECT \(name), \(key), 3, \(TrackingTriggers.now) "
        + "WHERE \(known) ON CONFLICT (entity, key) DO UPDATE SET kind = 3, "
        + "at = max(excluded.at, at + 1)",
      "DELETE FROM _rowsmith_sync_unsent WHERE entity = \(name) AND key = \(key) AND NOT \(known)",
      "DELETE FROM _rowsmith_sync_values WHERE entity = \(name) AND key = \(key) AND NOT \(known)",
    ]
  }

  // MARK: Lists of links in a record

  /// Records the list as it was before its first change. The triggers run before the change so that it is not included.
  private func list(_ list: SyncedTable.List, of table: SyncedTable) -> [Trigger] {
    func body(_ row: String) -> [String] {
      let key = "+\(row).\(DDL.quoted(list.owner))"
      let isKnown = known(table, key)
      let noted = "entity = \(literal(table.name)) AND key = \(key) AND name = \(literal(list.name))"
      return [
        // Neither written nor read more often than needed: with each link of a long list, it would take the square of its length.
        "UPDATE _rowsmith_sync_values SET at = \(TrackingTriggers.now) WHERE \(noted) "
          + "AND at IS NOT \(TrackingTriggers.now) AND \(isKnown)",
        "INSERT INTO _rowsmith_sync_values (entity, key, name, base, at) SELECT \(literal(table.name)), \(key), "
          + "\(literal(list.name)), \(list.value(of: key)), \(TrackingTriggers.now) WHERE \(isKnown) "
          + "AND NOT EXISTS (SELECT 1 FROM _rowsmith_sync_values WHERE \(noted))",
        "INSERT INTO _rowsmith_sync_unsent (entity, key, kind, at) SELECT \(literal(table.name)), \(key), 2, "
          + "\(TrackingTriggers.now) WHERE \(isTracked(table, key)) "
          + "ON CONFLICT (entity, key) DO UPDATE SET at = max(excluded.at, at + 1)",
      ]
    }
    func when(_ row: String) -> String {
      "\(TrackingTriggers.isLocal) AND \(isTracked(table, "+\(row).\(DDL.quoted(list.owner))"))"
    }
    var triggers = [
      make("link_\(list.name)", list.table, "BEFORE INSERT", when: when("NEW"), body("NEW")),
      make("unlink_\(list.name)", list.table, "BEFORE DELETE", when: when("OLD"), body("OLD")),
    ]
    var columns = [list.owner, list.other]
    if let position = list.position { columns.append(position) }
    triggers.append(
      make(
        "relink_\(list.name)", list.table, "BEFORE UPDATE OF \(DDL.list(columns))",
        when: "\(when("OLD")) OR \(when("NEW"))",
        body("OLD") + body("NEW")))
    return triggers
  }

  // MARK: Links as records

  private func membership(_ table: SyncedTable) -> [Trigger] {
    let name = literal(table.name)
    func made(_ key: String) -> [String] {
      [
        // The server still has it.
        "DELETE FROM _rowsmith_sync_unsent WHERE entity = \(name) AND key = \(key) AND kind = 3",
        "INSERT INTO _rowsmith_sync_unsent (entity, key, kind, at) SELECT \(name), \(key), 1, \(TrackingTriggers.now) "
          + "WHERE NOT \(known(table, key)) ON CONFLICT (entity, key) DO NOTHING",
      ]
    }
    let columns = DDL.list(table.keys)
    return [
      make(
        "insert", table.name, "AFTER INSERT", when: TrackingTriggers.isLocal, made(table.notedKey(of: "NEW"))
      ),
      make(
        "delete", table.name, "AFTER DELETE", when: TrackingTriggers.isLocal,
        deleted(table, table.notedKey(of: "OLD"))),
      make(
        "update", table.name, "AFTER UPDATE OF \(columns)", when: TrackingTriggers.isLocal,
        deleted(table, table.notedKey(of: "OLD")) + made(table.notedKey(of: "NEW"))),
    ]
  }
}

extension SyncedTable.List {
  /// The keys in a record's list, as a JSON array: in the list's order, or by key if it has none.
  func value(of key: String) -> String {
    let other = DDL.quoted(other)
    return "(SELECT json_group_array(other) FROM (SELECT \(other) AS other FROM \(DDL.quoted(table)) "
      + "WHERE \(DDL.quoted(owner)) = \(key) ORDER BY \(position.map(DDL.quoted) ?? other)))"
  }
}
