public import Foundation
public import Rowsmith
import RowsmithSchema

/// Why a call failed. The description has no tokens, header values or bodies.
public struct ClientError: Error, Sendable {
  /// The kind of failure.
  public struct Reason: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String

    /// Creates a reason with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There was no answer: see ``ClientError/transport``.
    public static let transport = Reason(rawValue: "transport")
    /// The status is not a success: see ``ClientError/status``.
    public static let status = Reason(rawValue: "status")
    /// The answer is not what the route expects: not JSON, an HTML page, truncated, or too large.
    public static let answer = Reason(rawValue: "answer")
    /// The answer could not be imported: see ``ClientError/importError``.
    public static let `import` = Reason(rawValue: "import")
    /// The task was cancelled, or all data was deleted meanwhile.
    public static let cancelled = Reason(rawValue: "cancelled")
    /// The user has to log in: the server has refused the token, and a new one as well.
    public static let loginNeeded = Reason(rawValue: "loginNeeded")
    /// The database has no answer, and the server was not to be asked.
    public static let notCached = Reason(rawValue: "notCached")
    /// The call is invalid: a value is missing, or a route unknown. Nothing was sent.
    public static let misuse = Reason(rawValue: "misuse")
    /// The database failed, for instance because another process holds it or the disk is full. What was queued stays so.
    public static let database = Reason(rawValue: "database")
  }

  /// The kind of failure.
  public var reason: Reason
  /// What happened and what to do, in a sentence.
  public var message: String
  /// The name of the route.
  public var route: String?
  /// The method and the URL without its query: `GET https://api.example.com/v2/articles`.
  public var request: String?
  /// The status of the answer, if there was one.
  public var status: Int?
  /// The server's code for the error, if it gives one.
  public var serverCode: String?
  /// The server's message for the error, if it gives one.
  public var serverMessage: String?
  /// The headers of the answer; empty if there was none.
  public var headers = HTTPHeaders()
  /// The body of an answer that is not a success, up to 256 KiB.
  public var body: [UInt8] = []
  /// The error of the transport, if there was no answer; `nil` also where the app threw another one as it asked for a new token.
  public var transport: TransportError?
  /// The error of the import, if the answer could not be imported.
  public var importError: ImportError?
  /// Whether the server may have carried out the call though it failed.
  public var mayHaveArrived = false

  /// Creates an error.
  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  /// Whether there was no connection: the server was not reached, or the network answered instead of it, as it requires a login
  /// (HTML where JSON was expected, or the status 511).
  public var isOffline: Bool { transport?.reason == .offline || isCaptive }
  /// Whether the answer is an HTML page or 511, as from a network that requires a login first.
  var isCaptive = false
  /// Whether a redirect has made a GET of the request: the server has not seen it.
  package var hasLostPost = false
  /// Whether it is about the token, not about the call: the call has not been carried out.
  package var isOfToken = false
  /// If it is: how long nobody is to ask for a token again, in seconds, as the server has said.
  package var retryAfter: Double?
}

extension ClientError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The message, with the request and the route. Safe to print to a terminal.
  public var description: String {
    var text = message
    if let request { text = "\(request): \(text)" }
    if let route { text = "\(route): \(text)" }
    return text.escapedForDisplay()
  }
  /// The same as `description`.
  public var debugDescription: String { description }
  /// The message only: bodies and headers may hold secrets.
  public var customMirror: Mirror { Mirror(self, children: ["message": description]) }
}

extension ClientError: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }
}
