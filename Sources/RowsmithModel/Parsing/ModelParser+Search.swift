import RowsmithSchema

// The key `search` of an entity.
extension ModelParser {
  /// Reads a list of attributes, alone or with a tokenizer: `{ columns: [title], tokenizer: porter }`.
  mutating func search(_ node: YAMLNode) -> SearchDeclaration? {
    guard node.entries != nil else {
      return nameOrNames(node, "'search'").map { SearchDeclaration(columns: $0) }
    }
    guard var fields = fields(of: node, in: .search, called: "'search'") else { return nil }
    let tokenizer = fields.take("tokenizer").flatMap {
      keyword($0, "tokenizer", Schema.Search.Tokenizer.self)
    }
    guard let columns = fields.take("columns") else {
      diagnostics.append(
        .missingPart("columns", of: "'search'", write: "columns: [title, body]", at: node.range))
      return nil
    }
    return nameOrNames(columns, "'columns'").map {
      SearchDeclaration(columns: $0, tokenizer: tokenizer?.value ?? .unicode61)
    }
  }
}
