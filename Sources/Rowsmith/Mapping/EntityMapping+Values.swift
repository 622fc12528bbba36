extension EntityMapping {
  /// A column that is part of a value type.
  struct ValuePart {
    /// The member of the entity that has the value type.
    var member: String
    /// Whether the column has a default other than NULL.
    var hasFallback: Bool
  }

  /// The columns that are parts of value types, by the names of their attributes.
  var valueParts: [String: ValuePart] {
    var parts: [String: ValuePart] = [:]
    for group in groups {
      let member = group.path.split(separator: ".").first.map(String.init) ?? group.path
      for part in group.parts {
        parts[part.attribute.schema.name] = ValuePart(
          member: member, hasFallback: part.fallback.kind != .null)
      }
    }
    return parts
  }

  /// The names of its members that have value types.
  var valueMembers: [String] { groups.map(\.path).filter { !$0.contains(".") } }
}
