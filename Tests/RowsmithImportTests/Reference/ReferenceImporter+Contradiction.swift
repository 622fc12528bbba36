import Rowsmith

extension ReferenceImporter {
  /// How the document contradicts itself so far, where the contract does not say what comes of it.
  var foundContradictions: Set<Contradiction> {
    var found = contradictions
    if survey.hasTwoKinds { found.insert(.twoKinds) }
    if claims.tearsPartners { found.insert(.partners) }
    if claims.movesKeyless { found.insert(.placeOfKeyless) }
    // A record may well say inside itself what it says anyway.
    if !insideItself.isDisjoint(with: claims.torn) { found.insert(.insideItself) }
    return found
  }

  /// Notes what a record says of a to-one.
  mutating func claim(_ target: Key?, of id: RowID, _ relationship: Schema.Relationship) {
    let slot = Slot(row: id, relationship: relationship.name)
    claims.point(slot, target, isKeyless: isOfKeyless(slot))
    if let target { noteKind(target, relationship) }
    guard let inverse = model.oneToOneInverse(of: relationship) else { return }
    let table = model.table(of: relationship.target)
    claims.pair(
      slot, target,
      other: target.map { Slot(row: RowID(table: table, key: $0), relationship: inverse.name) })
  }

  /// Notes whether a row is linked as what it was and is no longer.
  mutating func noteKind(_ key: Key, _ relationship: Schema.Relationship) {
    let id = RowID(table: model.table(of: relationship.target), key: key)
    guard let before = base[id]?.entity, let kind = survey.kinds[id] else { return }
    if model.entity(before, is: relationship.target), !model.entity(kind, is: relationship.target) {
      contradictions.insert(.twoKinds)
    }
  }

  /// Whether rows without a key are at an end of a relationship.
  func isOfKeyless(_ slot: Slot) -> Bool {
    model.isKeyless(slot.row.table) || relationship(slot).map { model.isKeyless($0.target) } ?? false
  }
}
