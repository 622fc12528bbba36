import Foundation

/// The credentials that callers gave with their queued requests, by the numbers of these. They are nowhere else.
final class CallCredentials: @unchecked Sendable {
  /// Guards `fields`.
  private let lock = NSLock()
  private var fields: [Int64: [HTTPHeaders.Field]] = [:]

  /// Those of a request; empty if it has none of its own.
  subscript(id: Int64) -> [HTTPHeaders.Field] { lock.withLock { fields[id] ?? [] } }

  /// Takes those of a call in the transaction that queues it, as it may be sent from then on.
  ///
  /// - Parameter isNew: `false` if the request was there already. Then those of before stay if the call has none.
  /// - Returns: the number of the request.
  func take(_ own: [HTTPHeaders.Field], for id: Int64, isNew: Bool) -> Int64 {
    lock.withLock {
      // A request that replaces another one has its number.
      if isNew || !own.isEmpty { fields[id] = own.isEmpty ? nil : own }
    }
    return id
  }

  func forget(_ id: Int64) { lock.withLock { fields[id] = nil } }
}
