import RowsmithSchema

/// Assigns positions to the items of an ordered to-many relationship, if positions are a column of the items' table.
final class ItemOrder {
  /// The to-one relationship of the items that leads to the parent.
  let relationship: RelationshipMapping
  /// The slot of the position.
  let slot: Int
  private let isMerge: Bool
  private let maximum: () throws -> Int64?
  /// Changes when other links may have been added or removed.
  private let epoch: () -> ListEpoch
  /// The positions of the rows so far, and of keys whose rows do not exist yet.
  private var places: [Int64: Int64] = [:]
  private var absent: [StoredValue: Int64] = [:]
  /// How many distinct items there are so far.
  private var count: Int64 = 0
  /// The last position given, which is the greatest.
  private(set) var last: Int64 = -1
  private var greatest: Int64?
  private var greatestAsOf = ListEpoch()
  /// The item that has the greatest position; `nil` if it is not known.
  private var greatestItem: ListEnd.Item?
  private var proposed: Int64 = 0
  /// Whether the last proposed position had already been given to the same item.
  private var isPlaced = false

  /// - Parameters:
  ///   - end: the end of the parent's items, if it is known.
  ///   - maximum: reads it from the database.
  init(
    relationship: RelationshipMapping, slot: Int, isMerge: Bool, end: ListEnd?,
    epoch: @escaping () -> ListEpoch, maximum: @escaping () throws -> Int64?
  ) {
    self.relationship = relationship
    self.slot = slot
    self.isMerge = isMerge
    self.epoch = epoch
    self.maximum = maximum
    (greatest, greatestItem) = (end?.position, end?.item)
    greatestAsOf = end == nil ? ListEpoch() : epoch()
  }

  /// The end of the parent's items, if it was read and no other list was begun since.
  func end(asOf epoch: ListEpoch) -> ListEnd? {
    ListEnd(greatest, greatestItem, foundOut: greatestAsOf, asOf: epoch)
  }

  /// The position of an item without a row; `stored` is the position of its pending link, if it has one.
  func positionForNewRow(key: [Cell], stored: Int64?) throws -> Int64 {
    try positionGiven { KeyCoding.encode(key.map(\.stored)) } ?? propose(stored: stored)
  }

  /// The position of an item with a row. An item named twice keeps its first position.
  func position(of row: Int64, stored: Int64?) throws -> Int64 { try places[row] ?? propose(stored: stored) }

  /// The position that a key was given before its row existed.
  func positionGiven(to key: () -> StoredValue) -> Int64? {
    guard !absent.isEmpty, let place = absent[key()] else { return nil }
    (proposed, isPlaced) = (place, true)
    return place
  }

  /// Notes that the item has the position proposed last.
  func add(_ row: Int64) {
    guard places[row] == nil else { return }
    places[row] = proposed
    if !isPlaced { settle() }
    if proposed == greatest { greatestItem = .row(row) }
  }

  /// Gives a position to an item without a row; `stored` is the position of its pending link, if it has one.
  func placeAbsentRow(key: StoredValue, stored: Int64?) throws -> Int64 {
    if let place = absent[key] { return place }
    let position = try propose(stored: stored)
    absent[key] = position
    settle()
    if position == greatest { greatestItem = .key(key) }
    return position
  }

  private func propose(stored: Int64?) throws -> Int64 {
    isPlaced = false
    if !isMerge {
      proposed = count
    } else if let stored, stored > last {
      proposed = stored
    } else {
      proposed = try next()
    }
    return proposed
  }

  private func settle() {
    count += 1
    last = proposed
    if let greatest { self.greatest = max(greatest, proposed) }
  }

  /// The position after everything that is linked here.
  private func next() throws -> Int64 {
    let epoch = epoch()
    // An end that this list has set is no lower for a link that was removed: a list would be read for each row it gets.
    let isOwn = greatest == last && greatestAsOf.lists == epoch.lists
    if greatest == nil || (greatestAsOf != epoch && !isOwn) {
      (greatest, greatestItem) = (try maximum() ?? -1, nil)
    }
    greatestAsOf = epoch
    return try following(max(greatest ?? -1, last))
  }
}
