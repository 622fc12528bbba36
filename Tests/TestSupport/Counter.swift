import Foundation

/// A number that threads add to.
package final class Counter: @unchecked Sendable {
  /// Guards `sum`.
  private let lock = NSLock()
  private var sum = 0

  package init() {}

  package var value: Int { lock.withLock { sum } }

  package func add(_ number: Int) { lock.withLock { sum += number } }

  /// Notes a number where it is the largest.
  package func raise(to number: Int) { lock.withLock { sum = max(sum, number) } }
}
