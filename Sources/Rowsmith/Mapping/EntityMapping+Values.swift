extension EntityMapping {
  /// A column that is part of a value.
  struct ValuePart {
    /// The member of the entity that the value is.
    var member: String
    /// Whether a value without it has something else than NULL there.
    var hasFallback: Bool
  }

  /// The columns that are parts of values, by the names of their attributes.
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

  /// The names of its members that are values.
  var valueMembers: [String] { groups.map(\.path).filter { !$0.contains(".") } }
}
