/// The method of a request (RFC 9110, section 9).
public enum RouteMethod: String, Sendable, Hashable, CaseIterable {
  case get, post, put, patch, delete, head

  /// As it stands in a request: `GET`.
  public var name: String { rawValue.uppercased() }

  /// Whether the server promises that the request changes nothing (RFC 9110, section 9.2.1).
  public var isSafe: Bool { self == .get || self == .head }

  /// Whether to send the request twice does no more than to send it once (RFC 9110, section 9.2.2).
  public var isIdempotent: Bool { self != .post && self != .patch }
}
