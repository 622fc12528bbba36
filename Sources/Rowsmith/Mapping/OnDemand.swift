import Foundation

/// A value that is made when a thread first needs it.
final class OnDemand<Value: Sendable, Failure: Error>: @unchecked Sendable {
  /// Guards `value`.
  private let lock = NSLock()
  private var value: Value?
  private let make: @Sendable () throws(Failure) -> Value

  init(_ make: @escaping @Sendable () throws(Failure) -> Value) { self.make = make }

  /// The value.
  ///
  /// - Throws: what making it throws, each time it is asked for.
  func get() throws(Failure) -> Value {
    lock.lock()
    defer { lock.unlock() }
    if let value { return value }
    let made = try make()
    value = made
    return made
  }
}
