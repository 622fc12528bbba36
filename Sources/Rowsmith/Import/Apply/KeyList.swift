import RowsmithSchema

/// Keys in the order of their arrival, each once.
struct KeyList {
  private(set) var keys: [[Cell]] = []
  private var set: Set<[StoredValue]> = []

  /// Adds a key; false where it is there already.
  mutating func insert(_ key: [Cell]) -> Bool {
    if keys.count < 16 {
      if keys.contains(where: { KeyList.equal($0, key) }) { return false }
    } else {
      if keys.count == 16, set.isEmpty { set = Set(keys.map { $0.map(\.stored) }) }
      if !set.insert(key.map(\.stored)).inserted { return false }
    }
    keys.append(key)
    return true
  }

  /// Whether the value is one of the keys, which have one part.
  func contains(_ value: StoredValue) -> Bool {
    keys.count <= 16 ? keys.contains { $0.map(\.stored) == [value] } : set.contains([value])
  }

  /// The keys of both.
  func union(_ other: KeyList) -> KeyList {
    if other.keys.isEmpty { return self }
    var union = self
    for key in other.keys { _ = union.insert(key) }
    return union
  }

  /// Whether the current row is one of the keys; `next` is where to look first.
  func matches(_ row: Statement, width: Int, startingAt next: inout Int) -> Bool {
    if next < keys.count, isCurrent(row, keys[next]) {
      next += 1
      return true
    }
    if keys.count <= 16 {
      guard let found = keys.firstIndex(where: { isCurrent(row, $0) }) else { return false }
      next = found + 1
      return true
    }
    let values = (0..<width).map { row.value(at: $0) }
    return set.isEmpty ? keys.contains { $0.map(\.stored) == values } : set.contains(values)
  }

  private func isCurrent(_ row: Statement, _ key: [Cell]) -> Bool {
    key.enumerated().allSatisfy { row.column($0, equals: $1) }
  }

  private static func equal(_ one: [Cell], _ other: [Cell]) -> Bool {
    zip(one, other).allSatisfy { $0.equals($1) }
  }
}
