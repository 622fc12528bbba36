/// A set of columns of one table.
struct SlotSet: Hashable {
  /// The first 64 columns; most tables have no more.
  private var low: UInt64 = 0
  private var others: [UInt64] = []

  init() {}

  /// Creates a set from its `words`.
  init(words: [Int64]) {
    low = words.first.map { UInt64(bitPattern: $0) } ?? 0
    others = words.dropFirst().map { UInt64(bitPattern: $0) }
  }

  var words: [Int64] { [Int64(bitPattern: low)] + others.map { Int64(bitPattern: $0) } }

  var isEmpty: Bool { low == 0 && others.allSatisfy { $0 == 0 } }

  func contains(_ slot: Int) -> Bool {
    if slot < 64 { return low & 1 << UInt64(slot) != 0 }
    let word = slot / 64 - 1
    return word < others.count && others[word] & 1 << UInt64(slot % 64) != 0
  }

  mutating func insert(_ slot: Int) {
    if slot < 64 {
      low |= 1 << UInt64(slot)
      return
    }
    let word = slot / 64 - 1
    while others.count <= word { others.append(0) }
    others[word] |= 1 << UInt64(slot % 64)
  }

  mutating func remove(_ slot: Int) {
    if slot < 64 {
      low &= ~(1 << UInt64(slot))
    } else if slot / 64 - 1 < others.count {
      others[slot / 64 - 1] &= ~(1 << UInt64(slot % 64))
    }
  }

  mutating func formUnion(_ other: SlotSet) {
    low |= other.low
    while others.count < other.others.count { others.append(0) }
    for (index, word) in other.others.enumerated() { others[index] |= word }
  }
}
