import RowsmithModel

extension DraftBuilder {
  /// A link to a record of one of several entities.
  struct Choice {
    var owner: String
    var targets: Set<String>
  }

  /// Declares that a relationship from a target of a choice back to the choice's owner has no inverse.
  func declareChoicesWithoutInverse() {
    for choice in choices {
      for entity in model.entities.indices where choice.targets.contains(model.entities[entity].name) {
        for index in model.entities[entity].relationships.indices {
          let member = model.entities[entity].relationships[index]
          guard member.type.filter({ !"[]{}?".contains($0) }) == choice.owner,
            !member.settings.contains(where: { $0.key == "inverse" })
          else { continue }
          model.entities[entity].relationships[index].settings.append(
            YAMLEntryDraft("inverse", .plain("none")))
        }
      }
    }
  }

  /// Adds a relationship to records of several entities, with the discriminator that tells which.
  func addsChoice(_ place: MemberPlace, _ object: ObjectShape, to builder: EntityBuilder) -> Bool {
    guard place.shapes.count == 1, place.arrays == 0, place.scalars.scalars == 0, object.count == 0,
      let discriminator = object.discriminator, let kinds = clustering.choice(of: object),
      Set(kinds.map(\.hasTextKey)).count == 1
    else { return false }
    // One column holds the keys of all of them.
    guard Set(kinds.map(\.keyType)).count == 1 else { return false }
    let families = kinds.map { parents[ObjectIdentifier($0)]?.name }
    guard Set(families).count == 1 else { return false }
    let names = NameChoice.members(for: place.path, of: builder.entity.name)
    if let family = families[0] {
      var member = self.member(place, builder.names.take(names), type: family)
      member.isOptional = place.isOptional
      builder.entity.relationships.append(member)
      return true
    }
    // These are the names of the columns for the key and the entity.
    let made = ["id", "type"].flatMap { model.casing.keys(for: names[0], adding: $0) }
    if builder.names.isTaken(names[0]) || !builder.cluster.keys.isDisjoint(with: made) { return false }
    let types = kinds.map { name(of: $0) }
    var member = self.member(place, builder.names.take(names), type: "")
    let parts = types.map { "\(member.name)\($0)" } + ["\(member.name)ID", "\(member.name)Type"]
    if parts.contains(where: builder.names.isTaken) { return false }
    builder.names.reserve(parts)
    choices.append(Choice(owner: builder.entity.name, targets: Set(types)))
    let areNames = zip(object.kinds, types).allSatisfy { $0.value == $1 }
    member.settings.append(
      YAMLEntryDraft(
        "oneOf",
        areNames
          ? .list(types.map { .text($0) })
          : .inline(zip(object.kinds, types).map { YAMLEntryDraft($0.value, .plain($1)) })))
    member.settings.append(YAMLEntryDraft("Discriminator", .text(ImportName.escaped(discriminator))))
    builder.entity.relationships.append(member)
    return true
  }

  private func member(_ place: MemberPlace, _ name: String, type: String) -> MemberDraft {
    var member = MemberDraft(name: name, type: type)
    member.importName = place.path.map { ImportName.escaped($0) }.joined(separator: ".")
    if place.isOptional { member.comment = place.absence }
    return member
  }
}
