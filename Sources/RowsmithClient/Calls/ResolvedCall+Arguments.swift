import RowsmithAPI

extension ResolvedCall {
  /// The arguments of the call, which identify a list of a route. Those for paging that the caller gives are among them: other
  /// pages, or pages of another size, are another list.
  var argumentsKey: String {
    var plain = url
    plain.base = ""
    plain.query = plain.query.filter { $0.name != route.incremental?.parameter }.sorted {
      ($0.name, $0.value) < ($1.name, $1.value)
    }
    return plain.text
  }

  /// The largest number of pages to fetch: one for a list, as the app asks for the next.
  var pageLimit: Int {
    if let limit = call.options.pageLimit { return max(1, limit) }
    return route.isList && route.pages != nil ? 1 : .max
  }
}
