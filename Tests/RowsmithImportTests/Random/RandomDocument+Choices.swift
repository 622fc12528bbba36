import RowsmithSchema

extension RandomDocument {
  /// The value of a to-one relationship to one of several entities: an object that says what it is, or is told so by a member
  /// beside it, as a key is.
  mutating func putChoice(
    _ part: Schema.Relationship, isNeeded: Bool, depth: Int, in object: inout TreeBuilder
  ) {
    guard let choice = part.choice,
      let value = choice.oneOf.values.first(where: { $0.entity == part.target })?.name
    else { return }
    let embedded = path(part.importPaths)
    if random.chance(isNeeded ? dirt : 12) { return object.put(embedded, nil) }
    let isKnown = !random.chance(isNeeded ? dirt : 5)
    let name = Tree.string(isKnown ? value : "unknown")
    let type = path(choice.typePaths)
    if let key = key(of: part.target), depth <= 0 || random.chance(45) {
      object.put(random.chance(60) ? path(part.foreignKeyPaths) : embedded, key)
      if isKnown || random.chance(50) { object.put(type, name) }
      return
    }
    let record = record(part.target, depth: depth - 1, parent: part.inverse, isEmbedded: true)
    guard case .object(let members) = record else { return }
    var inner = TreeBuilder(members: members)
    if random.chance(70) { inner.put(path(choice.oneOf.discriminator), name) } else { object.put(type, name) }
    object.put(embedded, inner.tree)
  }
}
