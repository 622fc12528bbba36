extension Query where R: SearchableRecord {
  /// The records that also have the words in their text, best ones first unless the query has an order.
  ///
  /// The text is what somebody has typed: it has no syntax that could be wrong. All words must be there, capital or small,
  /// with accents or without, in any of the attributes that the model names in `search`; `drum*` finds what begins so, and
  /// `"tin drum"` in quotation marks the words one behind the other. All else is text: operators, colons, a quotation mark
  /// alone. A text without a letter or digit finds nothing. Replaces an earlier search.
  public func search(_ text: String) -> Query<R> {
    var query = self
    query.node.search = SearchNode(text: text)
    return query
  }
}

extension SearchableRecord {
  /// A query for the records that have the words in their text, best ones first.
  ///
  /// ```swift
  /// let found = try store.fetch(Person.search("ada lov*").limit(20))
  /// ```
  public static func search(_ text: String) -> Query<Self> { Query().search(text) }
}

/// A record whose text can be searched: its entity, or one that it extends, says `search` in the model.
public protocol SearchableRecord: Record {}
