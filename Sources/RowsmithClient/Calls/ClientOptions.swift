/// How a client works.
public struct ClientOptions: Sendable {
  /// The address of the server, in place of the model's.
  public var baseURL: String?
  /// Headers of every request, in place of those of the same name that the API has.
  public var headers = HTTPHeaders()
  /// Who authorises requests; nil where the server asks for nothing.
  public var authentication: (any Authentication)?
  /// When a request is given up.
  public var timeouts = HTTPTimeouts()
  /// How calls are repeated that did not come through.
  public var retries = RetryPolicy()
  /// How many requests are under way at the same time; at least 1.
  public var maximumRequests = 6
  /// How many bytes an answer may have.
  public var maximumAnswerBytes = 8 << 30
  /// How long something lasts, and what time it is: tests bring their own.
  package var clock = ClientClock()

  /// Creates the default options.
  public init() {}
}
