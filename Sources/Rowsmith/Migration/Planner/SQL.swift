import RowsmithSchema

/// Parts of the SQL of a migration. What is given as an expression or a query is SQL, not a value.
enum SQL {
  /// A column of the table with an alias: `o."name"`.
  static func column(_ name: String, of alias: String) -> String { "\(alias).\(DDL.quoted(name))" }

  /// The condition that expressions equal others, pair by pair. With a NULL on either side it is NULL.
  static func equal(_ one: [String], _ other: [String]) -> String {
    zip(one, other).map { "\($0) = \($1)" }.joined(separator: " AND ")
  }

  /// The condition that no expression is NULL.
  static func notNull(_ expressions: [String]) -> String {
    expressions.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
  }

  /// The condition that an expression is NULL, in parentheses.
  static func anyNull(_ expressions: [String]) -> String {
    "(" + expressions.map { "\($0) IS NULL" }.joined(separator: " OR ") + ")"
  }

  /// The positions of rows in the lists of their owners: those that they have, then more in the order of other columns.
  static func positions(_ position: String, per owner: String, orderedBy order: String) -> String {
    "coalesce(\(position), coalesce(max(\(position)) OVER (PARTITION BY \(owner)), -1) + row_number() OVER "
      + "(PARTITION BY \(owner), \(position) IS NULL ORDER BY \(order)))"
  }

  /// A query for the sum of the numbers that queries return; for a single one, the query itself.
  static func sum(_ counts: [String]) -> String {
    counts.count == 1 ? counts[0] : "SELECT \(DDL.joined(counts.map { "(\($0))" }, " + "))"
  }

  /// Literals of texts, as the list of `IN`.
  static func texts(_ values: [String]) -> String {
    values.map { DDL.literal(.text($0)) }.joined(separator: ", ")
  }
}
