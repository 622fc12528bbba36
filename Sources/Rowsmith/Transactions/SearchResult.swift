/// A record that a search has found, and where: what ``Query/withSnippets(words:)`` reads.
public struct SearchResult<R: SearchableRecord>: Sendable, Hashable {
  /// The record.
  public let record: R
  /// How well it fits, by the BM25 formula: the less, the better. It means something beside that of other results of the same
  /// search only; 0 where the index was not asked (see ``snippet``).
  public let rank: Double
  /// The part of its text in which most words were found, with `…` where it is cut off.
  ///
  /// Nil where the tokenizer is `trigram` and no word has three characters: then the index was not asked.
  public let snippet: MarkedText?
  private let highlights: [String: MarkedText]

  init(record: R, rank: Double, snippet: MarkedText?, highlights: [String: MarkedText]) {
    self.record = record
    self.rank = rank
    self.snippet = snippet
    self.highlights = highlights
  }

  /// The whole text of an attribute, with the words that were found in it; nil where it is not searched, or there is no
  /// snippet either.
  ///
  /// ```swift
  /// let name = result.highlight { $0.name }?.marked("<b>", "</b>")
  /// ```
  public func highlight<Value>(_ column: (R.Columns.Type) throws -> Column<R, Value>) rethrows -> MarkedText?
  {
    try column(R.Columns.self).term.names.first.flatMap { highlights[$0] }
  }
}

extension SearchResult: Identifiable where R: Identifiable {
  /// What identifies the record.
  public var id: R.ID { record.id }
}
