import Foundation

/// A value that is created lazily, by the first thread that needs it.
final class OnDemand<Value: Sendable, Failure: Error>: @unchecked Sendable {
  /// Guards `value`.
  private let lock = NSLock()
  private var value: Value?
  private let make: @Sendable () throws(Failure) -> Value

  init(_ make: @escaping @Sendable () throws(Failure) -> Value) { self.make = make }

  /// The value.
  ///
  /// - Throws: what creating it throws; the next call tries again.
  func get() throws(Failure) -> Value {
    lock.lock()
    defer { lock.unlock() }
    if let value { return value }
    let made = try make()
    value = made
    return made
  }
}
