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
  /// Whether the ends of a one-to-one pair name others than each other.
  private(set) var tearsPartners = false
  /// Whether what is said of the place of rows without a key is said otherwise, too.
  var movesKeyless = false
  /// Rows of whose links different things are said.
  private(set) var torn: Set<RowID> = []
  private var partners: [ReferenceImporter.Slot: Key?] = [:]
  private var values: [Value: StoredValue] = [:]
  private var pointers: [ReferenceImporter.Slot: Key?] = [:]
  private var lists: [ReferenceImporter.Slot: List] = [:]

  mutating func give(_ row: RowID, _ attribute: String, _ value: StoredValue) {
    let before = values.updateValue(value, forKey: Value(row: row, attribute: attribute))
    if let before, before != value { isContradictory = true }
  }

  mutating func point(_ slot: ReferenceImporter.Slot, _ target: Key?, isKeyless: Bool) {
    let before = pointers.updateValue(target, forKey: slot)
    guard let before, before != target else { return }
    isContradictory = true
    torn.insert(slot.row)
    if isKeyless { movesKeyless = true }
  }

  /// What both ends of a one-to-one pair say of each other.
  mutating func pair(_ slot: ReferenceImporter.Slot, _ target: Key?, other: ReferenceImporter.Slot?) {
    name(target, in: slot)
    if let other { name(slot.row.key, in: other) }
  }

  private mutating func name(_ partner: Key?, in slot: ReferenceImporter.Slot) {
    let before = partners.updateValue(partner, forKey: slot)
    if let before, before != partner { tearsPartners = true }
  }

  mutating func list(
    _ row: RowID, _ name: String, isWhole: Bool, kept: Set<Key>, places: [Key: Int?], isKeyless: Bool
  ) {
    let list = List(isWhole: isWhole, kept: kept, places: places)
    let before = lists.updateValue(list, forKey: .init(row: row, relationship: name))
    guard let before, before != list else { return }
    isContradictory = true
    torn.insert(row)
    if isKeyless { movesKeyless = true }
  }

  /// Compares what the document says with what is so in the end.
  mutating func compare(with importer: ReferenceImporter) {
    for (claim, value) in values where importer.rows[claim.row] != nil {
      if importer.rows[claim.row]?.columns[claim.attribute] != value.nonNull { isContradictory = true }
    }
    for (slot, target) in pointers where importer.rows[slot.row] != nil {
      if importer.pointers[slot]?.key == target { continue }
      breakLink(slot, importer)
      guard let target, let relationship = importer.relationship(slot) else { continue }
      torn.insert(RowID(table: importer.model.table(of: relationship.target), key: target))
    }
    for (slot, list) in lists where importer.rows[slot.row] != nil {
      guard let relationship = importer.relationship(slot) else { continue }
      let found = importer.positions(slot.row, relationship)
      let isKept = !list.isWhole || list.kept.isSuperset(of: found.keys)
      if !isKept || list.places.contains(where: { found[$0.key] != .some($0.value) }) {
        breakLink(slot, importer)
      }
    }
  }

  private mutating func breakLink(_ slot: ReferenceImporter.Slot, _ importer: ReferenceImporter) {
    isContradictory = true
    torn.insert(slot.row)
    if importer.isOfKeyless(slot) { movesKeyless = true }
  }
}
