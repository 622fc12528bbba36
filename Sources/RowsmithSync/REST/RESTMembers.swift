import Rowsmith
import RowsmithClient
import RowsmithSchema

/// Finds attribute values and references in the JSON of an entity.
struct RESTMembers: Sendable {
  private let graph: SchemaGraph
  private let entity: String

  init(_ graph: SchemaGraph, entity: String) {
    self.graph = graph
    self.entity = entity
  }

  /// The path to an attribute's value; `nil` if the JSON does not have it.
  func path(of attribute: String) -> [String]? {
    graph.attribute(attribute, of: entity).flatMap { RESTMembers.paths(of: $0).first }
  }

  /// The text for a placeholder: an attribute (`hash`), or the key of a to-one relationship's target (`meeting.id`).
  func text(of placeholder: String, in json: JSONValue) -> String? {
    if let attribute = graph.attribute(placeholder, of: entity) {
      return RESTMembers.text(at: RESTMembers.paths(of: attribute), in: json)
    }
    let parts = placeholder.split(separator: ".", maxSplits: 1).map(String.init)
    guard let name = parts.first,
      let relationship = graph.relationship(name, of: entity),
      leads(relationship, json)
    else { return nil }
    let places =
      [relationship.keyExportPath, relationship.exportPath].compactMap(\.self)
      + RESTMembers.keys(relationship.foreignKeyPaths + relationship.importPaths)
    for place in places {
      guard let value = json.value(at: place), value != .null else { continue }
      if let text = value.scalarText { return text }
      guard parts.count == 2, let key = graph.attribute(parts[1], of: relationship.target) else { continue }
      if let text = RESTMembers.text(at: RESTMembers.paths(of: key), in: value) { return text }
    }
    return nil
  }

  /// Whether the JSON has a value for this relationship. If it is one part of a link to one of several entities, the type beside
  /// the key decides.
  private func leads(_ relationship: Schema.Relationship, _ json: JSONValue) -> Bool {
    guard let choice = relationship.choice else { return true }
    let value = RESTMembers.text(at: RESTMembers.keys(choice.typePaths), in: json)
    return choice.oneOf.values.contains { $0.name == value && $0.entity == relationship.target }
  }

  /// The paths of an attribute when received, then the path when sent.
  private static func paths(of attribute: Schema.Attribute) -> [[String]] {
    keys(attribute.importPaths) + [attribute.exportPath].compactMap(\.self)
  }

  private static func keys(_ paths: [Schema.ImportPath]) -> [[String]] {
    paths.compactMap { if case .keys(let keys) = $0 { keys } else { nil } }
  }

  private static func text(at places: [[String]], in json: JSONValue) -> String? {
    places.lazy.compactMap { json.value(at: $0)?.scalarText }.first
  }
}

extension JSONValue {
  /// The text of a string, number or boolean; `nil` for anything else.
  var scalarText: String? {
    switch self {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
