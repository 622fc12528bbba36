import RowsmithSchema

extension RecordParser {
  /// The entity that a value is of which leads to one of several: an object says so itself, of a key a member beside it.
  ///
  /// - Returns: nil where neither says one that is listed, which is noted once.
  func chooseAlternative(
    _ relationship: RelationshipMapping, _ scanner: JSONScanner, _ record: Int, _ isForeignKey: Bool,
    depth: Int
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
    if relationship.schema.choice?.oneOf.values.first?.entity == relationship.target.name {
      var path = path(of: record)
      let keys = isForeignKey ? relationship.schema.foreignKeyPaths : relationship.schema.importPaths
      for key in keys.lazy.compactMap(\.keys).first ?? [] { path.append(key: key) }
      unlistedKinds.append((alternatives.objects.name, path.description))
    }
    return nil
  }
}
