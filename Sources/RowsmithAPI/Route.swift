/// One thing that can be asked of a server: how the request is made, and what its answer is.
public struct Route: Sendable, Hashable {
  /// The name, which is that of the generated method: `enterprises`.
  public var name: String
  /// The methods, in the order of the model; the first one is sent where a call does not say another.
  public var methods: [RouteMethod]
  /// The path, relative to the base URL.
  public var path: PathTemplate
  /// What fills the placeholders of the path, each once, in their order.
  public var parameters: [PathParameter]
  /// What may stand in the query.
  public var query: [QueryParameter]
  /// The entity whose records are sent as the body; nil where there is no body, or the caller gives it.
  public var sends: String?
  /// The key that wraps the body: `{"enterprise": {…}}`.
  public var under: String?
  /// What the answer holds; nil where nothing of it is imported.
  public var returns: RouteResult?
  /// The keys that lead from the top of the answer to its records.
  public var at: [String]
  /// The entity whose record is deleted here when the server has deleted it.
  public var deletes: String?
  /// How root records meet the rows that are there; nil is merge, or a relationship's own policy.
  public var policy: RoutePolicy?
  /// How the answer is cut into pages; nil where it is whole.
  public var pages: Paging?
  /// How only what is new is asked for.
  public var incremental: Incremental?
  /// Whether the order in which the server gives the records is kept.
  public var isList: Bool
  /// For how many seconds an answer is good without asking again.
  public var maxAge: Int?
  /// Whether validators (ETag, Last-Modified) are kept.
  public var isCached: Bool
  /// Whether a call that finds no connection waits in the database.
  public var isQueued: Bool
  /// The documentation of the model, if any.
  public var doc: String?

  /// Creates a route.
  public init(
    name: String, methods: [RouteMethod], path: PathTemplate, parameters: [PathParameter] = [],
    query: [QueryParameter] = [], sends: String? = nil, under: String? = nil, returns: RouteResult? = nil,
    at: [String] = [], deletes: String? = nil,
    policy: RoutePolicy? = nil, pages: Paging? = nil, incremental: Incremental? = nil, isList: Bool = false,
    maxAge: Int? = nil, isCached: Bool = false, isQueued: Bool = false, doc: String? = nil
  ) {
    self.name = name
    self.methods = methods
    self.path = path
    self.parameters = parameters
    self.query = query
    self.sends = sends
    self.under = under
    self.returns = returns
    self.at = at
    self.deletes = deletes
    self.policy = policy
    self.pages = pages
    self.incremental = incremental
    self.isList = isList
    self.maxAge = maxAge
    self.isCached = isCached
    self.isQueued = isQueued
    self.doc = doc
  }

  /// The method that is sent where a call does not say another.
  public var method: RouteMethod { methods.first ?? .get }

  /// Whether an answer from the database can do where the caller does not say otherwise.
  public var prefersNetworkFirst: Bool { isCached || maxAge != nil }

  /// Whether a call can be made with nothing but the route: no part of the path is to be filled in, nothing is sent.
  public var isCallableAlone: Bool { method.isSafe && path.placeholders.isEmpty && sends == nil }
}
