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

extension Layout.Table {
  /// Whether the key is SQLite's rowid.
  var isKeyedByRowID: Bool {
    columns.isEmpty || (key.count == 1 && columns.contains { $0.name == key[0] && $0.type == .integer })
  }
}

/// Helpers for SQL expressions.
enum SQL {
  static func column(_ name: String, of alias: String) -> String { "\(alias).\(DDL.quoted(name))" }

  static func equal(_ one: [String], _ other: [String]) -> String {
    zip(one, other).map { "\($0) = \($1)" }.joined(separator: " AND ")
  }

  static func notNull(_ expressions: [String]) -> String {
    expressions.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
  }

  static func anyNull(_ expressions: [String]) -> String {
    "(" + expressions.map { "\($0) IS NULL" }.joined(separator: " OR ") + ")"
  }

  /// The positions of rows in the lists of their owners: those that they have, then more in the order of other columns.
  static func positions(_ position: String, per owner: String, orderedBy order: String) -> String {
    "coalesce(\(position), coalesce(max(\(position)) OVER (PARTITION BY \(owner)), -1) + row_number() OVER "
      + "(PARTITION BY \(owner), \(position) IS NULL ORDER BY \(order)))"
  }

  static func sum(_ counts: [String]) -> String {
    counts.count == 1 ? counts[0] : "SELECT \(DDL.joined(counts.map { "(\($0))" }, " + "))"
  }

  static func texts(_ values: [String]) -> String {
    values.map { DDL.literal(.text($0)) }.joined(separator: ", ")
  }
}
