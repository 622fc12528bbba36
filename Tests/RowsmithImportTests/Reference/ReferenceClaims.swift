import RowsmithSchema

/// What a document says of rows and links, to see whether all of it is so in the end.
///
/// "Order inside does not matter […] (save where a document gives one value twice)": a document of which all is so in
/// the end gives the same rows in any order.
struct ReferenceClaims {
  struct Value: Hashable {
    var row: RowID
    var attribute: String
  }

  struct List: Hashable {
    /// Whether nothing else may be linked.
    var isWhole: Bool
    var kept: Set<Key>
    var places: [Key: Int?]
  }

  var isContradictory = false
  private var values: [Value: StoredValue] = [:]
  private var pointers: [ReferenceImporter.Slot: Key?] = [:]
  private var lists: [ReferenceImporter.Slot: List] = [:]

  mutating func give(_ row: RowID, _ attribute: String, _ value: StoredValue) {
    let before = values.updateValue(value, forKey: Value(row: row, attribute: attribute))
    if let before, before != value { isContradictory = true }
  }

  mutating func point(_ slot: ReferenceImporter.Slot, _ target: Key?) {
    let before = pointers.updateValue(target, forKey: slot)
    if let before, before != target { isContradictory = true }
  }

  mutating func list(_ row: RowID, _ name: String, isWhole: Bool, kept: Set<Key>, places: [Key: Int?]) {
    let list = List(isWhole: isWhole, kept: kept, places: places)
    let before = lists.updateValue(list, forKey: .init(row: row, relationship: name))
    if let before, before != list { isContradictory = true }
  }

  /// Whether something that the document says is not so in the end.
  func areBroken(in importer: ReferenceImporter) -> Bool {
    if isContradictory { return true }
    for (claim, value) in values where importer.rows[claim.row] != nil {
      if importer.rows[claim.row]?.columns[claim.attribute] != value.nonNull { return true }
    }
    for (slot, target) in pointers where importer.rows[slot.row] != nil {
      if importer.pointers[slot]?.key != target { return true }
    }
    for (slot, list) in lists where importer.rows[slot.row] != nil {
      guard let relationship = importer.relationship(slot) else { continue }
      let found = importer.positions(slot.row, relationship)
      if list.isWhole, !list.kept.isSuperset(of: found.keys) { return true }
      for (key, place) in list.places where found[key] != .some(place) { return true }
    }
    return false
  }
}
