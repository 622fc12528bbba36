import RowsmithSchema

extension Query where R: SearchableRecord {
  /// The records with the parts of their text that match the search.
  ///
  /// ```swift
  /// for result in try store.fetch(Person.search("ada lov*").limit(20).withSnippets()) {
  ///   print(result.record.name, result.snippet?.marked("*", "*") ?? "")
  /// }
  /// ```
  ///
  /// Fetching throws ``StoreError`` if the query is no search: begin it with `search`.
  ///
  /// - Parameter words: the maximum number of words in a snippet, 1 to 64. In a `trigram` search a word is three characters in
  ///   a row.
  public func withSnippets(words: Int = 16) -> Read<[SearchResult<R>]> {
    let words = Swift.min(64, Swift.max(1, words))
    return Read(.snippets(node, words: words), short: { short.withSnippets(words: words) }) { db in
      let mapping = try db.mapping()
      let table = try mapping.requireSearch(of: mapping.requireEntity(R.entityName))
      let select = try QueryCompiler.snippets(R.columnNames, node, words: words, table, mapping: mapping)
      return try db.rows(select, entity: R.entityName) { try Self.result($0, table) }
    }
  }

  private static func result(_ row: Row, _ table: Layout.SearchTable) throws -> SearchResult<R> {
    let start = R.columnNames.count
    var highlights: [String: MarkedText] = [:]
    for (index, column) in table.columns.enumerated() {
      if let text = try row.optionalString(at: start + 2 + index) { highlights[column] = MarkedText(text) }
    }
    return SearchResult(
      record: try R(row: row), rank: try row.double(at: start),
      snippet: try row.optionalString(at: start + 1).map(MarkedText.init), highlights: highlights)
  }
}
