extension SchemaTranslator {
  /// Lifts members out of objects that only group them: `metadata` in Kubernetes, `attributes` in JSON:API.
  func lift(_ facts: inout SchemaFacts) {
    guard facts.isObject else { return }
    if facts.property("apiVersion") != nil, facts.property("kind") != nil,
      let inner = object("metadata", of: facts),
      inner.property("uid") != nil
    {
      replace("metadata", by: inner, in: &facts)
    } else if facts.property("id") != nil, facts.property("type") != nil,
      let inner = object("attributes", of: facts)
    {
      replace("attributes", by: inner, in: &facts)
      for key in ["relationships", "links", "meta"] {
        guard let property = facts.property(key), self.facts(of: property.schema).isObject else { continue }
        library.note(
          property.schema.place, "is beside 'attributes' and is left out; add relationships by hand")
        facts.properties.removeAll { $0.key == key }
      }
    }
  }

  private func object(_ key: String, of facts: SchemaFacts) -> SchemaFacts? {
    guard let property = facts.property(key) else { return nil }
    let inner = self.facts(of: property.schema)
    return inner.isObject ? inner : nil
  }

  private func replace(_ key: String, by inner: SchemaFacts, in facts: inout SchemaFacts) {
    guard let place = facts.properties.firstIndex(where: { $0.key == key }) else { return }
    lifted.insert(inner.place)
    let isRequired = facts.properties[place].isRequired
    let taken = Set(facts.properties.map(\.key))
    let lifted = inner.properties.filter { !taken.contains($0.key) }.map { property in
      var property = property
      property.outer = [key] + property.outer
      property.isRequired = property.isRequired && isRequired
      return property
    }
    facts.properties.replaceSubrange(place...place, with: lifted)
  }
}
