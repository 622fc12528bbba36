import CSQLite
import RowsmithSchema

/// Writes down which rows a transaction changes: triggers fill a temporary table, of the writing connection alone.
///
/// The table takes part in the transaction, so what is rolled back, be it a savepoint or half a statement, is not in
/// it. It lies in a temporary file, not in memory. SQLite's own hooks for changed rows can do neither, and know nothing
/// of tables without a rowid, or are not there on every platform.
struct ChangeJournal {
  let connection: Connection
  let model: StoredModel
  private let sources: [Source]

  /// A table, in the order of the layout, the link tables last.
  private struct Source {
    var name: String
    /// What tells its rows apart, as SQL.
    var identity: [String]
    /// The column that tells of which entity of a family a row is.
    var entity: String?
    /// The other columns.
    var others: [String]
  }

  init(connection: Connection, model: StoredModel) throws {
    self.connection = connection
    self.model = model
    let tables = model.layout.tables.map { table in
      let entity = table.columns.first { $0.source == .entityName }.map { DDL.quoted($0.name) }
      let identity = table.identitySQL
      let columns = table.columns.map { DDL.quoted($0.name) }
      return Source(
        name: table.name, identity: identity, entity: entity,
        others: columns.filter { !identity.contains($0) && $0 != entity })
    }
    let links = model.layout.linkTables.map { link in
      Source(
        name: link.name, identity: (link.sourceColumns + link.targetColumns).map { DDL.quoted($0.name) },
        entity: nil, others: ["\"position\""] + (link.isInverseOrdered ? ["\"source_position\""] : []))
    }
    sources = tables + links
  }

  private var keyColumns: [String] {
    (0..<(sources.map(\.identity.count).max() ?? 1)).map { "k\($0)" }
  }

  /// Begins to write down. Called outside transactions.
  func begin() throws {
    // A row that another one replaces is a deleted row only then.
    try connection.execute("PRAGMA recursive_triggers = ON")
    try connection.snapshot {
      try connection.execute(
        """
        CREATE TEMP TABLE _rowsmith_changes (
          sequence INTEGER PRIMARY KEY, source INTEGER, change INTEGER, entity, \(keyColumns.joined(separator: ", ")))
        """)
      for (index, source) in sources.enumerated() {
        for (name, definition) in triggers(source, index) {
          try connection.execute("CREATE TEMP TRIGGER _rowsmith_\(name)_\(index) AFTER \(definition)")
        }
      }
    }
  }

  /// Ends to write down. Called outside transactions.
  func end() throws {
    try connection.snapshot {
      for (index, source) in sources.enumerated() {
        for (name, _) in triggers(source, index) {
          try connection.execute("DROP TRIGGER temp._rowsmith_\(name)_\(index)")
        }
      }
      try connection.execute("DROP TABLE temp._rowsmith_changes")
    }
    try connection.execute("PRAGMA recursive_triggers = OFF")
  }

  private func triggers(_ source: Source, _ index: Int) -> [(name: String, definition: String)] {
    let table = "ON main.\(DDL.quoted(source.name))"
    let note = { (change: RowChange, row: String) in
      let columns = ["source", "change", "entity"] + keyColumns.prefix(source.identity.count)
      let values =
        [String(index), String(change.rawValue), source.entity.map { "\(row).\($0)" } ?? "NULL"]
        + source.identity.map { "\(row).\($0)" }
      return
        "INSERT INTO _rowsmith_changes (\(columns.joined(separator: ", "))) VALUES (\(values.joined(separator: ", ")));"
    }
    let fixed = source.identity + (source.entity.map { [$0] } ?? [])
    let isSame = fixed.map { "OLD.\($0) IS NEW.\($0)" }.joined(separator: " AND ")
    let differs = source.others.map { "OLD.\($0) IS NOT NEW.\($0)" }.joined(separator: " OR ")
    var triggers = [
      ("insert", "INSERT \(table) BEGIN \(note(.inserted, "NEW")) END"),
      ("delete", "DELETE \(table) BEGIN \(note(.deleted, "OLD")) END"),
      (
        "replace",
        "UPDATE \(table) WHEN NOT (\(isSame)) BEGIN \(note(.deleted, "OLD")) \(note(.inserted, "NEW")) END"
      ),
    ]
    if !differs.isEmpty {
      triggers.append(
        ("update", "UPDATE \(table) WHEN \(isSame) AND (\(differs)) BEGIN \(note(.updated, "NEW")) END"))
    }
    return triggers
  }

  /// Takes out what has been written down. Called at the end of a transaction, inside it.
  func take() throws -> PendingChanges {
    let tables = model.layout.tables
    // By place, not by name: this is done for every row.
    var byTable = [[String: RowChanges]](repeating: [:], count: tables.count)
    var pending = PendingChanges()
    let columns = ["source", "change", "entity"] + keyColumns
    try connection.withCached(
      "SELECT \(columns.joined(separator: ", ")) FROM temp._rowsmith_changes ORDER BY sequence"
    ) { statement in
      while try statement.step() {
        let index = Int(statement.integer(at: 0))
        guard let change = RowChange(rawValue: statement.integer(at: 1)), index < sources.count else {
          continue
        }
        let key = (0..<sources[index].identity.count).map { statement.value(at: 3 + $0) }
        if index >= tables.count {
          pending.links[index - tables.count, default: RowChanges()].note(change, key)
        } else {
          let entity = statement.text(at: 2) ?? tables[index].name
          byTable[index][entity, default: RowChanges()].note(change, key)
        }
      }
    }
    for changes in byTable { pending.entities.merge(changes) { first, _ in first } }
    try connection.execute("DELETE FROM temp._rowsmith_changes")
    return pending
  }
}
