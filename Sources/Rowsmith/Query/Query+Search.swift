extension Query where R: SearchableRecord {
  /// The records whose text also matches a search; best matches first, unless the query has an order.
  ///
  /// The search text can come straight from a user: no text is a syntax error. A record matches if every word occurs in one of
  /// the attributes that the model lists under `search`; case and accents are ignored. `drum*` matches words with that prefix.
  /// `"tin drum"` in quotation marks matches the words in that sequence. All other characters are plain text, also operators,
  /// colons and a single quotation mark. A text without a letter or digit finds nothing. Replaces an earlier search.
  ///
  /// With the tokenizer `trigram`, a word matches any part of the text, whatever its characters, and accents count.
  ///
  /// With `porter`, `drum*` matches words whose stem begins with that of `drum`; `drummi*` does not match `drumming`.
  public func search(_ text: String) -> Query<R> {
    var query = self
    query.node.search = SearchNode(text: text)
    return query
  }
}

extension SearchableRecord {
  /// A query for the records whose text matches a search; best matches first. See ``Query/search(_:)``.
  ///
  /// ```swift
  /// let found = try store.fetch(Person.search("ada lov*").limit(20))
  /// ```
  public static func search(_ text: String) -> Query<Self> { Query().search(text) }
}

/// A record with full-text search: its entity, or one that it extends, has `search` in the model.
public protocol SearchableRecord: Record {}
