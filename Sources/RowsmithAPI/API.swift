/// What a server offers: its base address and its routes. Plain values beside the model, not part of it: a database does not care
/// which address its rows came from.
///
/// Generated code writes one as a literal, the command line makes it from YAML.
public struct API: Sendable, Hashable {
  /// The address that paths are relative to, `https://api.example.com/v2`; `nil` if the app gives it at run time.
  public var baseURL: String?
  /// Headers sent with every request, in the order of the model.
  public var headers: [Header]
  /// Where the JSON of an error answer has its message and code.
  public var error: ErrorPlaces
  /// The endpoint that takes several calls in one request; `nil` if the server has none.
  public var batch: BatchEndpoint?
  /// The routes, in the order of the model. Names are unique.
  public var routes: [Route]
  /// Which entities synchronise, and how; `nil` if none does.
  public var sync: SyncPlan?

  /// Creates a description from its parts. Does not validate them: `RowsmithModel` has done so.
  public init(
    baseURL: String? = nil, headers: [Header] = [], error: ErrorPlaces = ErrorPlaces(),
    batch: BatchEndpoint? = nil, routes: [Route] = [], sync: SyncPlan? = nil
  ) {
    self.baseURL = baseURL
    self.headers = headers
    self.error = error
    self.batch = batch
    self.routes = routes
    self.sync = sync
  }

  /// The route with a name; `nil` if there is none.
  public func route(_ name: String) -> Route? { routes.first { $0.name == name } }
}

extension API {
  /// A header that is the same in every request.
  public struct Header: Sendable, Hashable {
    /// The name, `Accept-Language`.
    public var name: String
    /// The value.
    public var value: String

    /// Creates a header.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Where the JSON of an error has its parts. Each is a path of keys, from the top to a value.
  public struct ErrorPlaces: Sendable, Hashable {
    /// The path to the message for people; empty if the server gives none.
    public var message: [String]
    /// The path to the code for programs; empty if the server gives none.
    public var code: [String]

    /// Creates the places.
    public init(message: [String] = [], code: [String] = []) {
      self.message = message
      self.code = code
    }
  }

  /// An endpoint that takes several calls in one request.
  public struct BatchEndpoint: Sendable, Hashable {
    /// The path, relative to the base URL.
    public var path: String
    /// The largest number of calls in a request.
    public var limit: Int

    /// Creates an endpoint.
    public init(path: String, limit: Int = 20) {
      self.path = path
      self.limit = limit
    }
  }
}
