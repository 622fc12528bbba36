/// Options of a client.
public struct ClientOptions: Sendable {
  /// The base URL of the server, instead of the model's.
  public var baseURL: String?
  /// Headers of every request. They replace headers with the same name from the API; several fields with one name are
  /// sent as one.
  public var headers = HTTPHeaders()
  /// What authorises requests; `nil` if the server needs no authorisation.
  public var authentication: (any Authentication)?
  /// When a request times out.
  public var timeouts = HTTPTimeouts()
  /// How failed calls are retried.
  public var retries = RetryPolicy()
  /// The largest number of concurrent requests; at least 1.
  public var maximumRequests = 6
  /// The largest size of an answer, in bytes.
  public var maximumAnswerBytes = 8 << 30
  /// The clock, replaceable in tests.
  package var clock = ClientClock()

  /// Creates the default options.
  public init() {}
}
