import RowsmithModel

/// Finds the records in a document: the document itself, the items of a list, or the content of an envelope.
struct AnswerReader {
  private let translator: SchemaTranslator
  /// The depth of envelopes to search.
  private static let deepest = 4

  init(_ translator: SchemaTranslator) { self.translator = translator }

  /// Records in a document.
  struct Found: Equatable {
    /// The key path, escaped; empty for the whole document.
    var path: String
    /// The entity.
    var entity: String
    /// The type in the modelling language: `Pet`, `[Pet]`, `{Pet}`.
    var type: String

    var isKeyed: Bool { type.hasPrefix("{") }
  }

  /// The records in a schema, in its order.
  func records(in node: SchemaNode, called name: String) -> [Found] {
    var visited: Set<SchemaPlace> = []
    return records(in: node, path: [], name, &visited)
  }

  /// The records in each alternative of a document, or of its list's items.
  func alternatives(in node: SchemaNode, called name: String) -> [Found] {
    var visited: Set<SchemaPlace> = []
    return alternatives(in: node, called: name, &visited)
  }

  private func alternatives(
    in node: SchemaNode, called name: String, _ visited: inout Set<SchemaPlace>
  ) -> [Found] {
    let facts = translator.facts(of: node)
    guard !facts.isObject, visited.insert(facts.place).inserted else { return [] }
    let variants = facts.variants.isEmpty ? facts.items.map { [$0] } ?? [] : facts.variants
    var found: [Found] = []
    for variant in variants {
      let own = translator.facts(of: variant)
      let title = own.items.flatMap { translator.facts(of: $0).title } ?? own.title
      let called = title.map(DraftNames.typeName) ?? name
      let records = records(in: variant, called: called)
      found += records.isEmpty ? alternatives(in: variant, called: called, &visited) : records
    }
    // A key path cannot lead into each item of a list.
    return facts.variants.isEmpty ? found.filter(\.path.isEmpty) : found
  }

  private func records(
    in node: SchemaNode, path: [String], _ name: String, _ visited: inout Set<SchemaPlace>
  ) -> [Found] {
    let facts = translator.facts(of: node)
    let text = path.map(ImportName.escaped).joined(separator: ".")
    if let entity = recognised(facts, name) { return [Found(path: text, entity: entity, type: entity)] }
    if let items = facts.items, !facts.isObject {
      let entity = recognised(translator.facts(of: items), name)
      return entity.map { [Found(path: text, entity: $0, type: "[\($0)]")] } ?? []
    }
    if !facts.isObject, let additional = facts.additional {
      let entity = recognised(translator.facts(of: additional), name)
      return entity.map { [Found(path: text, entity: $0, type: "{\($0)}")] } ?? []
    }
    guard facts.isObject, path.count < Self.deepest, visited.insert(facts.place).inserted else { return [] }
    defer { visited.remove(facts.place) }
    return facts.properties.flatMap { property in
      let inner = DraftNames.typeName(Singular.of(DraftNames.memberName(property.key)).capitalisedFirst)
      return records(in: property.schema, path: path + [property.key], inner, &visited)
    }
  }

  /// The entity of an object with an identity.
  private func recognised(_ facts: SchemaFacts, _ name: String) -> String? {
    let place = translator.families.alias[facts.place] ?? facts.place
    if translator.families.contains(place) { return translator.entity(facts, called: name) }
    guard facts.isObject else { return common(facts, name) }
    return translator.key(of: facts).isEmpty ? nil : translator.entity(facts, called: name)
  }

  /// The entity of variants that are all of one family.
  private func common(_ facts: SchemaFacts, _ name: String) -> String? {
    let variants = facts.variants.map { translator.facts(of: $0) }
    let roots = Set(
      variants.map { translator.families.root(of: translator.families.alias[$0.place] ?? $0.place) })
    guard variants.count > 1, roots.count == 1, let root = roots.first, translator.families.contains(root),
      let node = translator.library.node(at: root)
    else { return nil }
    return translator.entity(translator.facts(of: node), called: name)
  }
}
