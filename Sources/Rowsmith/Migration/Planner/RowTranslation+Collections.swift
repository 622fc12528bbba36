import RowsmithSchema

extension RowTranslation {
  /// Fills the temporary tables of links that move, in the order of the collections.
  func gatherCollections() -> [String] {
    origins.collections.flatMap { collection in
      let conditions = collection.places.map { place -> [String] in
        guard let keys = translate(place, from: collection.sourceEntity, to: collection.targetEntity) else {
          return ["0"]
        }
        return [keys.source, keys.target].filter { !$0.isIdentity }.map { SQL.notNull($0.columns) }
          + [placeExists(for: place, in: collection)].compactMap { $0 }
      }
      return collection.statements(conditions: conditions)
    }
  }

  /// For links that become columns: the condition that a row with the column exists. Without that row, the link becomes
  /// pending if the other end is a list.
  private func placeExists(for place: OldLinks, in collection: LinkCollection) -> String? {
    if !collection.isToOne || (place.isColumn && !place.isReversed) { return nil }
    if pendingName(of: collection) != nil { return nil }
    let ends = [
      rowExists(place.source, in: place.sourceEntity), rowExists(place.target, in: place.targetEntity),
    ]
    return collection.isOneToOne ? "(\(ends.joined(separator: " OR ")))" : ends[0]
  }

  /// The condition that the old entity has a row with an identity.
  func rowExists(_ identity: [String], in entity: String) -> String {
    guard let table = match.oldTable(of: entity) else { return "0" }
    let columns = table.identity.map { SQL.column($0, of: "x") }
    return "EXISTS (SELECT 1 FROM \(DDL.quoted(table.name)) AS x WHERE \(SQL.equal(columns, identity)))"
  }

  /// The list whose pending links the links of a to-one relationship can become; `nil` if there is none.
  func pendingName(of collection: LinkCollection) -> String? {
    guard collection.isToOne, !collection.isOneToOne, collection.sourceWidth == 1,
      collection.targetWidth == 1, match.newTable(of: collection.sourceEntity)?.key.count == 1,
      match.newTable(of: collection.targetEntity)?.key.count == 1,
      let relationship = match.new.relationship(collection.relationship, of: collection.sourceEntity),
      let inverse = match.new.inverse(of: relationship)
    else { return nil }
    return
      "\(match.new.declarer(of: inverse.name, in: collection.targetEntity)?.name ?? collection.targetEntity).\(inverse.name)"
  }
}
