import RowsmithSchema

extension QueryCompiler {
  /// `SELECT` of columns of a query's records, in the order of the query; distinct values are in ascending order.
  static func values(
    _ columns: [ColumnTerm], isDistinct: Bool, _ query: QueryNode, mapping: Mapping
  ) throws -> CompiledQuery {
    var compiler = QueryCompiler(mapping: mapping)
    guard isDistinct else {
      let sql = try compiler.select(query) { compiler, alias in
        try columns.flatMap { try compiler.plainColumns($0, alias) }.joined(separator: ", ")
      }
      return CompiledQuery(sql: sql, values: compiler.values)
    }
    let rows = try compiler.rows(columns, of: query)
    let names = zip(rows.names, columns).flatMap { names, column in names.map { $0.collated(column) } }
    let results = zip(names, columns.flatMap(\.names)).map { "\($0) AS \(DDL.quoted($1))" }
    let sql =
      "SELECT DISTINCT \(results.joined(separator: ", ")) FROM (\(rows.sql)) "
      + "ORDER BY \(names.joined(separator: ", "))"
    return CompiledQuery(sql: sql, values: compiler.values)
  }

  /// `SELECT` of an aggregate over a query's records, in one row.
  static func aggregate(
    _ function: String, of column: ColumnTerm, _ query: QueryNode, mapping: Mapping
  ) throws -> CompiledQuery {
    var compiler = QueryCompiler(mapping: mapping)
    let rows = try compiler.rows([column], of: query)
    let value = rows.names[0][0].collated(column)
    return CompiledQuery(sql: "SELECT \(function)(\(value)) FROM (\(rows.sql))", values: compiler.values)
  }

  /// `SELECT` of an aggregate for each group of records with the same key, in the order of the key; without a column, it counts
  /// records.
  static func group(
    by key: ColumnTerm, _ function: String, of column: ColumnTerm?, _ query: QueryNode, mapping: Mapping
  ) throws -> CompiledQuery {
    var compiler = QueryCompiler(mapping: mapping)
    let rows = try compiler.rows([key] + (column.map { [$0] } ?? []), of: query)
    let keys = rows.names[0].map { $0.collated(key) }.joined(separator: ", ")
    let argument = column.map { rows.names[1][0].collated($0) } ?? "*"
    let results = zip(rows.names[0], key.names).map { "\($0) AS \(DDL.quoted($1))" }
    return CompiledQuery(
      sql: "SELECT \(results.joined(separator: ", ")), \(function)(\(argument)) FROM (\(rows.sql)) "
        + "GROUP BY \(keys) ORDER BY \(keys)",
      values: compiler.values)
  }

  /// `SELECT` of the columns, and the names under which it returns them.
  private mutating func rows(
    _ terms: [ColumnTerm], of query: QueryNode
  ) throws -> (sql: String, names: [[String]]) {
    let names = terms.indices.map { term in terms[term].names.indices.map { "v\(term)_\($0)" } }
    let sql = try select(query, isOrdered: false) { compiler, alias in
      try zip(terms, names).flatMap { term, names in
        zip(try compiler.plainColumns(term, alias), names).map { "\($0) AS \($1)" }
      }.joined(separator: ", ")
    }
    return (sql, names)
  }
}

extension String {
  /// The name, with the collation of the column.
  fileprivate func collated(_ column: ColumnTerm) -> String {
    self + (column.collation.map { " COLLATE \($0.sql)" } ?? "")
  }
}
