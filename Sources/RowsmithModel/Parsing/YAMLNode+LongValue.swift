extension YAMLNode {
  /// The members of an entry of `values` in long form, `{ doc: …, attributes: … }`; `nil` if the mapping contains the members
  /// directly. One of them may be called `attributes`; it then has a type.
  package var membersOfLongValue: YAMLNode? {
    guard let entries, entries.allSatisfy({ Vocabulary.Place.value.keys.contains($0.key.value) }),
      let members = entries.first(where: { $0.key.value == "attributes" })?.value, let inner = members.entries
    else { return nil }
    let isMember =
      inner.contains { $0.key.value == "type" }
      && inner.allSatisfy { Vocabulary.Place.attribute.keys.contains($0.key.value) }
    // A `doc` that cannot be a type is documentation.
    let doc = entries.first { $0.key.value == "doc" }?.value
    let isDocumented =
      doc.map { node in
        node.scalar != nil && TypeReference(node).map { SwiftNames.isIdentifier($0.name) } != true
      } ?? false
    return isMember && !isDocumented ? nil : members
  }
}
