import RowsmithSchema

/// The types inferred from the samples alone, by the places that the model reads.
package struct SeenTypes: Sendable {
  private var types: [String: String] = [:]
  /// The places with numbers that are no times.
  private var numbers: Set<String> = []

  package init() {}

  /// Adds the type of a path that an entity or value of the model reads. `Decimal` and `JSON`, which keep more, are not replaced.
  mutating func add(_ type: String, at path: String, of owner: String) {
    let key = "\(owner) \(path)"
    if types[key] == "Decimal" || types[key] == "JSON" { return }
    types[key] = MemberDraft.bare(type)
  }

  /// The samples' type at one of an attribute's paths; `nil` if it is unknown.
  func type(at paths: [Schema.ImportPath], of owner: String) -> String? {
    paths.lazy.compactMap { types["\(owner) \($0)"] }.first
  }

  /// Notes numbers that are no times, at a path of a date that is text.
  mutating func addNumbers(at path: String, of owner: String) { numbers.insert("\(owner) \(path)") }

  /// Whether one of an attribute's paths has numbers that are no times.
  func hasNumbers(at paths: [Schema.ImportPath], of owner: String) -> Bool {
    paths.contains { numbers.contains("\(owner) \($0)") }
  }
}
