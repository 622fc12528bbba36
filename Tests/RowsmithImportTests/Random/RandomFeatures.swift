/// What random models and documents make use of.
struct RandomFeatures: OptionSet, Sendable {
  let rawValue: Int

  /// Attributes that are the app's own, with values set by SQL between imports.
  static let local = RandomFeatures(rawValue: 1 << 0)
  /// Records of which the server says that they are deleted.
  static let tombstones = RandomFeatures(rawValue: 1 << 1)
  /// Versions of records.
  static let stamps = RandomFeatures(rawValue: 1 << 2)
  /// Discriminators whose values are not the entities' names.
  static let mapped = RandomFeatures(rawValue: 1 << 3)
  /// Collections of different entities.
  static let mixed = RandomFeatures(rawValue: 1 << 4)
  /// Embedded objects that hold a key alone.
  static let stubs = RandomFeatures(rawValue: 1 << 5)
  /// Documents that the engine gets in another order than the reference.
  static let shuffled = RandomFeatures(rawValue: 1 << 6)
  /// Rows without a key, in more than one level.
  static let keyless = RandomFeatures(rawValue: 1 << 7)
  /// To-one relationships to one of several entities.
  static let choices = RandomFeatures(rawValue: 1 << 8)

  static let names: [(String, RandomFeatures)] = [
    ("local", .local), ("tombstones", .tombstones), ("stamps", .stamps), ("mapped", .mapped),
    ("mixed", .mixed), ("stubs", .stubs), ("shuffled", .shuffled), ("keyless", .keyless),
    ("choices", .choices),
  ]

  static let all = RandomFeatures(names.map(\.1))

  /// What exported JSON can say again. Attributes that are the app's own are never produced, and a mixed collection is
  /// produced by the entities' own discriminators.
  static let exported: RandomFeatures = all.subtracting([.local, .mixed])

  /// All but what a list of names, separated by commas, takes away.
  static func all(without text: String) -> RandomFeatures {
    let taken = text.split(separator: ",").map(String.init)
    return all.subtracting(RandomFeatures(names.filter { taken.contains($0.0) }.map(\.1)))
  }
}
