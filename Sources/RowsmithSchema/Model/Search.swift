extension Schema {
  /// Full-text search of an entity's records.
  public struct Search: Sendable, Hashable, Codable {
    /// The attributes whose text is searched, own or inherited, in the order of the model.
    public var columns: [String]
    /// How text is split into words.
    public var tokenizer: Tokenizer

    /// Creates a full-text search.
    public init(columns: [String], tokenizer: Tokenizer = .unicode61) {
      self.columns = columns
      self.tokenizer = tokenizer
    }

    /// How text is split into words.
    public enum Tokenizer: String, Sendable, Hashable, Codable, CaseIterable {
      /// Words of letters and digits, ignoring case and accents.
      case unicode61
      /// Like `unicode61`, and English words with the same stem match: `drum`, `drums`, `drumming`.
      case porter
      /// Every sequence of three characters, so that a search finds parts of words.
      case trigram
    }
  }
}
