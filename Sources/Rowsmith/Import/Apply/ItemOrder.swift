/// Gives the items of an ordered to-many relationship their positions, where those are a column of the items' table.
final class ItemOrder {
  /// The to-one relationship of the items that leads to the parent.
  let relationship: RelationshipPlan
  /// The slot of the position.
  let slot: Int
  private let isMerge: Bool
  private let maximum: () throws -> Int64?
  /// Differs from what it was when something happened to other links, so that `next` may be wrong.
  private let epoch: () -> Int
  /// The rows placed so far.
  private var rows = RowList()
  /// The distinct items so far, rows that are not here yet among them.
  private var count: Int64 = 0
  private var last: Int64 = -1
  private var next: Int64?
  private var nextEpoch = 0
  private var proposed: Int64 = 0

  /// `maximum` is the greatest position among the parent's items in the database.
  init(
    relationship: RelationshipPlan, slot: Int, isMerge: Bool, epoch: @escaping () -> Int,
    maximum: @escaping () throws -> Int64?
  ) {
    self.relationship = relationship
    self.slot = slot
    self.isMerge = isMerge
    self.epoch = epoch
    self.maximum = maximum
  }

  /// The position of an item that has no row yet, and which waits at `stored`, if it does.
  func positionForNewRow(stored: Int64?) throws -> Int64 { try propose(stored: stored) }

  /// The position of an item that has a row; nil where it keeps what it has, having been placed before.
  func position(of row: Int64, stored: Int64?) throws -> Int64? {
    rows.contains(row) ? nil : try propose(stored: stored)
  }

  /// Notes that the item stands where it was last proposed.
  func add(_ row: Int64) {
    if rows.insert(row) { settle() }
  }

  /// Places an item whose row is not here yet and which waits at `stored` already, if it does.
  func placeAbsentRow(stored: Int64?) throws -> Int64 {
    let position = try propose(stored: stored)
    settle()
    return position
  }

  private func propose(stored: Int64?) throws -> Int64 {
    if isMerge, let stored, stored > last {
      proposed = stored
      return stored
    }
    proposed = isMerge ? try end() : count
    return proposed
  }

  private func settle() {
    count += 1
    last = proposed
    if proposed == next { next = proposed + 1 }
  }

  /// Behind everything that is linked here.
  private func end() throws -> Int64 {
    if let next, nextEpoch == epoch() { return next }
    nextEpoch = epoch()
    let first = (try maximum() ?? -1) + 1
    next = first
    return first
  }
}
