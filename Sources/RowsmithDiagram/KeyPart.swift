import RowsmithSchema

/// A column of an entity's key.
struct KeyPart {
  var name: String
  var type: String

  /// The columns of an entity's key.
  static func parts(of name: String, _ graph: SchemaGraph, depth: Int = 0) -> [KeyPart] {
    // A cycle of keys is an error of the model; the limit keeps a hand-made schema from infinite recursion.
    guard let root = graph.root(of: name), !root.primaryKey.isEmpty, depth < 16 else {
      return [KeyPart(name: "_rowsmith_id", type: "Int")]
    }
    return root.primaryKey.flatMap { part -> [KeyPart] in
      if let attribute = root.attributes.first(where: { $0.name == part }) {
        return [KeyPart(name: part, type: attribute.type.spelling.name)]
      }
      guard let relationship = root.relationships.first(where: { $0.name == part }) else { return [] }
      let parts = parts(of: relationship.target, graph, depth: depth + 1)
      return parts.map {
        KeyPart(name: parts.count == 1 ? part : "\(part)_\($0.name)", type: $0.type)
      }
    }
  }
}

extension Schema.AttributeType {
  /// The type's name in the notation of models, and whether it is a list.
  var spelling: (name: String, isArray: Bool) {
    switch self {
    case .scalar(let type): (type.spelling, false)
    case .array(let type): (type.spelling, true)
    }
  }
}
