import RowsmithSchema

/// What tells the objects of a mixed collection apart.
final class MixedCollection {
  /// The collection: `included`, or `Feed.items`.
  let name: String
  /// Where an object says what it is.
  let paths: [[String]]
  /// The entities by the values that stand for them.
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

  /// Whether it reads what would tell the entity's family apart elsewhere.
  func overrides(_ entity: EntityMapping) -> Bool { entity.discriminator.contains(where: paths.contains) }
}
