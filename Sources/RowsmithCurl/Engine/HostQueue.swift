/// The exchanges with one place: how many run, and those that wait.
struct HostQueue {
  var count = 0
  var waiting: [Transfer] = []

  var isIdle: Bool { count == 0 && waiting.isEmpty }

  /// The one that may begin now; it counts as running.
  mutating func next(limit: Int) -> Transfer? {
    guard count < limit, !waiting.isEmpty else { return nil }
    count += 1
    return waiting.removeFirst()
  }
}
