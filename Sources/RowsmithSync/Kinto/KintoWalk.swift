/// Where a walk through the pages of a list stands.
struct KintoWalk {
  /// The collection's timestamp when the walk began. What is changed later has a later one, or was missed by a transaction
  /// that was not yet committed: both are read next time.
  var timestamp: Int64
  /// The query of the next page, as the server has written it.
  var query: String

  init(timestamp: Int64, query: String) {
    self.timestamp = timestamp
    self.query = query
  }

  /// Reads what `text` wrote.
  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let timestamp = Int64(parts[0]) else { return nil }
    self.init(timestamp: timestamp, query: String(parts[1]))
  }

  var text: String { "\(timestamp) \(query)" }
}
