/// Options of one call.
public struct CallOptions: Sendable {
  /// Where the answer comes from; `nil` for the route's own policy.
  public var fetching: FetchPolicy?
  /// Headers of this request. They replace headers with the same name from the API and the client; several fields with one name
  /// are sent as one. An answer in the database is
  /// only used by calls with the same headers, apart from those that say nothing of what is asked for, such as `X-Request-ID`.
  public var headers: HTTPHeaders
  /// When the request times out; `nil` for the client's timeouts. Those of a queued call are not stored, and a batch has the
  /// client's.
  public var timeouts: HTTPTimeouts?
  /// Reports the progress of the call.
  public var progress: CallProgress?
  /// Makes the call idempotent: the server carries it out once, however often it is sent. `nil` for a new key if one is needed.
  public var idempotencyKey: String?
  /// The largest number of pages to fetch; `nil` for all.
  public var pageLimit: Int?

  /// Creates options.
  public init(
    fetching: FetchPolicy? = nil, headers: HTTPHeaders = HTTPHeaders(), timeouts: HTTPTimeouts? = nil,
    progress: CallProgress? = nil, idempotencyKey: String? = nil, pageLimit: Int? = nil
  ) {
    self.fetching = fetching
    self.headers = headers
    self.timeouts = timeouts
    self.progress = progress
    self.idempotencyKey = idempotencyKey
    self.pageLimit = pageLimit
  }

  /// Answers from the database if the route has brought an answer before, however old.
  public static var cacheFirst: CallOptions { CallOptions(fetching: .cacheFirst) }
  /// Answers from the database within the route's `maxAge`; otherwise asks the server, and answers from the database again if
  /// there is no connection.
  public static var networkFirst: CallOptions { CallOptions(fetching: .networkFirst) }
  /// Answers from the database at once, and asks the server in the background.
  public static var cacheAndNetwork: CallOptions { CallOptions(fetching: .cacheAndNetwork) }
  /// Answers from the database only.
  public static var cacheOnly: CallOptions { CallOptions(fetching: .cacheOnly) }
  /// Asks the server, whatever the database has.
  public static var networkOnly: CallOptions { CallOptions(fetching: .networkOnly) }
}

/// Where the answer to a call comes from. Only calls that read can be answered from the database.
public enum FetchPolicy: String, Sendable, Hashable, CaseIterable {
  /// The database if it has an answer to the route with the same arguments, however old; otherwise the server.
  case cacheFirst
  /// The database within the route's `maxAge`; otherwise the server; without a connection, the database again. The default of
  /// routes with `cache` or `maxAge`.
  case networkFirst
  /// The database at once, then the server in the background; observers see its changes. If the database has no answer, the call
  /// waits for the server.
  case cacheAndNetwork
  /// The database only; an error if the route has not brought an answer yet.
  case cacheOnly
  /// The server. The default of routes with neither `cache` nor `maxAge`.
  case networkOnly
}
