import RowsmithModel

extension DraftBuilder {
  /// An entity that others extend.
  struct Family {
    var name: String
    /// The keys of the members that all kinds have, and the discriminator.
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
    let common = kinds.dropFirst().reduce(kinds[0].keys) { $0.intersection($1.keys) }
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

  /// The discriminator values of records of a kind.
  static func values(of shape: ObjectShape, _ discriminator: String, orElse value: String) -> [String] {
    let values = shape.slot(discriminator)?.strings?.values?.map(\.text) ?? []
    return values.isEmpty ? [value] : values
  }
}
