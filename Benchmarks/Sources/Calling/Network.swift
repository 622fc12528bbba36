import Foundation
import RowsmithClient

/// A network that can be away: the device is offline then.
final class Network: Transport, @unchecked Sendable {
  private let base: any Transport
  /// Guards `isThere`.
  private let lock = NSLock()
  private var isThere = true

  init(_ base: any Transport) { self.base = base }

  func set(isThere: Bool) { lock.withLock { self.isThere = isThere } }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard lock.withLock({ isThere }) else { throw TransportError(.offline, "There is no network.") }
    return try await base.send(request)
  }
}
