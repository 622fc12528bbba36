import RowsmithSchema

/// Puts the parts of to-one relationships to one of several entities together: each place is written once.
struct ExportChoices {
  private var entries: [(path: [String], nodes: [ExportNode], name: String)] = []

  /// Adds what one of the parts is written as, and for a key what it is a key of.
  mutating func add(_ written: [(path: [String], node: ExportNode)], of relationship: RelationshipMapping) {
    guard let choice = relationship.schema.choice, let slot = relationship.slots.first else { return }
    let name = "\(relationship.entityName).\(choice.name)"
    for (path, node) in written {
      add(node, at: path, name)
      guard case .value = node, let typePath = choice.typePaths.lazy.compactMap(\.keys).first,
        let value = choice.oneOf.values.first(where: { $0.entity == relationship.target.name })
      else { continue }
      add(.constantBeside(column: slot, value.name), at: typePath, name)
    }
  }

  private mutating func add(_ node: ExportNode, at path: [String], _ name: String) {
    if let index = entries.firstIndex(where: { $0.path == path }) {
      entries[index].nodes.append(node)
    } else {
      entries.append((path, [node], name))
    }
  }

  /// What is written, each place once.
  var nodes: [(path: [String], node: ExportNode, name: String)] {
    entries.map { ($0.path, .either($0.nodes), $0.name) }
  }
}
