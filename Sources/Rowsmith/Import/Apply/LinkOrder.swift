/// Assigns positions to the links of an ordered list.
struct LinkOrder {
  let isMerge: Bool
  private var count: Int64 = 0
  private var last: Int64 = -1
  private var greatest: Int64?
  private var greatestAsOf = 0

  /// - Parameter end: the last position among the parent's links, if it is known.
  init(isMerge: Bool, end: Int64? = nil, epoch: Int = 0) {
    self.isMerge = isMerge
    (greatest, greatestAsOf) = (end, epoch)
  }

  /// The last position among the parent's links, if it was read and nothing has changed since.
  func end(asOf epoch: Int) -> Int64? { greatestAsOf == epoch ? greatest : nil }

  /// The position of the next distinct item; `stored` is its current position.
  ///
  /// `epoch` changes when other links may have been added or removed.
  mutating func position(stored: Int64?, epoch: Int, maximum: () throws -> Int64?) throws -> Int64 {
    defer { count += 1 }
    guard isMerge else { return count }
    if let stored, stored > last {
      last = stored
      return stored
    }
    if greatest == nil || greatestAsOf != epoch { greatest = try maximum() ?? -1 }
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
