import Foundation
import RowsmithClient

/// A network that is not always there.
final class FlakyTransport: Transport, @unchecked Sendable {
  private let base: any Transport
  /// Guards `isOnline`.
  private let lock = NSLock()
  private var isOnline = true

  init(_ base: any Transport) { self.base = base }

  func set(online: Bool) { lock.withLock { isOnline = online } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard lock.withLock({ isOnline }) else { throw TransportError(.offline, "there is no network") }
    return try await base.send(request)
  }
}
