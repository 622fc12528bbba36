import Foundation

/// The largest number of requests in a batch: the model's limit, lowered when the server refuses a batch.
final class RESTBatchLimit: @unchecked Sendable {
  /// Guards `limit`.
  private let lock = NSLock()
  private var limit: Int

  init(_ limit: Int) { self.limit = max(1, limit) }

  var value: Int { lock.withLock { limit } }

  /// Lowers the limit after the server has refused a batch.
  func refused(_ count: Int) { lock.withLock { limit = max(1, min(limit, count / 2)) } }
}
