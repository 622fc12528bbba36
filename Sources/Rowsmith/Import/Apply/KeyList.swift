import RowsmithSchema

/// Distinct keys in insertion order, all with the same number of parts.
struct KeyList {
  /// The parts of all keys, one key after another: an array for each key would cost more than its content.
  private var cells: [Cell] = []
  private var width = 0
  private(set) var count = 0
  private var set: Set<[StoredValue]> = []

  /// The keys, copied.
  var keys: [[Cell]] { (0..<count).map { Array(cells[$0 * width..<($0 + 1) * width]) } }

  /// Adds a key; returns `false` if it is already there.
  mutating func insert(_ key: [Cell]) -> Bool {
    width = key.count
    if count < 16 {
      for index in 0..<count where isKey(at: index, key) { return false }
    } else {
      if count == 16, set.isEmpty { set = Set(keys.map { $0.map(\.stored) }) }
      if !set.insert(key.map(\.stored)).inserted { return false }
    }
    cells.append(contentsOf: key)
    count += 1
    return true
  }

  /// The keys of both.
  func union(_ other: KeyList) -> KeyList {
    if other.count == 0 { return self }
    var union = self
    for key in other.keys { _ = union.insert(key) }
    return union
  }

  /// Whether the current row holds one of the keys; `next` is the index to try first.
  func matches(_ row: Statement, width: Int, startingAt next: inout Int) -> Bool {
    if next < count, isCurrent(row, next) {
      next += 1
      return true
    }
    if count <= 16 {
      guard let found = (0..<count).first(where: { isCurrent(row, $0) }) else { return false }
      next = found + 1
      return true
    }
    return set.contains((0..<width).map { row.value(at: $0) })
  }

  @inline(__always)
  private func isKey(at index: Int, _ key: [Cell]) -> Bool {
    for part in 0..<width where !cells[index * width + part].equals(key[part]) { return false }
    return true
  }

  private func isCurrent(_ row: Statement, _ index: Int) -> Bool {
    (0..<width).allSatisfy { row.column($0, equals: cells[index * width + $0]) }
  }
}
