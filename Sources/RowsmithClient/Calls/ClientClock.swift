import Foundation

/// What time it is, how to wait, and what chance says.
package struct ClientClock: Sendable {
  /// Seconds since 1970.
  package var now: @Sendable () -> Double = { Date().timeIntervalSince1970 }
  /// Waits.
  package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  /// A number from 0 up to 1.
  package var draw: @Sendable () -> Double = { Double.random(in: 0..<1) }

  /// The system's.
  package init() {}
}
