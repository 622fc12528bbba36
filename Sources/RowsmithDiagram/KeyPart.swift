import RowsmithSchema

/// One column of an entity's key.
struct KeyPart {
  var name: String
  var type: String

  /// The columns that identify a record of the entity.
  static func parts(of name: String, _ graph: SchemaGraph, depth: Int = 0) -> [KeyPart] {
    // A cycle of keys is an error of the model; the bound keeps a schema made by hand from recursing for ever.
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
  /// The name of a value's type as models write it, and whether the values are in a list.
  var spelling: (name: String, isArray: Bool) {
    switch self {
    case .scalar(let type): (type.spelling, false)
    case .array(let type): (type.spelling, true)
    }
  }
}
