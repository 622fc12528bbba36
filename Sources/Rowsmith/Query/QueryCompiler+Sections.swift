import RowsmithSchema

extension QueryCompiler {
  /// `SELECT` of the columns of the records, followed by the section's column, in the order of the sections, and in that of the
  /// query inside them.
  static func sections(
    _ columns: [String], by ordering: OrderingNode, _ query: QueryNode, mapping: Mapping
  ) throws -> CompiledQuery {
    var compiler = QueryCompiler(mapping: mapping)
    let from = try compiler.from(query)
    let own = columns.map { "\(from.alias).\(DDL.quoted($0))" }
    let sections = try compiler.plainColumns(ordering.column, from.alias)
    let order = try compiler.order(of: query, from)
    // Values that are equal by the collation are one section, in the order of the query.
    let collation = ordering.column.collation.map { " COLLATE \($0.sql)" } ?? ""
    let direction = collation + (ordering.isDescending ? " DESC" : "")
    let source = compiler.text(of: from)
    guard query.limit != nil else {
      let results = (own + sections).joined(separator: ", ")
      let terms = (sections.map { $0 + direction } + [order]).joined(separator: ", ")
      return CompiledQuery(sql: "SELECT \(results)\(source) ORDER BY \(terms)", values: compiler.values)
    }
    // A limit takes the first records in the order of the query, and only these are put into sections.
    let names = sections.indices.map { "_rowsmith_section\($0)" }
    let place = "row_number() OVER (ORDER BY \(order)) AS _rowsmith_place"
    let results = (own + zip(sections, names).map { "\($0) AS \($1)" } + [place]).joined(separator: ", ")
    let page = "SELECT \(results)\(source) ORDER BY \(order)\(compiler.limit(of: query))"
    let terms = (names.map { $0 + direction } + ["_rowsmith_place"]).joined(separator: ", ")
    return CompiledQuery(sql: "SELECT * FROM (\(page)) ORDER BY \(terms)", values: compiler.values)
  }
}
