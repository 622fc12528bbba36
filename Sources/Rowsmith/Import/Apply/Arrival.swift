/// How a record comes to be applied.
struct Arrival {
  /// Whether its row is overwritten whole, as `Replace` says.
  var isReplaceItem = false
  /// Whether it has no key and meets the row that stood in its place: all of that is its own from now on.
  var isAnew = false
  /// That of `filled` and of `order`, not counted: the mapping has the one, the list that is being applied the other.
  private var filledReference: Unmanaged<RelationshipMapping>?
  private var orderReference: Unmanaged<ItemOrder>?
  /// Whether the link to its parent has been made before, and may have been changed since.
  var isLinked = false
  /// Whether it is the parent of a parent-scoped import, which the document does not name.
  var isScope = false

  init(
    isReplaceItem: Bool = false, filled: RelationshipMapping? = nil, order: ItemOrder? = nil,
    isScope: Bool = false
  ) {
    self.isReplaceItem = isReplaceItem
    self.isScope = isScope
    (self.filled, self.order) = (filled, order)
  }

  /// The to-one relationship that its parent has filled in.
  var filled: RelationshipMapping? {
    get { filledReference?.takeUnretainedValue() }
    set { filledReference = newValue.map(Unmanaged.passUnretained) }
  }

  /// The ordered to-many relationship that it is an item of.
  var order: ItemOrder? {
    get { orderReference?.takeUnretainedValue() }
    set { orderReference = newValue.map(Unmanaged.passUnretained) }
  }

  /// Whether it is an item of an ordered list.
  @inline(__always)
  var isOrdered: Bool { orderReference != nil }

  /// Whether its parent has filled in this relationship.
  @inline(__always)
  func fills(_ relationship: RelationshipMapping) -> Bool {
    filledReference?.toOpaque() == Unmanaged.passUnretained(relationship).toOpaque()
  }

  /// Whether what its parent has filled in stands in place of what the record says of a relationship.
  @inline(__always)
  func overrules(_ relationship: RelationshipMapping) -> Bool {
    guard filledReference != nil else { return false }
    return fills(relationship) || (relationship.hasOthers && relationship.isOverruled(by: filled))
  }
}
