extension ExportShapeBuilder {
  /// What the shapes of embedded records depend on, if the options say nothing about them.
  struct SharedPlace: Hashable {
    var entity: Int
    var through: Int?
    /// The relationships around, sorted, as their order makes no difference.
    var chain: [Int]
  }

  /// Shapes already made, shared by all places where they are the same.
  ///
  /// A shape is never used inside itself: in a record inside it there is one more relationship around.
  struct SharedShapes {
    fileprivate var families: [SharedPlace: ExportFamily] = [:]
    fileprivate var users: [EmbeddedFamily] = []
    /// How many queries the shapes hold.
    fileprivate(set) var queries = 0
  }

  /// The shapes of an embedded entity and those that extend it, shared by all places where they are the same.
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

  /// Releases the shapes. Those in use stay until their record is written.
  private func forgetShared() {
    for user in shared.users { user.forget() }
    shared = SharedShapes()
  }
}
