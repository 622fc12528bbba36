/// A record that a search has found, and where: the result of ``Query/withSnippets(words:)``.
public struct SearchResult<R: SearchableRecord>: Sendable, Hashable {
  /// The record.
  public let record: R
  /// The BM25 rank; lower is better. Ranks compare only results of the same search. 0 if the index was not used (see
  /// ``snippet``).
  public let rank: Double
  /// The part of its text that matches best, with `…` where it is cut off.
  ///
  /// `nil` if the tokenizer is `trigram` and no word of the search has three characters: then the index was not used.
  public let snippet: MarkedText?
  private let highlights: [String: MarkedText]

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - rank: the BM25 rank.
  ///   - snippet: the part of its text that matches best.
  ///   - highlights: the texts of attributes with their matches, by the names of the columns. See ``highlight(_:)``.
  public init(
    record: R, rank: Double = 0, snippet: MarkedText? = nil, highlights: [String: MarkedText] = [:]
  ) {
    self.record = record
    self.rank = rank
    self.snippet = snippet
    self.highlights = highlights
  }

  /// The whole text of an attribute, with its matches; `nil` if the attribute is not searched or ``snippet`` is `nil`.
  ///
  /// ```swift
  /// let name = result.highlight { $0.name }?.marked("<b>", "</b>")
  /// ```
  public func highlight<Value>(_ column: (R.Columns.Type) throws -> Column<R, Value>) rethrows -> MarkedText?
  {
    let term = try column(R.Columns.self).term
    // The index has no text of the records that this one leads to.
    return term.path.isEmpty ? term.names.first.flatMap { highlights[$0] } : nil
  }
}

extension SearchResult: Identifiable where R: Identifiable {
  /// The identifier of the record.
  public var id: R.ID { record.id }
}
