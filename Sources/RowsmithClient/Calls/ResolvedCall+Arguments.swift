import RowsmithAPI

extension ResolvedCall {
  /// The arguments of the call without those for paging. They identify a list of a route.
  var argumentsKey: String {
    var plain = url
    plain.base = ""
    let passing = route.pagingParameters.union([route.incremental?.parameter].compactMap { $0 })
    plain.query = plain.query.filter { !passing.contains($0.name) }.sorted {
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
