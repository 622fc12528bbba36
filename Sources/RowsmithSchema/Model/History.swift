extension Schema {
  /// The request that a database records the changes of each transaction.
  public struct History: Sendable, Hashable, Codable {
    /// How long the history is kept, in seconds; `nil` for ever.
    public var keepSeconds: Int?

    /// Creates the request for a history.
    public init(keepSeconds: Int? = nil) { self.keepSeconds = keepSeconds }
  }
}
