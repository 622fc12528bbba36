import RowsmithSchema

extension QueryCompiler {
  /// Joins the full-text index to the rows.
  mutating func search(_ search: SearchNode, in from: inout From) throws {
    let table = try mapping.requireSearch(of: from.entity)
    let question = SearchTerms(search.text).question(table.tokenizer)
    guard question.expression != nil || !question.parts.isEmpty else {
      // The search text has no terms.
      from.conditions.append("0")
      return
    }
    if let expression = question.expression {
      let alias = makeAlias()
      searchAlias = alias
      joins.accompany(from.alias)
      // With the sign, SQLite reads the index from its beginning, and never once for each row that other conditions leave.
      let row = "\(readsRanks ? "+" : "")\(alias).rowid"
      from.table +=
        " JOIN \(DDL.quoted(table.name)) AS \(alias) ON \(row) = \(from.alias).\(DDL.quoted(table.rowIDName))"
      from.conditions.append("\(alias).\(DDL.quoted(table.name)) MATCH \(bind(.text(expression)))")
    }
    // A text that was pasted has the same short words many times. By their bytes: they may differ in how accents are composed.
    var seen: Set<StoredValue> = []
    let parts = question.parts.filter { seen.insert(.text($0)).inserted }.map { part in
      let text = bind(.text(part))
      let columns = table.columns.map { column in
        "rowsmith_matches(\(from.alias).\(DDL.quoted(column)), \(text), '\(TextMatch.Place.part.rawValue)')"
      }
      return DDL.joined(columns, " OR ")
    }
    if !parts.isEmpty { from.conditions.append(DDL.joined(parts, " AND ")) }
  }
}

extension QueryCompiler {
  /// `SELECT` of the columns of the records, each with its rank, a snippet and the highlighted text of the searched columns;
  /// NULL if the index is not used.
  static func snippets(
    _ columns: [String], _ query: QueryNode, words: Int, _ table: Layout.SearchTable, mapping: Mapping
  ) throws -> CompiledQuery {
    guard query.search != nil else {
      throw StoreError(
        .misuse, "'\(query.entity)': only a search has snippets; call `search` first")
    }
    var compiler = QueryCompiler(mapping: mapping)
    compiler.readsRanks = true
    let signs = [MarkedText.opening, MarkedText.closing].map { DDL.literal(.text(String($0))) }.joined(
      separator: ", ")
    let sql = try compiler.select(query) { compiler, alias in
      let own = columns.map { "\(alias).\(DDL.quoted($0))" }
      guard let search = compiler.searchAlias else {
        return (own + ["0.0", "NULL"] + table.columns.map { _ in "NULL" }).joined(separator: ", ")
      }
      let index = "\(search).\(DDL.quoted(table.name))"
      let highlights = table.columns.indices.map { "highlight(\(index), \($0), \(signs))" }
      let found = ["\(search).rank", "snippet(\(index), -1, \(signs), '…', \(words))"] + highlights
      return (own + found).joined(separator: ", ")
    }
    return CompiledQuery(sql: sql, values: compiler.values)
  }
}

extension Mapping {
  /// The full-text index for an entity: its own, or that of the nearest ancestor.
  func requireSearch(of entity: EntityMapping) throws -> Layout.SearchTable {
    for name in graph.lineageNames(of: entity.name).reversed() {
      if let table = layout.searchTables.first(where: { $0.entity == name }) { return table }
    }
    throw StoreError(
      .misuse,
      "'\(entity.name)' cannot be searched; write the searched attributes in the model, such as `search: [title]`"
    )
  }
}
