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
      for case .keys(let keys) in attribute.importPaths { kinds[keys] = kind }
    }
  }

  /// What the column with these keys holds; text if the model does not know it.
  func kind(_ path: [String]) -> CSVColumnKind { kinds[path] ?? .text }
}
