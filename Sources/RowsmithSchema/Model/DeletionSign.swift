extension Schema {
  /// How the JSON of a record tells that the server has deleted it (`DeletedWhen`).
  public struct DeletionSign: Sendable, Hashable, Codable {
    /// The key path of the member that tells it.
    public var path: [String]
    /// The values that mean deleted: text, integers, reals, or 0 and 1 for false and true. If empty, every value means
    /// deleted except null, `false`, `0` and `""`.
    public var values: [StoredValue]

    /// Creates a sign.
    public init(path: [String], values: [StoredValue] = []) {
      self.path = path
      self.values = values
    }
  }
}
