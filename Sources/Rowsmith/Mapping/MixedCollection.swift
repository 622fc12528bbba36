import RowsmithSchema

/// Determines the entities of the objects in a mixed collection.
final class MixedCollection {
  /// The name of the collection: `included`, or `Feed.items`.
  let name: String
  /// The paths of the discriminator in an object.
  let paths: [[String]]
  /// The entities by discriminator value.
  let entities: [String: EntityMapping]

  init(_ choice: Schema.OneOf, name: String, mapping: Mapping) {
    self.name = name
    paths = choice.discriminator.compactMap { path in
      if case .keys(let keys) = path { keys } else { nil }
    }
    entities = Dictionary(
      choice.values.compactMap { value in mapping.entity(value.entity).map { (value.name, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether it reads the discriminator of the entity's own family.
  func overrides(_ entity: EntityMapping) -> Bool { entity.discriminator.contains(where: paths.contains) }
}
