import RowsmithSchema

extension RecordParser {
  /// The entity that a value is of which leads to one of several: an object says so itself, of a key a member beside it.
  ///
  /// - Parameter isNoted: whether a value of the record has been noted, or another one counts.
  /// - Returns: nil where neither says one that is listed, which is noted once.
  func chooseAlternative(
    _ relationship: RelationshipMapping, _ scanner: JSONScanner, _ record: Int, _ isForeignKey: Bool,
    isNoted: Bool, depth: Int
  ) throws -> EntityMapping? {
    guard let alternatives = relationship.alternatives else { return nil }
    var value = scanner
    let isObject = value.peek() == UInt8(ascii: "{")
    if isObject, let chosen = try choose(alternatives.objects, value, depth: depth) { return chosen }
    // The value of a parent-scoped import stands beside nothing: it is what was asked for.
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

  /// Whether a value that is of none of the entities is not to be noted, because one like it has been, or because a better
  /// one is there.
  func isNoted(_ state: Cell, alternative: UInt8) -> Bool {
    guard state.kind == .link else { return false }
    let link = links.base[Int(state.bits)]
    return link.isOther && link.isDead || state.priority < alternative && !isNull(link)
  }

  /// Takes back the null that a record has said before a value which is of none of the entities: that value counts, as
  /// the first that is not null, and is skipped.
  func skipNull(_ link: Int) {
    guard isNull(links.base[link]) else { return }
    (links.base[link].isDead, links.base[link].isOther) = (true, true)
  }
}
