import RowsmithSchema

/// What a client has noted of unsent changes and queued requests, while tables change: it gets the new names.
///
/// The tables and their terms belong to the product `RowsmithClient`, which does not run during a migration.
struct QueuedChanges {
  private let connection: Connection
  private let match: SchemaMatch

  /// Returns `nil` if the database has no queue.
  init?(_ connection: Connection, from old: Schema, to new: Schema) {
    guard connection.hasTable("_rowsmith_queue"), connection.hasTable("_rowsmith_unsent_values") else {
      return nil
    }
    self.connection = connection
    match = SchemaMatch(from: old, to: new)
  }

  private static let noted = ["_rowsmith_unsent", "_rowsmith_unsent_values", "_rowsmith_deleted"]

  /// Renames what was noted. Requests for records of an entity that is gone stay: they are set aside when they are sent.
  func renew() throws {
    try forgetRemoved()
    for entity in match.old.schema.entities {
      guard let now = match.successor(of: entity.name)?.name, now != entity.name else { continue }
      try connection.run(
        "UPDATE main._rowsmith_queue SET entity = ?2 WHERE lane <> 'sync' AND entity = ?1",
        [.text(entity.name), .text(now)])
    }
    for old in match.oldLayout.tables {
      guard let now = match.successor(of: old.name)?.name, let table = match.newTable(of: now) else {
        continue
      }
      try renameMembers(of: old, now: table)
      if old.name == table.name { continue }
      for noted in Self.noted {
        try connection.run(
          "UPDATE OR REPLACE main.\(noted) SET entity = ?2 WHERE entity = ?1",
          [.text(old.name), .text(table.name)])
      }
    }
    try connection.execute(
      """
      DELETE FROM main._rowsmith_unsent AS u WHERE is_new = 0 AND NOT EXISTS
      (SELECT 1 FROM main._rowsmith_unsent_values AS v WHERE v.entity = u.entity AND v.key = u.key)
      """)
  }

  /// Forgets what has no successor. This comes first, as another entity may get the name.
  private func forgetRemoved() throws {
    for entity in match.old.schema.entities
    where match.successor(of: entity.name) == nil && match.new.entity(entity.name) != nil {
      try connection.run(
        "DELETE FROM main._rowsmith_queue WHERE lane <> 'sync' AND entity = ?1", [.text(entity.name)])
    }
    for table in match.oldLayout.tables where match.successor(of: table.name) == nil {
      for noted in Self.noted {
        try connection.run("DELETE FROM main.\(noted) WHERE entity = ?1", [.text(table.name)])
      }
    }
  }

  /// Renames the attributes and relationships with unsent values. Values that the model no longer has are not sent.
  private func renameMembers(of old: Layout.Table, now table: Layout.Table) throws {
    let names = names(of: old, now: table)
    let list = try connection.prepare(
      "SELECT DISTINCT name FROM main._rowsmith_unsent_values WHERE entity = ?1")
    list.bind(.text(old.name), at: 1)
    var noted: [String] = []
    while try list.step() { if let name = list.text(at: 0) { noted.append(name) } }
    // In two steps, so that two columns can swap names.
    for name in noted where names[name] != name {
      if let new = names[name] {
        try connection.run(
          "UPDATE main._rowsmith_unsent_values SET name = char(1) || ?3 WHERE entity = ?1 AND name = ?2",
          [.text(old.name), .text(name), .text(new)])
      } else {
        try connection.run(
          "DELETE FROM main._rowsmith_unsent_values WHERE entity = ?1 AND name = ?2",
          [.text(old.name), .text(name)])
      }
    }
    try connection.run(
      """
      UPDATE main._rowsmith_unsent_values SET name = substr(name, 2)
      WHERE entity = ?1 AND substr(name, 1, 1) = char(1)
      """, [.text(old.name)])
  }

  /// The new names of columns and of to-many relationships, by the old ones.
  private func names(of old: Layout.Table, now table: Layout.Table) -> [String: String] {
    var names: [String: String] = [:]
    for entity in old.entities {
      guard let now = match.successor(of: entity)?.name else { continue }
      for column in old.columns {
        guard let (member, part) = column.source.memberPart,
          let current = match.currentMember(of: member, in: entity, now: now)?.name,
          let new = table.columns.first(where: { $0.source.memberPart.map { $0 == (current, part) } ?? false }
          )
        else { continue }
        names[column.name] = new.name
      }
      for list in match.old.relationships(of: entity) where list.cardinality == .toMany {
        if let current = match.currentMember(of: list.name, in: entity, now: now) {
          names[list.name] = current.name
        }
      }
    }
    return names
  }
}

extension ColumnSource {
  /// The attribute or relationship, and the part of its key.
  fileprivate var memberPart: (member: String, part: Int)? {
    switch self {
    case .attribute(_, let name): (name, 0)
    case .relationship(_, let name, let part): (name, part)
    case .position, .entityName, .rowIdentifier: nil
    }
  }
}
