import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// A call whose parts have been found out: what is asked, and what the answer is about.
struct ResolvedCall: Sendable {
  var route: Route
  var method: RouteMethod
  var url: RouteURL
  /// The URL without the moment from which on is asked, where ``url`` has one.
  var plainURL: String?
  var call: RouteCall
  /// The values of the placeholders of the path.
  var pathValues: [String: StoredValue] = [:]
  /// What the answer is to an import; nil where nothing of it is imported.
  var target: ImportTarget?
  /// The columns of the root entity whose values were asked for.
  var scope: [ScopedColumn] = []
  /// Whether the scope says all that was asked for, so that what is missing in the answer is gone.
  var isScopeKnown = true
  /// Whether the server says that its answer is a part of what was asked for.
  var isPartOfAll = false
  /// The key of the record that the path names, where it names one.
  var key: [StoredValue]?

  /// A column whose value was asked for.
  struct ScopedColumn: Sendable, Hashable {
    var name: String
    var value: StoredValue
  }

  /// Where the answer comes from.
  var fetching: FetchPolicy {
    call.options.fetching ?? (route.prefersNetworkFirst && method == .get ? .networkFirst : .networkOnly)
  }

  /// The policy for the records at the root; nil for a relationship's own. Where the answer is not all there is of what was
  /// asked for, nothing is pruned.
  var policy: Schema.MergePolicy? {
    guard let policy = route.policy else {
      // The relationship's own policy would take away what is on the other pages.
      if case .relationship? = route.returns, isPart { return .merge }
      return nil
    }
    switch policy {
    case .merge: return .merge
    case .mergeAndPrune: return isPart ? .merge : .mergeAndPrune
    case .replace: return isPart ? .merge : .replace
    }
  }

  /// Whether an answer may be less than all there is of what was asked for.
  private var isPart: Bool {
    isPartOfAll || !isScopeKnown || pageLimit < .max || route.incremental != nil || method != .get
      || beginsLater
  }

  /// Whether the call says that it begins behind the first page.
  private var beginsLater: Bool {
    switch route.pages {
    case nil, .link: false
    case .page(let parameter, _): ![nil, .integer(1)].contains(call.query[parameter])
    case .offset(let parameter, _): ![nil, .integer(0)].contains(call.query[parameter])
    case .cursor(_, let parameter): parameter.flatMap { call.query[$0] } != nil
    case .after(_, let parameter): call.query[parameter] != nil
    }
  }

  /// An error with what it is about.
  func located(_ error: ClientError) -> ClientError {
    var error = error
    error.route = error.route ?? route.name
    error.request = error.request ?? "\(method.name) \(RouteURL.shown(url.text))"
    return error
  }
}
