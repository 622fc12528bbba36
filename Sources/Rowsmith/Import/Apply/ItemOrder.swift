/// Gives the items of an ordered to-many relationship their positions, where those are a column of the items' table.
final class ItemOrder {
  /// The to-one relationship of the items that leads to the parent.
  let relationship: RelationshipPlan
  /// The slot of the position.
  let slot: Int
  private let isMerge: Bool
  private let maximum: () throws -> Int64?
  /// The distinct items so far.
  private(set) var rows = RowList()
  private var last: Int64 = -1
  private var next: Int64?
  private var proposed: Int64 = 0

  /// `maximum` is the greatest position among the parent's items in the database.
  init(
    relationship: RelationshipPlan, slot: Int, isMerge: Bool, maximum: @escaping () throws -> Int64?
  ) {
    self.relationship = relationship
    self.slot = slot
    self.isMerge = isMerge
    self.maximum = maximum
  }

  /// The position of an item that has no row yet.
  func positionForNewRow() throws -> Int64 {
    proposed = isMerge ? try end() : Int64(rows.count)
    return proposed
  }

  /// The position of an item that has a row; nil where it keeps what it has, having been placed before.
  func position(of row: Int64, stored: Int64?) throws -> Int64? {
    if rows.contains(row) { return nil }
    if isMerge, let stored, stored > last {
      proposed = stored
    } else {
      _ = try positionForNewRow()
    }
    return proposed
  }

  /// Notes that the item stands where it was last proposed.
  func add(_ row: Int64) {
    guard rows.insert(row) else { return }
    last = proposed
    if proposed == next { next = proposed + 1 }
  }

  /// Behind everything that is linked here.
  private func end() throws -> Int64 {
    if let next { return next }
    let first = (try maximum() ?? -1) + 1
    next = first
    return first
  }
}
