/// Gives the links of an ordered list their positions.
struct LinkOrder {
  let isMerge: Bool
  private var count: Int64 = 0
  private var last: Int64 = -1
  private var next: Int64?

  init(isMerge: Bool) { self.isMerge = isMerge }

  /// The position of the next distinct item, which stands at `stored` now.
  mutating func position(stored: Int64?, maximum: () throws -> Int64?) throws -> Int64 {
    defer { count += 1 }
    guard isMerge else { return count }
    if let stored, stored > last {
      last = stored
      return stored
    }
    let end = try next ?? ((maximum() ?? -1) + 1)
    next = end + 1
    last = end
    return end
  }
}
