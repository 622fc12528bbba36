extension ExportShapeBuilder {
  /// What the shapes of embedded records depend on, where the caller said nothing of them.
  struct SharedPlace: Hashable {
    var entity: Int
    var through: Int?
    /// The relationships around, sorted: in which order they lead here makes no difference.
    var chain: [Int]
  }

  /// Shapes that have been made, each for all ways that lead to the same.
  ///
  /// A shape is in use once at a time: in a record inside it there is one relationship more around.
  struct SharedShapes {
    fileprivate var families: [SharedPlace: ExportFamily] = [:]
    fileprivate var users: [EmbeddedFamily] = []
    /// How many queries they have.
    fileprivate(set) var queries = 0
  }

  /// The shapes of an embedded entity and those that extend it, made once for all places where they are the same.
  func shared(_ user: EmbeddedFamily, _ entity: EntityMapping, at place: Place) throws -> ExportFamily {
    let key = SharedPlace(
      entity: entity.index, through: place.through?.index, chain: place.chain.sorted())
    let isShared = place.tree.isEmpty
    if isShared, let family = shared.families[key] {
      shared.users.append(user)
      return family
    }
    let before = queries
    let family = try family(entity, at: place)
    guard isShared else { return family }
    if shared.queries + queries - before > maximumQueries { forgetShared() }
    shared.queries += queries - before
    shared.families[key] = family
    shared.users.append(user)
    return family
  }

  /// Lets go of what has been made. What is being written stays until it is written.
  private func forgetShared() {
    for user in shared.users { user.forget() }
    shared = SharedShapes()
  }
}
