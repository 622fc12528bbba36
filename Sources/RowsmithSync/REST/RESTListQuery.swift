import RowsmithAPI
import RowsmithClient

/// How a list is asked for: the route says what it takes, by the names that servers commonly use.
struct RESTListQuery {
  let route: Route

  /// The parameter that takes how many records a page has; nil where there is none.
  var size: String? {
    switch route.pages {
    case .page(_, let size?), .offset(_, let size?): return size
    default: return name(of: ["perpage", "pagesize", "limit", "size", "count"])
    }
  }

  /// The parameter that takes the member by which the list is sorted.
  var sort: String? { name(of: ["sort", "sortby", "order", "orderby"]) }

  /// The parameter that takes keys, separated by commas.
  var ids: String? { name(of: ["ids"]) }

  /// Whether deleted records are asked for as well.
  static func asksForDeleted(_ route: Route) -> Bool { RESTListQuery(route: route).deleted != nil }

  private var deleted: String? { name(of: ["includedeleted", "withdeleted"]) }

  /// The URL of the first page.
  ///
  /// - Parameters:
  ///   - since: from which change on; nil for all there is.
  ///   - member: by what member the list is sorted, where it can be.
  ///   - withDeleted: whether deleted records are asked for as well, where they can be.
  func url(
    _ base: String, since: String?, size wanted: Int?, sortedBy member: String?, withDeleted: Bool = true
  ) throws -> RouteURL {
    var url = RouteURL(base: base, path: try RouteURL.path(route.path) { _ in "" })
    if let since, let incremental = route.incremental { url.set(incremental.parameter, since) }
    if withDeleted, let deleted { url.set(deleted, parameter(deleted)?.type == .bool ? "1" : "true") }
    if let sort, let member { url.set(sort, member) }
    if let size, let wanted { url.set(size, String(wanted)) }
    return url
  }

  private func parameter(_ name: String) -> QueryParameter? { route.query.first { $0.name == name } }

  private func name(of wanted: [String]) -> String? {
    route.query.first { parameter in
      wanted.contains(parameter.name.lowercased().filter { $0 != "_" && $0 != "-" })
    }?.name
  }
}
