import Rowsmith
import RowsmithSchema

/// Triggers that let go of what the server said of its answers when a row is deleted that one may have brought: whoever
/// deletes it, another program included. Without that the server would say that nothing has changed (304), and the row
/// would stay away.
struct DeletionTriggers {
  /// The tables of the model, sorted.
  let tables: [String]

  init(_ schema: Schema) {
    let graph = SchemaGraph(schema)
    tables = Set(schema.entities.compactMap { graph.root(of: $0.name)?.name }).sorted()
  }

  /// Makes those that are missing.
  func prepare(_ store: Store) throws {
    let wanted = tables.map { ("_rowsmith_answers_of_\($0)", sql($0)) }
    let known = try store.read { db in
      try db.rows(
        "SELECT name, sql FROM main.sqlite_master WHERE type = 'trigger' AND name GLOB '_rowsmith_answers_of_*'"
      )
    }
    let texts = Dictionary(
      known.map { ($0.values[0].plainText, $0.values[1].plainText) }, uniquingKeysWith: { first, _ in first })
    let missing = wanted.filter { texts[$0.0] != $0.1 }
    if missing.isEmpty { return }
    try store.write { db in
      for (name, sql) in missing {
        try db.execute(sql: "DROP TRIGGER IF EXISTS \(quoted(name))")
        try db.execute(sql: sql)
      }
    }
  }

  private func sql(_ table: String) -> String {
    """
    CREATE TRIGGER \(quoted("_rowsmith_answers_of_\(table)")) AFTER DELETE ON \(quoted(table)) BEGIN \
    DELETE FROM _rowsmith_answers WHERE url IN \
    (SELECT url FROM _rowsmith_answer_tables WHERE name = '\(table.replacing("'", with: "''"))'); \
    DELETE FROM _rowsmith_answer_tables WHERE name = '\(table.replacing("'", with: "''"))'; END
    """
  }

  private func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }
}
