import Foundation

/// Time, waiting and randomness, replaceable in tests.
package struct ClientClock: Sendable {
  /// Seconds since 1970.
  package var now: @Sendable () -> Double = { Date().timeIntervalSince1970 }
  /// Waits.
  package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  /// A random number in `0..<1`.
  package var draw: @Sendable () -> Double = { Double.random(in: 0..<1) }

  /// The system clock.
  package init() {}
}
