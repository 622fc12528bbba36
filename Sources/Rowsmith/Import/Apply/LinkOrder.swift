/// Gives the links of an ordered list their positions.
struct LinkOrder {
  let isMerge: Bool
  private var count: Int64 = 0
  private var last: Int64 = -1
  private var next: Int64?
  private var nextEpoch = 0

  init(isMerge: Bool) { self.isMerge = isMerge }

  /// The position of the next distinct item, which stands at `stored` now.
  ///
  /// `epoch` differs from what it was when something happened to other links, so that the end must be looked up.
  mutating func position(stored: Int64?, epoch: Int, maximum: () throws -> Int64?) throws -> Int64 {
    defer { count += 1 }
    guard isMerge else { return count }
    if let stored, stored > last {
      last = stored
      return stored
    }
    let known = nextEpoch == epoch ? next : nil
    let end = try known ?? ((maximum() ?? -1) + 1)
    next = end + 1
    nextEpoch = epoch
    last = end
    return end
  }
}
