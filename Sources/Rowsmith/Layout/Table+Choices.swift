import RowsmithSchema

extension Layout.Table {
  /// The columns that show what a to-one relationship to one of several entities leads to: the entity's name and the key.
  ///
  /// They take no space: each is computed of the columns that hold the keys. So they, and none of those, say that it must
  /// lead to a record.
  static func computed(_ family: [Schema.Entity]) -> [String] {
    family.flatMap { entity in
      // A row of another entity of the family has none.
      entity.choices.flatMap { computed($0, isRequired: $0.isRequired && entity.parent == nil) }
    }
  }

  private static func computed(_ choice: Schema.Choice.Parts, isRequired: Bool) -> [String] {
    let cases = choice.relationships.map {
      "WHEN \(DDL.quoted($0.name)) IS NOT NULL THEN \(DDL.literal(.text($0.target)))"
    }
    let type = "CASE \(cases.joined(separator: " ")) END"
    let keys = DDL.list(choice.relationships.map(\.name))
    // SQLite's function wants two at least.
    let key = choice.relationships.count > 1 ? "coalesce(\(keys))" : keys
    return [("type", type), ("id", key)].map { suffix, value in
      "\(DDL.quoted("\(choice.name)_\(suffix)")) AS (\(value)) VIRTUAL\(isRequired ? " NOT NULL" : "")"
    }
  }
}
