import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// A resolved call: the request, and which rows the answer is about.
struct ResolvedCall: Sendable {
  var route: Route
  var method: RouteMethod
  var url: RouteURL
  /// The URL without the parameter of an incremental read, if ``url`` has it.
  var plainURL: String?
  var call: RouteCall
  /// The values of the placeholders of the path.
  var pathValues: [String: StoredValue] = [:]
  /// What the answer is imported as; `nil` if none of it is imported.
  var target: ImportTarget?
  /// The columns of the root entity that the request filters by, with their values.
  var scope: [ScopedColumn] = []
  /// Whether the scope is complete, so that a row in it that is missing from the answer is gone.
  var isScopeKnown = true
  /// Whether the server says that its answer is only a part (206).
  var isPartOfAll = false
  /// The key of the record that the path names, if it names one.
  var key: [StoredValue]?
  /// How often all data of the store had been deleted when the call began.
  var emptyings = 0

  /// A column that the request filters by.
  struct ScopedColumn: Sendable, Hashable {
    var name: String
    var value: StoredValue
  }

  /// Where the answer comes from.
  var fetching: FetchPolicy {
    call.options.fetching ?? (route.prefersNetworkFirst && method == .get ? .networkFirst : .networkOnly)
  }

  /// The policy for the root records; `nil` for the relationship's own. If the answer may be incomplete, nothing is pruned.
  var policy: Schema.MergePolicy? {
    guard let policy = route.policy else {
      // The relationship's own policy would remove links to records on other pages.
      if case .relationship? = route.returns, isPart { return .merge }
      return nil
    }
    switch policy {
    case .merge: return .merge
    case .mergeAndPrune: return isPart ? .merge : .mergeAndPrune
    case .replace: return isPart ? .merge : .replace
    }
  }

  /// Whether the answer may be incomplete.
  private var isPart: Bool {
    isPartOfAll || !isScopeKnown || pageLimit < .max || route.incremental != nil || method != .get
      || beginsLater
  }

  /// Whether the call starts after the first page.
  var beginsLater: Bool {
    switch route.pages {
    case nil, .link: false
    case .page(let parameter, _): ![nil, .integer(1)].contains(call.query[parameter])
    case .offset(let parameter, _): ![nil, .integer(0)].contains(call.query[parameter])
    case .cursor(_, let parameter): parameter.flatMap { call.query[$0] } != nil
    case .after(_, let parameter): call.query[parameter] != nil
    }
  }

  /// Makes sure that all data was not deleted since the call began, as when somebody has signed out. What is asked for may be
  /// theirs, or only what is new to that data. Called in the transaction that writes the answer.
  func checkNotEmptied(_ store: Store) throws {
    if store.emptyings.value == emptyings { return }
    throw ClientError(
      .cancelled, "all data was deleted while the call was under way; nothing of its answer was imported")
  }

  /// Adds the route and the request to an error.
  func located(_ error: ClientError) -> ClientError {
    var error = error
    error.route = error.route ?? route.name
    error.request = error.request ?? "\(method.name) \(RouteURL.shown(url.text))"
    return error
  }
}
