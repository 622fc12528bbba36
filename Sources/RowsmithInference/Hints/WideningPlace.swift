import Rowsmith
import RowsmithModel
import RowsmithSchema

/// The member of a model that a document contradicts.
struct WideningPlace: Hashable {
  /// The entity or value type that declares it.
  var owner: String
  var name: String
  /// The key path of the declaration in the model.
  var keys: [String]
  /// `nil` for a relationship.
  var attribute: Schema.Attribute?

  /// `Issue.body`.
  var label: String { "\(owner).\(name)" }

  /// The member of an error; `nil` if it is part of a primary key, or not in the model's text.
  static func find(_ error: ImportError, in graph: SchemaGraph) -> WideningPlace? {
    guard let entity = error.entity, let member = error.member, let contradiction = error.contradiction else {
      return nil
    }
    if let part = contradiction.part, let found = Self.member(part.member, of: part.type, graph) {
      return found
    }
    if graph.root(of: entity)?.primaryKey.contains(member) ?? true { return nil }
    // If the whole object is absent, the object is the member that must be optional.
    let isAbsent = contradiction.found == .nothing && contradiction.part == nil
    for relative in graph.lineage(of: entity) + graph.descendants(of: entity) {
      if let found = find(member, isAbsent: isAbsent, in: relative, graph) { return found }
    }
    return nil
  }

  private static func find(
    _ member: String, isAbsent: Bool, in entity: Schema.Entity, _ graph: SchemaGraph
  ) -> WideningPlace? {
    for group in entity.groups {
      guard let parts = graph.parts(of: group) else { continue }
      if group.name == member || isAbsent && parts.attributes.contains(where: { $0.name == member }) {
        let attribute = Schema.Attribute(
          name: group.name, type: .scalar(.value(group.type)), importPaths: group.importPaths,
          exportPath: group.exportPath)
        return WideningPlace(
          owner: entity.name, name: group.name, keys: ["entities", entity.name, "attributes", group.name],
          attribute: attribute)
      }
      if let found = part(member, of: parts, graph) { return found }
    }
    if let attribute = entity.attributes.first(where: { $0.name == member }) {
      return WideningPlace(
        owner: entity.name, name: member, keys: ["entities", entity.name, "attributes", member],
        attribute: attribute)
    }
    guard entity.relationships.contains(where: { $0.name == member && $0.cardinality == .toOne }) else {
      return nil
    }
    return WideningPlace(
      owner: entity.name, name: member, keys: ["entities", entity.name, "relationships", member])
  }

  private static func member(_ name: String, of type: String, _ graph: SchemaGraph) -> WideningPlace? {
    guard let attribute = graph.valueType(type)?.attributes.first(where: { $0.name == name }) else {
      return nil
    }
    return WideningPlace(
      owner: type, name: name, keys: ["values", type, name], attribute: attribute)
  }

  /// The member of a value type for a column of an entity, or for a value inside a value (`address.geo`).
  private static func part(_ name: String, of parts: ValueParts, _ graph: SchemaGraph) -> WideningPlace? {
    for part in parts.parts {
      switch part {
      case .attribute(let column, let member) where column.name == name:
        return Self.member(member.name, of: parts.group.type, graph)
      case .attribute: continue
      case .group(let inner):
        if inner.path.joined(separator: ".") == name, let last = inner.path.last {
          return Self.member(last, of: parts.group.type, graph)
        }
        if let found = Self.part(name, of: inner, graph) { return found }
      }
    }
    return nil
  }
}
