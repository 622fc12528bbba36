import RowsmithModel

extension SchemaTranslator {
  /// The properties of a schema's primary key; empty if there is no sign of one.
  func key(of facts: SchemaFacts) -> [String] {
    let hinted = facts.keyHint.filter { name in facts.property(name).map(canBeKey) ?? false }
    if !hinted.isEmpty { return hinted }
    let simple = ["id", "_id", "uuid", "guid", "uid", "ID", "Id", "@id"]
    if let property = simple.lazy.compactMap(facts.property).first(where: canBeKey) { return [property.key] }
    let name = titles[facts.place].map { Words.of(DraftNames.typeName($0)) } ?? []
    if !name.isEmpty {
      let own = facts.properties.first { property in
        let words = Words.of(DraftNames.memberName(property.key))
        return ["id", "uuid", "guid"].contains { words == name + [$0] } && canBeKey(property)
      }
      if let own { return [own.key] }
    }
    if let key = pathKeys[facts.place], let property = facts.property(key), canBeKey(property) {
      return [key]
    }
    return []
  }

  /// Whether a property has single values that can be keys.
  private func canBeKey(_ property: SchemaFacts.Property) -> Bool {
    let facts = facts(of: property.schema)
    guard facts.items == nil, facts.properties.isEmpty, facts.variants.isEmpty else {
      // `anyOf: [integer, string]`.
      return !facts.variants.isEmpty
        && facts.variants.allSatisfy { isScalar(self.facts(of: $0)) }
    }
    return isScalar(facts)
  }

  private func isScalar(_ facts: SchemaFacts) -> Bool {
    let types: Set<String> = ["string", "integer", "number"]
    return !facts.types.isEmpty && facts.types.allSatisfy(types.contains)
  }
}
