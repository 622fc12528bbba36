/// A sample of the values at a place, with how often each occurred: those with the smallest hashes.
///
/// The memory is bounded for any number of values. The counts of kept values are exact, and all sketches choose by the same
/// hashes. So sketches show whether values recur, how many there are, and whether they are among those of another place.
struct ValueSketch {
  /// The least number of values that are kept, if there are as many.
  private static let capacity = 256

  private(set) var counts: [UInt64: Int] = [:]
  /// Values with a larger hash are not kept.
  private(set) var ceiling = UInt64.max

  /// Whether every value is kept.
  var isWhole: Bool { ceiling == .max }

  @inline(__always)
  mutating func add(_ hash: UInt64) {
    if hash > ceiling { return }
    counts[hash, default: 0] += 1
    if counts.count > 2 * Self.capacity { prune() }
  }

  /// Merges another sketch.
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

  /// Whether no kept value occurred twice.
  var isUnique: Bool { counts.values.allSatisfy { $0 == 1 } }

  /// An estimate of the number of distinct values.
  var distinct: Int {
    if isWhole { return counts.count }
    let share = Double(ceiling) / Double(UInt64.max)
    return Int(Double(counts.count) / share)
  }

  /// Whether each value is in another sketch as often, within the range that both keep.
  func isEqual(to other: ValueSketch) -> Bool {
    let limit = min(ceiling, other.ceiling)
    return counts.filter { $0.key <= limit } == other.counts.filter { $0.key <= limit }
  }

  /// How many of the values are, and are not, in another sketch, within the range that both keep.
  func overlap(with other: ValueSketch) -> (shared: Int, own: Int) {
    let limit = min(ceiling, other.ceiling)
    var (shared, own) = (0, 0)
    for hash in counts.keys where hash <= limit {
      if other.counts[hash] != nil { shared += 1 } else { own += 1 }
    }
    return (shared, own)
  }
}
