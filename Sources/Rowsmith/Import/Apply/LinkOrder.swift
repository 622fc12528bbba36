import RowsmithSchema

/// Changes when other links than those of a list may have been added to it or removed from it.
struct ListEpoch: Equatable {
  /// How many links were removed, from this list or another.
  var removed = 0
  /// How many lists of the relationship were begun.
  var lists = 0
}

/// Assigns positions to the links of an ordered list.
struct LinkOrder {
  let isMerge: Bool
  private var count: Int64 = 0
  private var last: Int64 = -1
  private var greatest: Int64?
  private var greatestAsOf = ListEpoch()
  /// The item that has the greatest position; `nil` if it is not known.
  private var greatestItem: ListEnd.Item?

  /// - Parameter end: the end of the parent's links, if it is known.
  init(isMerge: Bool, end: ListEnd? = nil, epoch: ListEpoch = ListEpoch()) {
    self.isMerge = isMerge
    (greatest, greatestItem, greatestAsOf) = (end?.position, end?.item, epoch)
  }

  /// The end of the parent's links, if it was read and no other list was begun since.
  func end(asOf epoch: ListEpoch) -> ListEnd? {
    ListEnd(greatest, greatestItem, foundOut: greatestAsOf, asOf: epoch)
  }

  /// The position of the next distinct item; `stored` is its current position, `key` its key as one value.
  ///
  /// `epoch` changes when other links may have been added or removed.
  mutating func position(
    stored: Int64?, key: () -> StoredValue, epoch: ListEpoch, maximum: () throws -> Int64?
  ) throws -> Int64 {
    defer { count += 1 }
    guard isMerge else { return count }
    if let stored, stored > last {
      last = stored
      if stored == greatest { greatestItem = .key(key()) }
      return stored
    }
    // An end that this list has set is no lower for a link that was removed: a list would be read for each row it gets.
    let isOwn = greatest == last && greatestAsOf.lists == epoch.lists
    if greatest == nil || (greatestAsOf != epoch && !isOwn) { greatest = try maximum() ?? -1 }
    let end = try following(max(greatest ?? -1, last))
    (greatest, greatestItem) = (end, .key(key()))
    greatestAsOf = epoch
    last = end
    return end
  }
}

extension ListEnd {
  /// The end of a list that has found it out at one time, at a later one; `nil` if it may be another by then.
  init?(_ position: Int64?, _ item: Item?, foundOut: ListEpoch, asOf epoch: ListEpoch) {
    guard let position, foundOut.lists == epoch.lists, item != nil || foundOut == epoch else { return nil }
    self.init(position: position, item: item, isCertain: foundOut == epoch)
  }
}

/// The next position or rowid. Throws if there is none: another program may have used the greatest number.
func following(_ number: Int64) throws -> Int64 {
  let (next, overflow) = number.addingReportingOverflow(1)
  if overflow {
    throw StoreError(message: "the order of the links already has the largest number, so none can follow")
  }
  return next
}
