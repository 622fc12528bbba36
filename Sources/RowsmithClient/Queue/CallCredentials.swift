import Foundation

/// The credentials that callers gave with their queued requests, by the idempotency keys of these. They are nowhere else.
///
/// A request that replaces another one has its number, also if another process has queued it, but not its key.
final class CallCredentials: @unchecked Sendable {
  /// Guards `fields`.
  private let lock = NSLock()
  private var fields: [String: [HTTPHeaders.Field]] = [:]

  /// Those of a request; empty if it has none of its own.
  subscript(key: String) -> [HTTPHeaders.Field] { lock.withLock { fields[key] ?? [] } }

  /// Takes those of a call in the transaction that queues it, as it may be sent from then on.
  ///
  /// - Parameter isNew: `false` if the request was there already. Then those of before stay if the call has none.
  func take(_ own: [HTTPHeaders.Field], under key: String, isNew: Bool) {
    lock.withLock {
      if isNew || !own.isEmpty { fields[key] = own.isEmpty ? nil : own }
    }
  }

  /// Goes on under another key: the request is made again.
  func move(from old: String, to new: String) {
    lock.withLock { fields[new] = fields.removeValue(forKey: old) }
  }

  func forget(_ key: String) { lock.withLock { fields[key] = nil } }
}
