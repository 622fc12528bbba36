import RowsmithSchema

extension Layout.Table {
  /// The columns that show the target of a to-one relationship to one of several entities: the entity's name and the key.
  ///
  /// They are virtual and take no space: each is computed from the columns that hold the keys. If the relationship is
  /// required, they are NOT NULL, because none of the key columns can be.
  static func computed(_ family: [Schema.Entity]) -> [String] {
    family.flatMap { entity in
      // Rows of other entities in the family do not have the relationship.
      entity.choices.flatMap { computed($0, isRequired: $0.isRequired && entity.parent == nil) }
    }
  }

  private static func computed(_ choice: Schema.Choice.Parts, isRequired: Bool) -> [String] {
    let cases = choice.relationships.map {
      "WHEN \(DDL.quoted($0.name)) IS NOT NULL THEN \(DDL.literal(.text($0.target)))"
    }
    let type = "CASE \(cases.joined(separator: " ")) END"
    let keys = DDL.list(choice.relationships.map(\.name))
    // SQLite's `coalesce` needs at least two arguments.
    let key = choice.relationships.count > 1 ? "coalesce(\(keys))" : keys
    return [("type", type), ("id", key)].map { suffix, value in
      "\(DDL.quoted("\(choice.name)_\(suffix)")) AS (\(value)) VIRTUAL\(isRequired ? " NOT NULL" : "")"
    }
  }
}
