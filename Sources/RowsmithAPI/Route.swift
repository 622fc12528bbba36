/// One call that a server offers: how the request is made, and what the answer holds.
public struct Route: Sendable, Hashable {
  /// The name, which is also the name of the generated method: `enterprises`.
  public var name: String
  /// The methods, in the order of the model. The first is sent unless a call names another.
  public var methods: [RouteMethod]
  /// The path, relative to the base URL.
  public var path: PathTemplate
  /// The placeholders of the path, each once, in order.
  public var parameters: [PathParameter]
  /// The query parameters.
  public var query: [QueryParameter]
  /// The entity whose records are sent as the body; `nil` if there is no body, or the caller gives it.
  public var sends: String?
  /// The key that wraps the body: `{"enterprise": {…}}`.
  public var under: String?
  /// What the answer holds; `nil` if none of it is imported.
  public var returns: RouteResult?
  /// The path of keys from the top of the answer to its records.
  public var at: [String]
  /// The entity whose record is deleted locally after the server has deleted it.
  public var deletes: String?
  /// How root records are merged with existing rows; `nil` for `merge`, or for the relationship's own policy.
  public var policy: RoutePolicy?
  /// How the answer is split into pages; `nil` if it has only one.
  public var pages: Paging?
  /// How to ask only for what is new; `nil` if the route always asks for everything.
  public var incremental: Incremental?
  /// Whether the order of the server's records is kept.
  public var isList: Bool
  /// How long an answer counts as fresh, in seconds.
  public var maxAge: Int?
  /// Whether validators (ETag, Last-Modified) are stored.
  public var isCached: Bool
  /// Whether a call that finds no connection is queued in the database.
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

  /// The method that is sent unless a call names another.
  public var method: RouteMethod { methods.first ?? .get }

  /// Whether an answer from the database may be used unless the caller says otherwise.
  public var prefersNetworkFirst: Bool { isCached || maxAge != nil }

  /// Whether the route can be called without arguments: the method is safe, the path has no placeholders and there is no body.
  public var isCallableAlone: Bool { method.isSafe && path.placeholders.isEmpty && sends == nil }
}
