import RowsmithSchema

/// What the text in each CSV column is, by the paths of an entity's values and of those that extend it.
struct TableColumns {
  private var kinds: [[String]: CSVColumnKind] = [:]

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
    for group in graph.groups(of: entity) { addRequired(graph.parts(of: group)) }
  }

  /// Adds the places of a value and of those inside it that are required.
  private mutating func addRequired(_ value: ValueParts?) {
    guard let value else { return }
    if !value.group.isOptional {
      for case .keys(let keys) in value.group.importPaths { kinds[keys] = .object }
    }
    for case .group(let inner) in value.parts { addRequired(inner) }
  }

  /// What the column with these keys holds; text if the model does not know it.
  func kind(_ path: [String]) -> CSVColumnKind { kinds[path] ?? .text }
}
