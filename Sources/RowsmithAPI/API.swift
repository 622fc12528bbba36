/// What a server offers: where it is, and what can be asked of it. Plain values, beside the model and no part of it: a
/// database does not care which address its rows came from.
///
/// Generated code writes one as a literal, the command line makes it from YAML.
public struct API: Sendable, Hashable {
  /// The address that paths are relative to, `https://api.example.com/v2`; nil where the app gives it at run time.
  public var baseURL: String?
  /// Headers of every request, in the order of the model.
  public var headers: [Header]
  /// Where an answer that is an error explains itself.
  public var error: ErrorPlaces
  /// Where several calls go as one; nil where the server takes none.
  public var batch: BatchEndpoint?
  /// The routes, in the order of the model, each name once.
  public var routes: [Route]
  /// Which entities synchronise, and how; nil where none does.
  public var sync: SyncPlan?

  /// Creates a description from its parts. Nothing is validated: `RowsmithModel` has done so.
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

  /// The route of a name; nil where there is none.
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

  /// Where the JSON of an error has its parts: keys that lead from the top to a value.
  public struct ErrorPlaces: Sendable, Hashable {
    /// To the sentence for a person; empty where the server gives none.
    public var message: [String]
    /// To the code for a program; empty where the server gives none.
    public var code: [String]

    /// Creates the places.
    public init(message: [String] = [], code: [String] = []) {
      self.message = message
      self.code = code
    }
  }

  /// Where several calls go as one.
  public struct BatchEndpoint: Sendable, Hashable {
    /// The path, relative to the base URL.
    public var path: String
    /// How many calls it takes at most.
    public var limit: Int

    /// Creates an endpoint.
    public init(path: String, limit: Int = 20) {
      self.path = path
      self.limit = limit
    }
  }
}
