import Foundation

/// A value that several threads change, one at a time. `Mutex` is of macOS 15.
package final class Guarded<Value>: @unchecked Sendable {
  /// Guards `value`.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
