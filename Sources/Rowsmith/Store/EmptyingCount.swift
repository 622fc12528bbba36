import Foundation

/// Counts how often all data of a store was deleted, also by transactions that were rolled back. By it, whoever asked for
/// something before knows that it is not to be written any more.
package final class EmptyingCount: @unchecked Sendable {
  /// Guards `count`.
  private let lock = NSLock()
  private var count = 0

  /// The number so far. It does not change during a write transaction of the same store, unless that deletes all data itself.
  package var value: Int { lock.withLock { count } }

  func note() { lock.withLock { count += 1 } }
}
