package import RowsmithAPI

extension Route {
  /// What a caller may give a value for: the placeholders of the path, then the parameters of the query, those that steer
  /// the pages last.
  package var argumentNames: [String] {
    let names = path.placeholders + query.map(\.name) + pagingParameters.sorted()
    return names.enumerated().filter { names.firstIndex(of: $1) == $0 }.map(\.element)
  }
}
