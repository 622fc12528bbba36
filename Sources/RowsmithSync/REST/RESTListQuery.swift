import RowsmithAPI
import RowsmithClient

/// How a list is queried. Finds the route's parameters by names that servers commonly use.
struct RESTListQuery {
  let route: Route

  /// The parameter for the number of records in a page; `nil` if there is none.
  var size: String? {
    switch route.pages {
    case .page(_, let size?), .offset(_, let size?): return size
    default: return name(of: ["perpage", "pagesize", "limit", "size", "count"])
    }
  }

  /// The parameter for the member to sort by.
  var sort: String? { name(of: ["sort", "sortby", "order", "orderby"]) }

  /// The parameter for a list of keys, separated by commas.
  var ids: String? { route.keysParameter }

  /// Whether deleted records are asked for, too.
  static func asksForDeleted(_ route: Route) -> Bool { RESTListQuery(route: route).deleted != nil }

  private var deleted: String? { name(of: ["includedeleted", "withdeleted"]) }

  /// The URL of the first page.
  ///
  /// - Parameters:
  ///   - since: where changes begin; `nil` for all records.
  ///   - member: the member to sort by, if the list can be sorted.
  ///   - withDeleted: whether to ask for deleted records, too, if the list can have them.
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
