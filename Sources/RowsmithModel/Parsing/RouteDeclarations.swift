import RowsmithAPI

/// The section `api`.
struct APIDeclaration: Sendable {
  /// Where it begins.
  var range: SourceRange
  var baseURL: String?
  var headers: [API.Header] = []
  var error = API.ErrorPlaces()
  var batch: API.BatchEndpoint?
}

/// One entry of `routes`.
struct RouteDeclaration: Sendable {
  var name: Located<String>
  var methods: Located<[RouteMethod]>
  var path: Located<PathTemplate>
  var arguments: [ParameterDeclaration] = []
  var query: [ParameterDeclaration] = []
  var sends: Located<String>?
  var under: Located<String>?
  var returns: TypeReference?
  var at: Located<[String]>?
  var deletes: Located<String>?
  var policy: Located<RoutePolicy>?
  var pages: Located<PagingDeclaration>?
  var incremental: IncrementalDeclaration?
  var isList: Located<Bool>?
  var isCached: Located<Bool>?
  var maxAge: Located<Int>?
  var offline: Located<OfflineRule>?
  var doc: String?
  /// Whether `returns`, `sends` or `deletes` could not be read, so that nothing can be said about what needs them.
  var isIncomplete = false
  /// Whether nothing is wrong with it so far.
  var isSound = true
}

/// One entry of `query` or `arguments`.
struct ParameterDeclaration: Sendable {
  var name: Located<String>
  /// The type that the model gives it, if any.
  var type: TypeReference?
}

/// What `pages` says.
enum PagingDeclaration: Sendable {
  /// What needs no look at the model.
  case paging(Paging)
  /// The attribute of the last record.
  case after(attribute: Located<String>, parameter: String)
}

/// What `incremental` says.
struct IncrementalDeclaration: Sendable {
  /// Where it begins.
  var range: SourceRange
  var parameter: Located<String>
  var attribute: Located<String>
  var overlap: Located<Int>?
}

/// The families of routes that `resource` makes.
enum ResourceStyle: String, Sendable, CaseIterable {
  case rails
}

/// What a call does that finds no connection.
enum OfflineRule: String, Sendable, CaseIterable {
  case queue
}
