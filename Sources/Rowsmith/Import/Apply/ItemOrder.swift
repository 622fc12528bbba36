import RowsmithSchema

/// Gives the items of an ordered to-many relationship their positions, where those are a column of the items' table.
final class ItemOrder {
  /// The to-one relationship of the items that leads to the parent.
  let relationship: RelationshipMapping
  /// The slot of the position.
  let slot: Int
  private let isMerge: Bool
  private let maximum: () throws -> Int64?
  /// Differs from what it was when other links may have come or gone.
  private let epoch: () -> Int
  /// Where the rows placed so far stand, and the keys of rows that are not here yet.
  private var places: [Int64: Int64] = [:]
  private var absent: [StoredValue: Int64] = [:]
  /// The distinct items so far.
  private var count: Int64 = 0
  /// The last place given, which is the greatest.
  private(set) var last: Int64 = -1
  private var greatest: Int64?
  private var greatestAsOf = 0
  private var proposed: Int64 = 0
  /// Whether what was proposed last had been given before, to the same item.
  private var isPlaced = false

  /// `maximum` is the greatest position among the parent's items in the database.
  init(
    relationship: RelationshipMapping, slot: Int, isMerge: Bool, epoch: @escaping () -> Int,
    maximum: @escaping () throws -> Int64?
  ) {
    self.relationship = relationship
    self.slot = slot
    self.isMerge = isMerge
    self.epoch = epoch
    self.maximum = maximum
  }

  /// The position of an item that has no row yet, and which waits at `stored`, if it does.
  func positionForNewRow(key: [Cell], stored: Int64?) throws -> Int64 {
    try positionGiven { KeyCoding.encode(key.map(\.stored)) } ?? propose(stored: stored)
  }

  /// The position of an item that has a row. An item named twice stands where it stood first.
  func position(of row: Int64, stored: Int64?) throws -> Int64 { try places[row] ?? propose(stored: stored) }

  /// The position that was given to a key whose row was not here then.
  func positionGiven(to key: () -> StoredValue) -> Int64? {
    guard !absent.isEmpty, let place = absent[key()] else { return nil }
    (proposed, isPlaced) = (place, true)
    return place
  }

  /// Notes that the item stands where it was last proposed.
  func add(_ row: Int64) {
    guard places[row] == nil else { return }
    places[row] = proposed
    if !isPlaced { settle() }
  }

  /// Places an item whose row is not here yet and which waits at `stored` already, if it does.
  func placeAbsentRow(key: StoredValue, stored: Int64?) throws -> Int64 {
    if let place = absent[key] { return place }
    let position = try propose(stored: stored)
    absent[key] = position
    settle()
    return position
  }

  private func propose(stored: Int64?) throws -> Int64 {
    isPlaced = false
    if !isMerge {
      proposed = count
    } else if let stored, stored > last {
      proposed = stored
    } else {
      proposed = try end()
    }
    return proposed
  }

  private func settle() {
    count += 1
    last = proposed
    if let greatest { self.greatest = max(greatest, proposed) }
  }

  /// Behind everything that is linked here.
  private func end() throws -> Int64 {
    let epoch = epoch()
    if greatest == nil || greatestAsOf != epoch { greatest = try maximum() ?? -1 }
    greatestAsOf = epoch
    return try following(max(greatest ?? -1, last))
  }
}
