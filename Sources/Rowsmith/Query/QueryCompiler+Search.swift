import RowsmithSchema

extension QueryCompiler {
  /// Joins the index of words to the rows.
  mutating func search(_ search: SearchNode, in from: inout From) throws {
    let table = try mapping.requireSearch(of: from.entity)
    let question = SearchTerms(search.text).question(table.tokenizer)
    guard question.expression != nil || !question.parts.isEmpty else {
      // Nobody has asked for anything.
      from.conditions.append("FALSE")
      return
    }
    if let expression = question.expression {
      let alias = makeAlias()
      from.search = alias
      from.table +=
        " JOIN \(DDL.quoted(table.name)) AS \(alias) ON \(alias).rowid = \(from.alias).\(DDL.quoted(table.rowIDName))"
      from.conditions.append("\(alias).\(DDL.quoted(table.name)) MATCH \(bind(.text(expression)))")
    }
    for part in question.parts {
      let text = bind(.text(part))
      let columns = table.columns.map { column in
        "rowsmith_matches(\(from.alias).\(DDL.quoted(column)), \(text), 'anywhere')"
      }
      from.conditions.append("(\(columns.joined(separator: " OR ")))")
    }
  }
}

extension Mapping {
  /// The index of words in which an entity is searched: its own, or that of the nearest entity it extends.
  func requireSearch(of entity: EntityMapping) throws -> Layout.SearchTable {
    for name in graph.lineageNames(of: entity.name).reversed() {
      if let table = layout.searchTables.first(where: { $0.entity == name }) { return table }
    }
    throw StoreError(
      .misuse, "'\(entity.name)' cannot be searched; say in the model what of it, such as `search: [title]`")
  }
}
