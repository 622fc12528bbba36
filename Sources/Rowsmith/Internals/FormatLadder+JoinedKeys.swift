import RowsmithSchema

extension FormatLadder {
  /// Version 1 may store keys of several parts as joined text, such as `tfoo` and `i3` around U+001F. Version 2 stores only
  /// JSON arrays.
  ///
  /// Such a text can be ambiguous. Then the pending link is deleted.
  static let joinedKeys = Step(
    summary: "pending keys of several parts become JSON arrays", isNeededToRead: false
  ) { connection, schema in
    let graph = SchemaGraph(schema)
    let layout = Layout(graph)
    for entity in schema.entities {
      guard let table = graph.root(of: entity.name).flatMap({ layout.table(of: $0.name) }),
        table.key.count > 1
      else { continue }
      let types = table.key.compactMap { name in table.columns.first { $0.name == name }?.type }
      for relationship in entity.relationships where relationship.cardinality == .toMany {
        try rewrite("\(entity.name).\(relationship.name)", types, connection)
      }
    }
  }

  private static func rewrite(
    _ relationship: String, _ types: [Layout.ColumnType], _ connection: Connection
  ) throws {
    // A JSON array begins with a bracket, joined text with the letter of a type.
    let rows = try connection.prepare(
      "SELECT target, source FROM main._rowsmith_pending WHERE relationship = ?1 AND substr(source, 1, 1) <> '['"
    )
    rows.bind(.text(relationship), at: 1)
    var joined: [(target: StoredValue, source: String)] = []
    while try rows.step() {
      if let source = rows.text(at: 1) { joined.append((rows.value(at: 0), source)) }
    }
    let name = StoredValue.text(relationship)
    for (target, source) in joined {
      if let key = KeyCoding.decodeJoined(source, types: types) {
        try connection.run(
          "UPDATE main._rowsmith_pending SET source = ?3 WHERE relationship = ?1 AND target = ?2",
          [name, target, KeyCoding.encode(key)])
      } else {
        try connection.run(
          "DELETE FROM main._rowsmith_pending WHERE relationship = ?1 AND target = ?2", [name, target])
      }
    }
  }
}
