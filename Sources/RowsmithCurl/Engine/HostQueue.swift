/// The exchanges with one host: how many run, and those that are queued.
struct HostQueue {
  var count = 0
  var waiting: [Transfer] = []

  var isIdle: Bool { count == 0 && waiting.isEmpty }

  /// The next one that may begin; it then counts as running.
  mutating func next(limit: Int) -> Transfer? {
    guard count < limit, !waiting.isEmpty else { return nil }
    count += 1
    return waiting.removeFirst()
  }
}
