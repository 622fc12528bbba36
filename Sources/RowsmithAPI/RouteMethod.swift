/// The method of a request (RFC 9110, section 9).
public enum RouteMethod: String, Sendable, Hashable, CaseIterable {
  case get, post, put, patch, delete, head

  /// The name as it is sent: `GET`.
  public var name: String { rawValue.uppercased() }

  /// Whether the server promises that the request changes nothing (RFC 9110, section 9.2.1).
  public var isSafe: Bool { self == .get || self == .head }

  /// Whether sending the request twice has the same effect as sending it once (RFC 9110, section 9.2.2).
  public var isIdempotent: Bool { self != .post && self != .patch }
}
