import RowsmithSchema

extension Resolver {
  /// Resolves the attributes whose text can be searched.
  mutating func resolveSearches() {
    let graph = SchemaGraph(schema)
    for index in schema.entities.indices {
      let entity = schema.entities[index]
      guard let declaration = declarations[entity.name]?.search else { continue }
      var columns: [String] = []
      for name in declaration.columns.value {
        guard let column = searchColumn(name, of: entity, graph) else { continue }
        if columns.contains(column) {
          diagnostics.append(.listedTwice(name.value, in: "'search'", at: name.range))
        } else {
          columns.append(column)
        }
      }
      if columns.isEmpty { continue }
      schema.entities[index].search = Schema.Search(columns: columns, tokenizer: declaration.tokenizer)
    }
  }

  /// The column of an attribute or of a part of a value, own or inherited; `nil` if it is invalid, which is reported.
  private mutating func searchColumn(
    _ name: Located<String>, of entity: Schema.Entity, _ graph: SchemaGraph
  ) -> String? {
    let column = column(name, of: entity, graph)
    guard let attribute = graph.attribute(column.value, of: entity.name) else {
      let line = graph.lineage(of: entity.name).compactMap { declarations[$0.name] }
      let attributes = line.flatMap { $0.attributes.map(\.name.value) }
      if attributes.contains(name.value) || line.contains(where: \.isIncomplete) { return nil }
      let nearest = suggestions.nearest(to: name.value, in: attributes)
      diagnostics.append(.unknownSearchColumn(name.value, entity.name, suggestion: nearest, at: name.range))
      return nil
    }
    switch attribute.type {
    case .scalar(.string), .scalar(.url): break
    default:
      diagnostics.append(
        .searchColumnWithoutText(name.value, attribute.type.spelling, at: name.range))
      return nil
    }
    if Self.reservedColumns.contains(column.value.lowercased()) {
      diagnostics.append(.reservedSearchColumn(name.value, at: name.range))
      return nil
    }
    return column.value
  }

  /// The names that FTS5 reserves.
  private static let reservedColumns: Set<String> = ["rank", "rowid"]
}
