/// The position of a walk through the pages of a list.
struct KintoWalk {
  /// The collection's timestamp when the walk began. A later change has a later timestamp, or belongs to a transaction that was
  /// not committed yet. Both are read next time.
  var timestamp: Int64
  /// The query of the next page, as the server wrote it.
  var query: String

  init(timestamp: Int64, query: String) {
    self.timestamp = timestamp
    self.query = query
  }

  /// Parses `text`.
  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let timestamp = Int64(parts[0]) else { return nil }
    self.init(timestamp: timestamp, query: String(parts[1]))
  }

  var text: String { "\(timestamp) \(query)" }
}
