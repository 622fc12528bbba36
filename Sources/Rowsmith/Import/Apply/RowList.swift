/// Distinct rowids in insertion order.
struct RowList {
  private(set) var rows: [Int64] = []
  private var set: Set<Int64> = []

  func contains(_ row: Int64) -> Bool { rows.count <= 16 ? rows.contains(row) : set.contains(row) }

  /// Adds a row; returns `false` if it is already there.
  mutating func insert(_ row: Int64) -> Bool {
    if contains(row) { return false }
    rows.append(row)
    if rows.count == 17 { set = Set(rows) } else if rows.count > 17 { set.insert(row) }
    return true
  }
}
