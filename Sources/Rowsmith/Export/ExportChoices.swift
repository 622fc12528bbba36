import RowsmithSchema

/// Merges the parts of to-one relationships to one of several entities, so that each key path is written once.
struct ExportChoices {
  private var entries: [(path: [String], nodes: [ExportNode], name: String)] = []
  /// The key paths at which null may be written, with the columns that must all be NULL.
  private var nulls: [(path: [String], columns: [Int], name: String)] = []
  /// Whether no record is written as null.
  let writesNull: Bool

  init(writesNull: Bool) { self.writesNull = writesNull }

  /// Adds the places of one of the parts.
  mutating func add(_ written: [(path: [String], node: ExportNode)], of relationship: RelationshipMapping) {
    guard let choice = relationship.schema.choice, let slot = relationship.slots.first else { return }
    let name = "\(relationship.entityName).\(choice.name)"
    let slots = ([relationship] + relationship.others).compactMap(\.slots.first)
    for (path, node) in written {
      add(node, at: path, name)
      // Also beside an embedded record: if that is missing, its key is written instead.
      guard let typePath = choice.typePaths.lazy.compactMap(\.keys).first,
        let value = choice.oneOf.values.first(where: { $0.entity == relationship.target.name })
      else { continue }
      add(.constantBeside(column: slot, value.json), at: typePath, name)
      if writesNull, !choice.isRequired { addNull(slots, at: typePath, name) }
    }
    if writesNull, !choice.isRequired, let first = written.first { addNull(slots, at: first.path, name) }
  }

  private mutating func addNull(_ columns: [Int], at path: [String], _ name: String) {
    if !nulls.contains(where: { $0.path == path && $0.name == name }) { nulls.append((path, columns, name)) }
  }

  private mutating func add(_ node: ExportNode, at path: [String], _ name: String) {
    if let index = entries.firstIndex(where: { $0.path == path }) {
      entries[index].nodes.append(node)
    } else {
      entries.append((path, [node], name))
    }
  }

  /// The places, each key path once.
  var nodes: [(path: [String], node: ExportNode, name: String)] {
    entries.map { entry in
      let null = nulls.first { $0.path == entry.path && $0.name == entry.name }
        .map { [ExportNode.nullBeside(columns: $0.columns)] }
      return (entry.path, .either(entry.nodes + (null ?? [])), entry.name)
    }
  }
}
