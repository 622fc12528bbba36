import RowsmithAPI

/// The section `api`.
struct APIDeclaration: Sendable {
  /// The place of the section.
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
  /// Whether `returns`, `sends` or `deletes` could not be read, so that checks that depend on them are skipped.
  var isIncomplete = false
  /// Whether no error was found in it so far.
  var isSound = true
}

/// One entry of `query` or `arguments`.
struct ParameterDeclaration: Sendable {
  var name: Located<String>
  /// The type that the model declares, if any.
  var type: TypeReference?
}

/// The `pages` setting.
enum PagingDeclaration: Sendable {
  /// Paging that does not depend on the model.
  case paging(Paging)
  /// Paging by an attribute of the last record.
  case after(attribute: Located<String>, parameter: String)
}

/// The `incremental` setting.
struct IncrementalDeclaration: Sendable {
  /// The place of the setting.
  var range: SourceRange
  var parameter: Located<String>
  var attribute: Located<String>
  var overlap: Located<Int>?
}

/// The conventions for the routes that `resource` creates.
enum ResourceStyle: String, Sendable, CaseIterable {
  case rails
}

/// What a call does if there is no connection.
enum OfflineRule: String, Sendable, CaseIterable {
  case queue
}
