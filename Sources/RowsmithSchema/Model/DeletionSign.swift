extension Schema {
  /// How the JSON of a record says that the server has deleted it (`DeletedWhen`).
  public struct DeletionSign: Sendable, Hashable, Codable {
    /// The keys that lead to the member that says it.
    public var path: [String]
    /// The values that say it: text, integers, reals, or integers 0 and 1 for false and true. Empty where every value
    /// does but null, `false`, `0` and `""`.
    public var values: [StoredValue]

    /// Creates a sign.
    public init(path: [String], values: [StoredValue] = []) {
      self.path = path
      self.values = values
    }
  }
}
