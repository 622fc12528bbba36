import Foundation
import RowsmithClient

/// What an adapter has learnt of the model and of its server: it may be forgotten any time.
final class KintoKnowledge: @unchecked Sendable {
  /// Guards what follows.
  private let lock = NSLock()
  private var limit = 25
  private var leaveAloneUntil = 0.0
  private var seconds = 5.0

  /// How many requests a batch may have: Kinto's own limit until the server has said another one.
  var maximumBatch: Int {
    get { lock.withLock { limit } }
    set { lock.withLock { limit = max(1, newValue) } }
  }

  /// How many seconds are read again where the entity does not say.
  var overlap: Double {
    get { lock.withLock { seconds } }
    set { lock.withLock { seconds = newValue } }
  }

  /// Notes what any answer may say (`Backoff`).
  func learn(from headers: HTTPHeaders, now: Double) {
    guard let text = headers.values(of: "Backoff").first, let seconds = Double(text), seconds > 0 else {
      return
    }
    lock.withLock { leaveAloneUntil = max(leaveAloneUntil, now + min(seconds, 86_400)) }
  }

  /// For how many seconds the server wants to be left alone yet.
  func backoff(now: Double) -> Double? {
    let rest = lock.withLock { leaveAloneUntil } - now
    return rest > 0 ? rest : nil
  }
}
