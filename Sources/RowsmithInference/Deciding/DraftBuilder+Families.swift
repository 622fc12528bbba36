import RowsmithModel

extension DraftBuilder {
  /// An entity that others extend.
  struct Family {
    var name: String
    /// The keys of the members that all kinds have, or several, and the discriminator.
    var common: Set<String>
    /// The names of its members.
    var names: NameChoice
  }

  /// Adds records of several kinds as entities that extend a base entity.
  ///
  /// - Returns: the name of the base; `nil` if the kinds have no common key, or one of them is already an entity by itself.
  func family(of object: ObjectShape, name: String) -> String? {
    if let family = families[ObjectIdentifier(object)] { return family.name }
    guard let discriminator = object.discriminator, let kinds = clustering.family(of: object),
      !kinds.contains(where: isNamed)
    else { return nil }
    var bases = [NameChoice.type(for: name), NameChoice.type(for: "\(name)_base")]
    // If a kind has the name of the whole, the kind keeps it, as in the samples, unless a person gave the name to the whole.
    if name != givenName, kinds.contains(where: { EntityNaming.names(of: $0).first == bases[0] }) {
      bases.removeFirst()
    }
    let base = types.take(bases)
    let common = self.common(of: kinds)
    let place = model.entities.count
    let whole = Cluster(joining: kinds)
    give(base, to: whole)
    let builder = EntityBuilder(cluster: whole, name: base, draft: self)
    var family = Family(name: base, common: common.union([discriminator]), names: NameChoice())
    families[ObjectIdentifier(object)] = family
    let names = kinds.map { self.name(of: $0) }
    model.entities.insert(EntityDraft(name: base), at: place)
    var entity = builder.build(only: common.subtracting([discriminator]))
    let values = zip(object.kinds, names).flatMap { kind, name in
      Self.values(of: kind.shape, discriminator, orElse: kind.value).map { YAMLEntryDraft($0, .plain(name)) }
    }
    let path = YAMLDraft.text(ImportName.escaped(discriminator))
    entity.settings.append(
      YAMLEntryDraft(
        "Discriminator", .inline([YAMLEntryDraft("key", path), YAMLEntryDraft("values", .inline(values))])))
    model.entities[place] = entity
    family.names = builder.names
    families[ObjectIdentifier(object)] = family
    for kind in kinds { parents[ObjectIdentifier(kind)] = family }
    return base
  }

  /// The keys of the members of a base: those that all kinds have, and those that several have with values of one
  /// nature, or null alone. As all kinds share one table, a member that each of several had would have a number in
  /// its name.
  private func common(of kinds: [Cluster]) -> Set<String> {
    var counts: [String: Int] = [:]
    for key in kinds.flatMap(\.keys) { counts[key, default: 0] += 1 }
    let common = counts.filter { key, count in
      count == kinds.count
        || count > 1 && areAlike(kinds.flatMap(\.shapes).compactMap { $0.slot(key) }, named: key)
    }
    return Set(common.keys)
  }

  /// Whether the values of a member of several kinds are of one nature, and what is in them, too.
  private func areAlike(_ values: [ValueShape], named key: String) -> Bool {
    let natures = values.map { nature(of: $0, named: key) }
    guard Set(natures.filter { !$0.isEmpty }).count <= 1 else { return false }
    let objects = values.flatMap { [$0.object, $0.array?.items.object] }.compactMap { $0 }
      .filter { clustering.cluster(of: $0) == nil && $0.kinds.isEmpty }
    let maps = objects.compactMap(\.folded)
    return (maps.isEmpty || areAlike(maps, named: key))
      && Set(objects.flatMap(\.keys)).allSatisfy { inner in
        areAlike(objects.compactMap { $0.slot(inner) }, named: inner)
      }
  }

  /// What the values of a member are, as far as they could be in one column; empty if only null was seen.
  private func nature(of value: ValueShape, named key: String) -> Set<String> {
    var nature: Set<String> = []
    let places: [(name: String, values: ValueShape?)] = [("one", value), ("list", value.array?.items)]
    for (place, values) in places {
      guard let values else { continue }
      if place == "list" { nature.insert(place) }
      if values.scalars > 0 {
        let choice = TypeChoice.decide(values, named: key)
        let isNumber = ["Int", "Double", "Decimal"].contains(choice.type)
        nature.insert("\(place) \(isNumber ? "number" : choice.type) \(choice.dateFormat ?? "")")
      }
      if let object = values.object { nature.insert("\(place) \(kind(of: object))") }
    }
    return nature
  }

  /// The same for objects: of one entity, of several, or values with the same members.
  private func kind(of object: ObjectShape) -> String {
    if let cluster = clustering.cluster(of: object) { return "record \(cluster.order)" }
    return object.kinds.isEmpty ? object.keys.sorted().description : "\(ObjectIdentifier(object))"
  }

  /// The discriminator values of records of a kind.
  static func values(of shape: ObjectShape, _ discriminator: String, orElse value: String) -> [String] {
    let values = shape.slot(discriminator)?.strings?.values?.map(\.text) ?? []
    return values.isEmpty ? [value] : values
  }
}
