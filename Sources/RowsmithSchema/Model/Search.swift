extension Schema {
  /// That the text of an entity's records can be searched by its words.
  public struct Search: Sendable, Hashable, Codable {
    /// The attributes whose text is searched, own or inherited, in the order of the model.
    public var columns: [String]
    /// What makes words of text.
    public var tokenizer: Tokenizer

    /// Creates the wish for a full-text search.
    public init(columns: [String], tokenizer: Tokenizer = .unicode61) {
      self.columns = columns
      self.tokenizer = tokenizer
    }

    /// What makes words of text.
    public enum Tokenizer: String, Sendable, Hashable, Codable, CaseIterable {
      /// Letters and digits make words, capital or small, with accents or without.
      case unicode61
      /// The same, and English words of one stem are one: `drum`, `drums`, `drumming`.
      case porter
      /// Each three characters in a row, so that a search finds parts of words.
      case trigram
    }
  }
}
