import RowsmithSchema

extension Layout.Table {
  /// The columns that show what a to-one relationship to one of several entities leads to: the entity's name and the key.
  ///
  /// They take no space: each is computed of the columns that hold the keys.
  static func computed(_ family: [Schema.Entity]) -> [String] {
    family.flatMap { entity in
      var names: [String] = []
      var parts: [String: [Schema.Relationship]] = [:]
      for relationship in entity.relationships {
        guard let name = relationship.choice?.name else { continue }
        if parts[name] == nil { names.append(name) }
        parts[name, default: []].append(relationship)
      }
      return names.flatMap { computed($0, parts[$0] ?? []) }
    }
  }

  private static func computed(_ name: String, _ parts: [Schema.Relationship]) -> [String] {
    let cases = parts.map {
      "WHEN \(DDL.quoted($0.name)) IS NOT NULL THEN \(DDL.literal(.text($0.target)))"
    }
    let type = "CASE \(cases.joined(separator: " ")) END"
    return [("type", type), ("id", "coalesce(\(DDL.list(parts.map(\.name))))")].map { suffix, value in
      "\(DDL.quoted("\(name)_\(suffix)")) AS (\(value)) VIRTUAL"
    }
  }
}
