extension Schema {
  /// That a database notes what each transaction changes, and for how long.
  public struct History: Sendable, Hashable, Codable {
    /// For how many seconds it is kept; nil for ever.
    public var keepSeconds: Int?

    /// Creates the wish for a history.
    public init(keepSeconds: Int? = nil) { self.keepSeconds = keepSeconds }
  }
}
