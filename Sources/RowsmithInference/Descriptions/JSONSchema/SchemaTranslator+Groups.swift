import RowsmithModel

extension SchemaTranslator {
  /// The value group of a schema.
  func group(_ facts: SchemaFacts, _ name: String) -> ValueGroupDraft {
    var names = DraftNames()
    let members = facts.properties.filter { Self.isNameable($0.key) }.map { property in
      let facts = self.facts(of: property.schema)
      let made = member(property.schema, of: name, key: property.key)
      var member = MemberDraft(name: names.member(forKey: property.key), type: made.type)
      member.importName = (property.outer + [property.key]).map(ImportName.escaped).joined(separator: ".")
      member.settings = made.settings
      member.doc = description(of: facts, at: property.schema)
      member.comment = made.comment
      member.isOptional = !property.isRequired || facts.isNullable || facts.isWriteOnly
      return member
    }
    return ValueGroupDraft(name: name, members: members)
  }

  /// Whether a model can contain a key: `$clientID` is allowed, `$key` has another meaning.
  static func isNameable(_ key: String) -> Bool {
    !["", "$schema", "$key", "$index", "$value", "$rest", "$record"].contains(key)
  }
}
