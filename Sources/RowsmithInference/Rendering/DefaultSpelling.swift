import RowsmithModel

/// What a model can omit because it follows from a name and the casing.
struct DefaultSpelling {
  var casing: Casing

  /// Whether an attribute or relationship without `ImportName` reads and writes this path first, and reads no path of another
  /// member as a fallback.
  ///
  /// - Parameter others: the paths of the members beside it.
  func reads(_ path: String, as name: String, of entity: String?, beside others: Set<String>) -> Bool {
    let paths = keys(for: name, of: entity).map { ImportName.escaped($0) }
    return path == paths[0] && paths.allSatisfy { $0 == path || !others.contains($0) }
  }

  /// The paths from which a relationship without `ForeignKey` reads keys. Keys are produced at the first.
  func keyPaths(of name: String, isToMany: Bool) -> [String] {
    keys(of: name, isToMany: isToMany).map { ImportName.escaped($0) }
  }

  /// The same as keys of JSON.
  func keys(of name: String, isToMany: Bool) -> [String] {
    isToMany ? casing.keys(for: Singular.of(name), adding: "ids") : casing.keys(for: name, adding: "id")
  }

  /// Whether this is the key of an entity with these attributes and without `PrimaryKey`.
  func isKey(_ key: [String], of entity: String, attributes: [String]) -> Bool {
    let instance = SwiftNames.instance(of: entity)
    let implied = ["id", "\(instance)ID", "\(instance)Id"].first { attributes.contains($0) }
    return key == (implied.map { [$0] } ?? [])
  }

  private func keys(for name: String, of entity: String?) -> [String] {
    let isReserved = entity.map { name == "\(SwiftNames.instance(of: $0))Description" } ?? false
    return (isReserved ? casing.keys(for: "description") : []) + casing.keys(for: name)
  }
}
