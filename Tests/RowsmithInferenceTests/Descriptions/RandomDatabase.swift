import TestSupport

/// Tables that refer to each other anyhow, under names that collide.
struct RandomDatabase {
  private var draws: Draws
  private let tables = [
    "users", "user", "orders", "order lines", "people", "Data", "categories", "t", "links", "Type",
  ]
  private let columns = [
    "id", "user_id", "order_id", "name", "self", "description", "parent_id", "position", "created_at",
    "is_new", "entityName",
    "users", "a b", "t_id", "person", "Name2", "row_id", "x.y",
  ]
  private let types = [
    "INTEGER", "TEXT", "", "BLOB", "REAL", "DECIMAL(8,2)", "DATETIME", "BOOLEAN", "JSON", "UUID", "DATE",
  ]
  private let values = [
    "1", "0", "'a'", "NULL", "1.5", "'2024-01-02'", "'2024-01-02 03:04:05'", "1700000000", "x'00'", "'{}'",
  ]

  init(seed: UInt64) { draws = Draws(seed: seed) }

  /// The statements that make it.
  mutating func sql() -> String { tables.map { table($0) }.joined(separator: "\n") }

  private mutating func table(_ name: String) -> String {
    var names: [String] = []
    for _ in 0...draws.below(6) {
      let column = pick(columns)
      if !names.contains(where: { $0.lowercased() == column.lowercased() }) { names.append(column) }
    }
    var parts = names.map { column -> String in
      var text = "\"\(column)\" \(pick(types))"
      if draws.below(3) == 0 { text += " NOT NULL DEFAULT \(pick(["1", "'a'", "0.5", "(1 + 1)"]))" }
      if draws.below(4) == 0 {
        let rule = pick(["", " ON DELETE CASCADE", " ON DELETE RESTRICT", " ON DELETE SET NULL"])
        text += " REFERENCES \"\(pick(tables))\"\(pick(["", "(id)", "(name)"]))\(rule)"
      }
      if draws.below(6) == 0 { text += " UNIQUE" }
      return text
    }
    let key = names.prefix(draws.below(3)).map { "\"\($0)\"" }.joined(separator: ", ")
    if !key.isEmpty { parts.append("PRIMARY KEY (\(key))") }
    var sql = "CREATE TABLE \"\(name)\" (\(parts.joined(separator: ", ")));"
    sql +=
      " CREATE INDEX \"by \(name)\" ON \"\(name)\" (\(names.reversed().map { "\"\($0)\"" }.joined(separator: ", ")));"
    for _ in 0..<draws.below(3) {
      let row = names.map { _ in pick(values) }.joined(separator: ", ")
      sql += "\nINSERT OR IGNORE INTO \"\(name)\" VALUES (\(row));"
    }
    return sql
  }

  private mutating func pick(_ list: [String]) -> String { list[draws.below(list.count)] }
}
