import RowsmithModel

/// Finds schemas such as `nullable-simple-user`, which repeat `simple-user` and allow null.
enum NullableTwins {
  /// The twins, each with the schema that it repeats.
  static func found(
    among schemas: [(key: String, node: SchemaNode)], _ library: SchemaLibrary
  ) -> [SchemaPlace: SchemaPlace] {
    var plain: [String: SchemaNode] = [:]
    for (key, node) in schemas where !isNullable(key) { plain[DraftNames.typeName(key)] = node }
    var twins: [SchemaPlace: SchemaPlace] = [:]
    for (key, node) in schemas where isNullable(key) {
      guard let other = plain[plainName(DraftNames.typeName(key))] else { continue }
      let (facts, original) = (library.facts(of: node), library.facts(of: other))
      let isSame = facts.properties.map(\.key).sorted() == original.properties.map(\.key).sorted()
      if isSame, facts.place == node.place, original.place == other.place { twins[node.place] = other.place }
    }
    return twins
  }

  /// The name without the prefix for nullable values.
  static func plainName(_ name: String) -> String {
    isNullable(name) ? String(name.dropFirst("Nullable".count)).capitalisedFirst : name
  }

  private static func isNullable(_ name: String) -> Bool {
    let words = Words.of(name)
    return words.first == "nullable" && words.count > 1
  }
}
