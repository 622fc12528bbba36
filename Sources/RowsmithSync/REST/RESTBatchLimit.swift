import Foundation

/// How many requests the server takes at once: what the model says, until it refuses so many.
final class RESTBatchLimit: @unchecked Sendable {
  /// Guards `limit`.
  private let lock = NSLock()
  private var limit: Int

  init(_ limit: Int) { self.limit = max(1, limit) }

  var value: Int { lock.withLock { limit } }

  /// The server has refused so many.
  func refused(_ count: Int) { lock.withLock { limit = max(1, min(limit, count / 2)) } }
}
