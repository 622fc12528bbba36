import RowsmithAPI

extension ResolvedCall {
  /// What was asked for, without what steers the pages: tells one list of a route from another.
  var argumentsKey: String {
    var plain = url
    plain.base = ""
    let passing = route.pagingParameters.union([route.incremental?.parameter].compactMap { $0 })
    plain.query = plain.query.filter { !passing.contains($0.name) }.sorted {
      ($0.name, $0.value) < ($1.name, $1.value)
    }
    return plain.text
  }

  /// How many pages a call brings at most: of a list one, as the app asks for the next.
  var pageLimit: Int {
    if let limit = call.options.pageLimit { return max(1, limit) }
    return route.isList && route.pages != nil ? 1 : .max
  }
}
