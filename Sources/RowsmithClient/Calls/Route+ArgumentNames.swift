package import RowsmithAPI

extension Route {
  /// The names of all arguments: the placeholders of the path, then the query parameters, those for paging last.
  package var argumentNames: [String] {
    let names = path.placeholders + query.map(\.name) + pagingParameters.sorted()
    return names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map(\.element)
  }
}
