import RowsmithSchema

/// What the text in each CSV column is, by the paths of an entity's values and of those that extend it.
struct TableColumns {
  private var kinds: [[String]: CSVColumnKind] = [:]
  /// The key paths of values that may be missing.
  private var optionals: Set<[String]> = []

  init(of entity: String, in graph: SchemaGraph) {
    let family = graph.lineage(of: entity) + graph.descendants(of: entity).dropFirst()
    for relationship in family.flatMap(\.relationships) {
      let kind: CSVColumnKind = relationship.cardinality == .toMany ? .json : .keyOrObject
      for case .keys(let keys) in relationship.importPaths + relationship.foreignKeyPaths {
        kinds[keys] = kind
      }
    }
    for attribute in family.flatMap(\.attributes) {
      let kind: CSVColumnKind =
        switch attribute.type {
        case .array, .scalar(.json), .scalar(.value): .json
        case .scalar: .text
        }
      for (alternative, path) in attribute.importPaths.enumerated() {
        // An attribute that only falls back on a key does not say what is there.
        if case .keys(let keys) = path, alternative == 0 || kinds[keys] == nil { kinds[keys] = kind }
      }
    }
    // Those of entities that extend it are not in every record.
    let values = graph.groups(of: entity).compactMap { graph.parts(of: $0) }
    for value in values { addOptional(value) }
    for value in values { addRequired(value, inside: [[]]) }
  }

  /// Adds the places of a value and of those inside it that may be missing.
  private mutating func addOptional(_ value: ValueParts) {
    if value.group.isOptional { optionals.formUnion(value.group.importPaths.compactMap(\.keys)) }
    for case .group(let inner) in value.parts { addOptional(inner) }
  }

  /// Adds the places of a value and of those inside it that are required, and the objects on the way to them.
  ///
  /// - Parameter outer: the key paths of the value around it.
  private mutating func addRequired(_ value: ValueParts, inside outer: [[String]]) {
    let paths = value.group.importPaths.compactMap(\.keys)
    for path in paths where !value.group.isOptional {
      let start = outer.filter { path.starts(with: $0) }.map(\.count).max() ?? 0
      for end in path.indices.dropFirst(start) {
        let place = Array(path[...end])
        if place == path || kinds[place] == nil && !optionals.contains(place) { kinds[place] = .object }
      }
    }
    for case .group(let inner) in value.parts { addRequired(inner, inside: paths) }
  }

  /// What the column with these keys holds; text if the model does not know it.
  func kind(_ path: [String]) -> CSVColumnKind { kinds[path] ?? .text }
}
