import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if ROWSMITH_URLSESSION
  import RowsmithClient
#endif

/// Enforces the deadlines of exchanges. Checks every 20 milliseconds while there are any.
final class SessionWatch: @unchecked Sendable {
  private struct Watched {
    weak var exchange: SessionExchange?
    let task: URLSessionTask
  }

  private let queue = DispatchQueue(label: "Rowsmith.SessionWatch")
  // Both are only used on the queue.
  private var watched: [Watched] = []
  private var isLooking = false

  func add(_ exchange: SessionExchange, _ task: URLSessionTask) {
    queue.async {
      self.watched.append(Watched(exchange: exchange, task: task))
      if !self.isLooking { self.lookLater() }
    }
  }

  private func lookLater() {
    isLooking = true
    queue.asyncAfter(deadline: .now() + .milliseconds(20)) { [weak self] in self?.look() }
  }

  private func look() {
    let now = ContinuousClock.now
    watched.removeAll { entry in
      guard let exchange = entry.exchange, entry.task.state != .completed else { return true }
      return exchange.enforceDeadlines(now)
    }
    isLooking = false
    if !watched.isEmpty { lookLater() }
  }
}
