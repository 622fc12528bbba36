extension Route {
  /// The query parameter of a list for the keys of single records, separated by commas; `nil` if there is none.
  package var keysParameter: String? {
    query.first { $0.name.lowercased().filter { $0 != "_" && $0 != "-" } == "ids" }?.name
  }
}

extension [Route] {
  /// The list from which records are synchronised unless the model names another: preferably one with `incremental`; of equal
  /// ones, the first in the model.
  package var preferredList: Route? {
    first { $0.incremental != nil } ?? first { !$0.isList } ?? first
  }
}
