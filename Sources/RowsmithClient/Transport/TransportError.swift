public import Foundation

/// Why an exchange did not come to its end.
public struct TransportError: Error, Sendable, Hashable {
  /// What kind of failure it is.
  public struct Reason: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String

    /// Creates a reason of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server could not be reached: no network, no such host, nobody listens. Nothing was sent.
    public static let offline = Reason(rawValue: "offline")
    /// The connection ended in the middle, before the answer was whole. The server may have done what was asked.
    public static let interrupted = Reason(rawValue: "interrupted")
    /// It took too long. The server may have done what was asked.
    public static let timedOut = Reason(rawValue: "timedOut")
    /// The server's certificate is not trusted, or encryption failed. Nothing was sent.
    public static let insecure = Reason(rawValue: "insecure")
    /// The answer is no HTTP, or its body is not what its headers say.
    public static let malformed = Reason(rawValue: "malformed")
    /// Redirects led in a circle, too far, or from https to http.
    public static let redirected = Reason(rawValue: "redirected")
    /// The request cannot be sent: its URL is none, or a file of its body cannot be read. Nothing was sent.
    public static let unsendable = Reason(rawValue: "unsendable")
    /// The task was cancelled. The server may have done what was asked.
    public static let cancelled = Reason(rawValue: "cancelled")
  }

  /// What kind of failure it is.
  public var reason: Reason
  /// What happened, in a sentence; no header and nothing of a body is in it.
  public var message: String
  /// Whether the request may have reached the server, so that it is not known whether that has done what was asked.
  public var mayHaveArrived: Bool
  /// How many bytes of the body had come.
  public var receivedBytes: Int

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - reason: what kind of failure it is.
  ///   - message: what happened, in a sentence.
  ///   - mayHaveArrived: whether the request may have reached the server; nil for what the reason says.
  ///   - receivedBytes: how many bytes of the body had come.
  public init(_ reason: Reason, _ message: String, mayHaveArrived: Bool? = nil, receivedBytes: Int = 0) {
    self.reason = reason
    self.message = message
    self.mayHaveArrived = mayHaveArrived ?? ![.offline, .insecure, .unsendable].contains(reason)
    self.receivedBytes = receivedBytes
  }
}

extension TransportError: CustomStringConvertible {
  /// The sentence.
  public var description: String { message }
}

extension TransportError: LocalizedError {
  /// The sentence.
  public var errorDescription: String? { message }
}
