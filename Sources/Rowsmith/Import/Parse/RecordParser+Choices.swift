import RowsmithSchema

extension RecordParser {
  /// The entity of a value that may be of several: an object tells it itself, for a key a member next to it does.
  ///
  /// - Parameter isNoted: whether an unlisted value was already noted, or another value counts.
  /// - Returns: `nil` if neither tells a listed entity; this is noted once.
  func chooseAlternative(
    _ relationship: RelationshipMapping, _ scanner: JSONScanner, _ record: Int, _ isForeignKey: Bool,
    isNoted: Bool, depth: Int
  ) throws -> EntityMapping? {
    guard let alternatives = relationship.alternatives else { return nil }
    var value = scanner
    let isObject = value.peek() == UInt8(ascii: "{")
    if isObject, let chosen = try choose(alternatives.objects, value, depth: depth) { return chosen }
    // The value of a parent-scoped import has nothing next to it: it is of the entity asked for.
    if isScoped, record == 0 { return relationship.target }
    var around = scanner
    around.p = records.base[record].start
    if let chosen = try choose(alternatives.keys, around, depth: depth) { return chosen }
    if isNoted { return nil }
    if relationship.schema.choice?.oneOf.values.first?.entity == relationship.target.name {
      var path = path(of: record)
      let keys = isForeignKey ? relationship.schema.foreignKeyPaths : relationship.schema.importPaths
      for key in keys.lazy.compactMap(\.keys).first ?? [] { path.append(key: key) }
      unlistedKinds.append((alternatives.objects.name, path.description))
    }
    return nil
  }

  /// Whether a value of an unlisted entity need not be noted: one was already noted, or there is a better value.
  func isNoted(_ state: Cell, alternative: UInt8) -> Bool {
    guard state.kind == .link else { return false }
    let link = links.base[Int(state.bits)]
    return link.isOther && link.isDead || state.priority < alternative && !isNull(link)
  }

  /// Ignores the null that a record gave before a value of an unlisted entity: that value counts, as the first that is not
  /// null, and is skipped.
  func skipNull(_ link: Int) {
    guard isNull(links.base[link]) else { return }
    (links.base[link].isDead, links.base[link].isOther) = (true, true)
  }
}
