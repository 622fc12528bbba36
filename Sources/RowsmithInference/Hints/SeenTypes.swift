import RowsmithSchema

/// What types the samples alone would have, by the places of a model that reads them.
package struct SeenTypes: Sendable {
  private var types: [String: String] = [:]

  package init() {}

  /// Takes what an entity or value of the model reads at a path; of two types the one that keeps more.
  mutating func add(_ type: String, at path: String, of owner: String) {
    let key = "\(owner) \(path)"
    if types[key] == "Decimal" || types[key] == "JSON" { return }
    types[key] = type.filter { !"[]".contains($0) }
  }

  /// The type that the samples have at one of an attribute's places; nil where it is not known.
  func type(at paths: [Schema.ImportPath], of owner: String) -> String? {
    paths.lazy.compactMap { types["\(owner) \($0)"] }.first
  }
}
