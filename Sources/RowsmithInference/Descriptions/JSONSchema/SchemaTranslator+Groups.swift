extension SchemaTranslator {
  /// The value group of a schema.
  func group(_ facts: SchemaFacts, _ name: String) -> ValueGroupDraft {
    var names = DraftNames()
    let members = facts.properties.filter { Self.isNameable($0.key) }.map { property in
      let made = member(property.schema, of: name, key: property.key)
      return draft(of: property, made, named: names.member(forKey: property.key))
    }
    return ValueGroupDraft(name: name, members: members)
  }

  /// Whether a model can contain a key: `$clientID` is allowed, `$key` has another meaning.
  static func isNameable(_ key: String) -> Bool {
    key != "$schema" && DraftNames.isReadable(key)
  }
}
