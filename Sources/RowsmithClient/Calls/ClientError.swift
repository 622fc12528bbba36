public import Foundation
public import Rowsmith

/// Why a call failed. No token, no header's value and nothing of a body is in its description.
public struct ClientError: Error, Sendable {
  /// What kind of failure it is.
  public struct Reason: RawRepresentable, Sendable, Hashable {
    /// The name.
    public let rawValue: String

    /// Creates a reason of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No answer came: see ``ClientError/transport``.
    public static let transport = Reason(rawValue: "transport")
    /// The server answered with a status that is no success: see ``ClientError/status``.
    public static let status = Reason(rawValue: "status")
    /// The answer is not what the route brings: no JSON, a page of HTML, cut short, too large.
    public static let answer = Reason(rawValue: "answer")
    /// The answer could not be imported: see ``ClientError/importError``.
    public static let `import` = Reason(rawValue: "import")
    /// The task was cancelled.
    public static let cancelled = Reason(rawValue: "cancelled")
    /// Somebody has to log in: the server has refused the token, and a new one as well.
    public static let loginNeeded = Reason(rawValue: "loginNeeded")
    /// The database has no answer, and was not to ask the server.
    public static let notCached = Reason(rawValue: "notCached")
    /// The call cannot be made as it is: a value is missing, a route unknown. Nothing was sent.
    public static let misuse = Reason(rawValue: "misuse")
  }

  /// What kind of failure it is.
  public var reason: Reason
  /// What happened and what to do, in a sentence.
  public var message: String
  /// The name of the route.
  public var route: String?
  /// The method and the URL without its query: `GET https://api.example.com/v2/articles`.
  public var request: String?
  /// The status of the answer, where there was one.
  public var status: Int?
  /// The code by which the server names the error, where it gives one.
  public var serverCode: String?
  /// What the server says of the error, where it does.
  public var serverMessage: String?
  /// The headers of the answer; empty where there was none.
  public var headers = HTTPHeaders()
  /// The body of an answer that is no success, up to 256 KiB.
  public var body: [UInt8] = []
  /// What the transport says, where no answer came.
  public var transport: TransportError?
  /// What the import says, where the answer could not be imported.
  public var importError: ImportError?
  /// Whether the server may have done what was asked though the call failed.
  public var mayHaveArrived = false

  /// Creates an error.
  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  /// Whether there was no connection: the server was not reached, or something between (a page of HTML where JSON was
  /// expected) answered in its place.
  public var isOffline: Bool { transport?.reason == .offline || isCaptive }
  /// Whether a page of HTML came, as a network gives that wants a log-in first.
  var isCaptive = false
}

extension ClientError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The sentence, with what was asked and what the server said.
  public var description: String {
    var text = message
    if let request { text = "\(request): \(text)" }
    if let route { text = "\(route): \(text)" }
    return text
  }
  /// The same.
  public var debugDescription: String { description }
  /// The sentence alone: bodies and headers may hold secrets.
  public var customMirror: Mirror { Mirror(self, children: ["message": description]) }
}

extension ClientError: LocalizedError {
  /// The sentence.
  public var errorDescription: String? { message }
}
