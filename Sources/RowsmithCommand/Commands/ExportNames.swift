import Rowsmith
import RowsmithSchema

/// Finds mistyped names in the options of `rowsmith export`. The engine checks whether the named members can be exported in
/// that format.
struct ExportNames {
  private let graph: SchemaGraph
  private let entity: String

  init(_ schema: Schema, entity: String) {
    graph = SchemaGraph(schema)
    self.entity = entity
  }

  func check(_ options: ExportOptions) throws(UsageError) {
    for path in options.embedded { try check(path, "--embed", isRelationship: true) }
    for path in options.keys { try check(path, "--keys", isRelationship: true) }
    for path in options.omitted { try check(path, "--omit", isRelationship: false) }
    for path in options.only ?? [] { try check(path, "--only", isRelationship: false) }
  }

  private func check(_ path: [String], _ option: String, isRelationship: Bool) throws(UsageError) {
    var entity = entity
    for (index, name) in path.enumerated() {
      // Records of other entities of the family may have the member.
      let family = graph.lineage(of: entity).dropLast() + graph.descendants(of: entity)
      let relationships = family.flatMap(\.relationships)
      if let found = relationships.first(where: { $0.name == name }) {
        entity = found.target
        continue
      }
      let isAttributeAllowed = !isRelationship && index == path.count - 1
      let attributes =
        isAttributeAllowed
        ? family.flatMap(\.attributes).map(\.name) + family.flatMap(\.groups).map(\.name) : []
      if attributes.contains(name) { return }
      let known = attributes + relationships.map(\.name)
      throw UsageError(
        "\(option): \(entity) has no \(isAttributeAllowed ? "attribute or relationship" : "relationship") '\(name)'; "
          + (known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"),
        suggestion: Spelling.nearest(to: name, in: known), command: "export")
    }
  }
}
