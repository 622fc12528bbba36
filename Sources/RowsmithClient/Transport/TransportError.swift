public import Foundation
import RowsmithSchema

/// Why an exchange failed.
public struct TransportError: Error, Sendable, Hashable {
  /// The kind of failure.
  public struct Reason: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String

    /// Creates a reason with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server could not be reached: no network, no such host, or connection refused. Nothing was sent.
    public static let offline = Reason(rawValue: "offline")
    /// The connection ended before the answer was complete. The server may have carried out the request.
    public static let interrupted = Reason(rawValue: "interrupted")
    /// It took too long. The server may have carried out the request.
    public static let timedOut = Reason(rawValue: "timedOut")
    /// The server's certificate is not trusted, or encryption failed. Nothing was sent.
    public static let insecure = Reason(rawValue: "insecure")
    /// The answer is not HTTP, or its body does not match its headers.
    public static let malformed = Reason(rawValue: "malformed")
    /// Redirects led in a circle, were too many, or led from https to http.
    public static let redirected = Reason(rawValue: "redirected")
    /// The request cannot be sent: its URL is invalid, or a file of its body cannot be read. Nothing was sent.
    public static let unsendable = Reason(rawValue: "unsendable")
    /// The task was cancelled. The server may have carried out the request.
    public static let cancelled = Reason(rawValue: "cancelled")
  }

  /// The kind of failure.
  public var reason: Reason
  /// What happened, in a sentence. Contains no header values and no part of a body.
  public var message: String
  /// Whether the request may have reached the server, which may then have carried it out.
  public var mayHaveArrived: Bool
  /// How many bytes of the body were received.
  public var receivedBytes: Int

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - reason: the kind of failure.
  ///   - message: what happened, in a sentence.
  ///   - mayHaveArrived: whether the request may have reached the server; `nil` for the default of the reason.
  ///   - receivedBytes: how many bytes of the body were received.
  public init(_ reason: Reason, _ message: String, mayHaveArrived: Bool? = nil, receivedBytes: Int = 0) {
    self.reason = reason
    self.message = message
    self.mayHaveArrived = mayHaveArrived ?? ![.offline, .insecure, .unsendable].contains(reason)
    self.receivedBytes = receivedBytes
  }
}

extension TransportError: CustomStringConvertible {
  /// The message. Safe to print to a terminal.
  public var description: String { message.escapedForDisplay() }
}

extension TransportError: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }
}
