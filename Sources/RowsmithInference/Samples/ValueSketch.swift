/// Some of the values at a place, with how often each came: those with the least hashes.
///
/// Whatever the number of values, the memory is bounded; those that are kept are counted exactly, and two sketches keep
/// the same values. So they tell whether values recur, how many there are, and whether they are among those of another.
struct ValueSketch {
  /// How many values are kept at least, where there are so many.
  private static let capacity = 256

  private(set) var counts: [UInt64: Int] = [:]
  /// Hashes above are not kept.
  private(set) var ceiling = UInt64.max

  /// Whether every value is kept.
  var isWhole: Bool { ceiling == .max }

  @inline(__always)
  mutating func add(_ hash: UInt64) {
    if hash > ceiling { return }
    counts[hash, default: 0] += 1
    if counts.count > 2 * Self.capacity { prune() }
  }

  /// Adds the values of another.
  mutating func merge(_ other: ValueSketch) {
    ceiling = min(ceiling, other.ceiling)
    counts = counts.filter { $0.key <= ceiling }
    for (hash, count) in other.counts where hash <= ceiling { counts[hash, default: 0] += count }
    if counts.count > 2 * Self.capacity { prune() }
  }

  private mutating func prune() {
    ceiling = counts.keys.sorted()[Self.capacity - 1]
    counts = counts.filter { $0.key <= ceiling }
  }

  /// Whether no value came twice, as far as is known.
  var isUnique: Bool { counts.values.allSatisfy { $0 == 1 } }

  /// Roughly how many different values there are.
  var distinct: Int {
    if isWhole { return counts.count }
    let share = Double(ceiling) / Double(UInt64.max)
    return Int(Double(counts.count) / share)
  }

  /// How many of the values are, and are not, among those of another, as far as both know.
  func overlap(with other: ValueSketch) -> (shared: Int, own: Int) {
    let limit = min(ceiling, other.ceiling)
    var (shared, own) = (0, 0)
    for hash in counts.keys where hash <= limit {
      if other.counts[hash] != nil { shared += 1 } else { own += 1 }
    }
    return (shared, own)
  }
}
