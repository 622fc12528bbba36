/// The context in which a record is applied.
struct Arrival {
  /// Whether its row is overwritten whole, by the policy `Replace`.
  var isReplaceItem = false
  /// Whether it has no key and replaces the row in its place: what it does not give is reset.
  var isAnew = false
  /// `filled` and `order`, unretained: the mapping owns the one, the list that is being applied the other.
  private var filledReference: Unmanaged<RelationshipMapping>?
  private var orderReference: Unmanaged<ItemOrder>?
  /// Whether the link to its parent was made before, and may have changed since.
  var isLinked = false
  /// Whether it is the parent of a parent-scoped import, which is not in the document.
  var isScope = false

  init(
    isReplaceItem: Bool = false, filled: RelationshipMapping? = nil, order: ItemOrder? = nil,
    isScope: Bool = false
  ) {
    self.isReplaceItem = isReplaceItem
    self.isScope = isScope
    (self.filled, self.order) = (filled, order)
  }

  /// The to-one relationship that its parent fills in.
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

  /// Whether its parent fills in this relationship.
  @inline(__always)
  func fills(_ relationship: RelationshipMapping) -> Bool {
    filledReference?.toOpaque() == Unmanaged.passUnretained(relationship).toOpaque()
  }

  /// Whether what its parent fills in overrides what the record says of a relationship.
  @inline(__always)
  func overrules(_ relationship: RelationshipMapping) -> Bool {
    guard filledReference != nil else { return false }
    return fills(relationship) || (relationship.hasOthers && relationship.isOverruled(by: filled))
  }
}
