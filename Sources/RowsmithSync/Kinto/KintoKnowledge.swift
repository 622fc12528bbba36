import Foundation
import RowsmithClient

/// What an adapter has learnt about its server. Only kept in memory.
final class KintoKnowledge: @unchecked Sendable {
  /// Guards the properties below.
  private let lock = NSLock()
  private var limit = 25
  private var leaveAloneUntil = 0.0
  private var seconds = 5.0

  /// The largest number of requests in a batch: Kinto's default until the server has named its own.
  var maximumBatch: Int {
    get { lock.withLock { limit } }
    set { lock.withLock { limit = max(1, newValue) } }
  }

  /// The overlap of reads, in seconds, unless the entity sets its own.
  var overlap: Double {
    get { lock.withLock { seconds } }
    set { lock.withLock { seconds = newValue } }
  }

  /// Stores the header `Backoff`, which any answer may have.
  func learn(from headers: HTTPHeaders, now: Double) {
    guard let text = headers.values(of: "Backoff").first, let seconds = Double(text), seconds > 0 else {
      return
    }
    lock.withLock { leaveAloneUntil = max(leaveAloneUntil, now + min(seconds, 86_400)) }
  }

  /// How many seconds of the backoff remain; `nil` if none.
  func backoff(now: Double) -> Double? {
    let rest = lock.withLock { leaveAloneUntil } - now
    return rest > 0 ? rest : nil
  }
}
