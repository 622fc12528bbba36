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

  /// - Parameter end: the last position among the parent's links, if it is known.
  init(isMerge: Bool, end: Int64? = nil, epoch: ListEpoch = ListEpoch()) {
    self.isMerge = isMerge
    (greatest, greatestAsOf) = (end, epoch)
  }

  /// The last position among the parent's links, if it was read and nothing has changed since.
  func end(asOf epoch: ListEpoch) -> Int64? { greatestAsOf == epoch ? greatest : nil }

  /// The position of the next distinct item; `stored` is its current position.
  ///
  /// `epoch` changes when other links may have been added or removed.
  mutating func position(
    stored: Int64?, epoch: ListEpoch, maximum: () throws -> Int64?
  ) throws -> Int64 {
    defer { count += 1 }
    guard isMerge else { return count }
    if let stored, stored > last {
      last = stored
      return stored
    }
    // An end that this list has set is no lower for a link that was removed: a list would be read for each row it gets.
    let isOwn = greatest == last && greatestAsOf.lists == epoch.lists
    if greatest == nil || (greatestAsOf != epoch && !isOwn) { greatest = try maximum() ?? -1 }
    let end = try following(max(greatest ?? -1, last))
    greatest = end
    greatestAsOf = epoch
    last = end
    return end
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
