import RowsmithSchema

/// Rows of one entity that move from an old table to a new one.
struct RowFlow {
  /// The new entity.
  var entity: String
  /// The former entity.
  var former: String
  /// The old table.
  var table: Layout.Table

  /// The alias of the old row in SQL.
  static let alias = "o"

  /// `"Musician" AS o WHERE o."entityName" = 'Guitarist'`.
  var source: String {
    "\(DDL.quoted(table.name)) AS \(RowFlow.alias)\(condition.map { " WHERE \($0)" } ?? "")"
  }

  /// The condition that selects the rows in their table; `nil` if it holds no others.
  var condition: String? {
    guard table.entities.count > 1 else { return nil }
    return "\(column("entityName")) = \(DDL.literal(.text(former)))"
  }

  /// A column of the old row.
  func column(_ name: String) -> String { SQL.column(name, of: RowFlow.alias) }

  /// The query with a further condition.
  func source(where further: String) -> String {
    let all = [condition, further].compactMap { $0 }.joined(separator: " AND ")
    return "\(DDL.quoted(table.name)) AS \(RowFlow.alias) WHERE \(all)"
  }
}
