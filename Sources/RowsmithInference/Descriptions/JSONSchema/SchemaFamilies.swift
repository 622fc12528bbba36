/// The schemas that extend others: those that name them in `allOf`, if there is a discriminator, and the variants of a union
/// with a discriminator.
struct SchemaFamilies {
  /// The schema that another extends.
  private(set) var parents: [SchemaPlace: SchemaPlace] = [:]
  /// The schemas that extend another, in the order of the description.
  private(set) var children: [SchemaPlace: [SchemaPlace]] = [:]
  /// The discriminators of families, by their root.
  private(set) var discriminators: [SchemaPlace: SchemaFacts.Discriminator] = [:]
  /// Unions whose variants are all in one family: another name for that family's root.
  private(set) var alias: [SchemaPlace: SchemaPlace] = [:]

  /// Whether a schema is part of a family.
  func contains(_ place: SchemaPlace) -> Bool { parents[place] != nil || children[place] != nil }

  /// The root of a schema's family; the schema itself if it is in none.
  func root(of place: SchemaPlace) -> SchemaPlace {
    var place = place
    while let parent = parents[place] { place = parent }
    return place
  }

  /// The schema that another extends, and those that extend it.
  func relatives(of place: SchemaPlace) -> [SchemaPlace] {
    (parents[place].map { [$0] } ?? []) + (children[place] ?? [])
  }

  mutating func find(among schemas: [SchemaNode], _ translator: SchemaTranslator) {
    let known = Set(schemas.map(\.place))
    for node in schemas {
      let facts = translator.facts(of: node)
      guard facts.place == node.place else { continue }
      // The nearest of several: the last that has a discriminator, its own or an inherited one.
      let parent = facts.parents.last { place in
        known.contains(place) && hasDiscriminator(place, translator) && place != node.place
      }
      if let parent, !leads(from: parent, to: node.place) { extend(parent, node.place) }
    }
    for place in children.keys where parents[place] == nil {
      discriminators[place] = translator.library.node(at: place).flatMap {
        translator.facts(of: $0).discriminator
      }
    }
    for node in schemas {
      let facts = translator.facts(of: node)
      if facts.place == node.place, facts.variants.count > 1, let discriminator = facts.discriminator {
        union(facts, discriminator, translator)
      }
    }
  }

  /// Makes the variants of a union a family, or makes the union an alias of the family that they are in.
  private mutating func union(
    _ facts: SchemaFacts, _ discriminator: SchemaFacts.Discriminator, _ translator: SchemaTranslator
  ) {
    let variants = facts.variants.map { translator.facts(of: $0) }
    let roots = Set(variants.map { root(of: $0.place) })
    if let root = roots.first, roots.count == 1, children[root] != nil {
      alias[facts.place] = root
      return
    }
    let keys = Set(variants.map { translator.key(of: $0) })
    let isFamily =
      keys.count == 1 && keys.first?.isEmpty == false
      && variants.allSatisfy { $0.isObject && !contains($0.place) } && children[facts.place] == nil
    guard isFamily, Set(variants.map(\.place)).count == variants.count else { return }
    for variant in variants { extend(facts.place, variant.place) }
    discriminators[facts.place] = discriminator
  }

  private mutating func extend(_ parent: SchemaPlace, _ child: SchemaPlace) {
    parents[child] = parent
    children[parent, default: []].append(child)
  }

  private func leads(from place: SchemaPlace, to other: SchemaPlace) -> Bool {
    var next: SchemaPlace? = place
    while let current = next {
      if current == other { return true }
      next = parents[current]
    }
    return false
  }

  private func hasDiscriminator(_ place: SchemaPlace, _ translator: SchemaTranslator) -> Bool {
    guard let node = translator.library.node(at: place) else { return false }
    var visited: Set<SchemaPlace> = []
    var waiting = [node.place]
    while let place = waiting.popLast() {
      guard visited.insert(place).inserted, let node = translator.library.node(at: place) else { continue }
      let facts = translator.facts(of: node)
      if facts.discriminator != nil { return true }
      waiting += facts.parents
    }
    return false
  }
}
