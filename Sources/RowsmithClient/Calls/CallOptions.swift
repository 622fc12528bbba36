/// How one call is made.
public struct CallOptions: Sendable {
  /// Where the answer comes from; nil for what the route says.
  public var fetching: FetchPolicy?
  /// Headers of this request, in place of those of the same name that the API or the client has.
  public var headers: HTTPHeaders
  /// When the request is given up; nil for what the client says.
  public var timeouts: HTTPTimeouts?
  /// Tells how far the call is.
  public var progress: CallProgress?
  /// Makes the server do only once what is asked, however often it hears of it; nil for a new key where one is needed.
  public var idempotencyKey: String?
  /// At most how many pages are brought; nil for all.
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

  /// Answers from the database where the route has brought an answer before, however old.
  public static var cacheFirst: CallOptions { CallOptions(fetching: .cacheFirst) }
  /// Asks the server, and answers from the database where there is no connection.
  public static var networkFirst: CallOptions { CallOptions(fetching: .networkFirst) }
  /// Answers from the database at once, and asks the server behind the answer.
  public static var cacheAndNetwork: CallOptions { CallOptions(fetching: .cacheAndNetwork) }
  /// Answers from the database alone.
  public static var cacheOnly: CallOptions { CallOptions(fetching: .cacheOnly) }
  /// Asks the server, whatever the database has.
  public static var networkOnly: CallOptions { CallOptions(fetching: .networkOnly) }
}

/// Where the answer to a call comes from. Only calls that read can be answered from the database.
public enum FetchPolicy: String, Sendable, Hashable, CaseIterable {
  /// The database, where the route has brought an answer with the same arguments before, however old; else the server.
  case cacheFirst
  /// The database within the route's `maxAge`; else the server; without a connection, the database again. What a route with
  /// `cache` or `maxAge` does by itself.
  case networkFirst
  /// The database at once, and the server behind it: observers see what that brings. Where the database has nothing, the
  /// call waits for the server.
  case cacheAndNetwork
  /// The database alone: an error where the route has not brought an answer yet.
  case cacheOnly
  /// The server. What a route does by itself that has neither `cache` nor `maxAge`.
  case networkOnly
}
