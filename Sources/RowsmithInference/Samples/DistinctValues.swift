/// Shows whether the values at a place are all different.
///
/// It keeps the values with the smallest hashes, many more than ``ValueSketch``, but not how often each occurred.
struct DistinctValues {
  private static let capacity = 4096

  private var hashes: Set<UInt64> = []
  private var ceiling = UInt64.max
  /// Whether no kept value came twice.
  private(set) var areDistinct = true

  @inline(__always)
  mutating func add(_ hash: UInt64) {
    // Of very many values, nearly all end here.
    if hash <= ceiling, areDistinct { insert(hash) }
  }

  private mutating func insert(_ hash: UInt64) {
    if !hashes.insert(hash).inserted { return giveUp() }
    if hashes.count > 2 * Self.capacity { lower(to: hashes.sorted()[Self.capacity - 1]) }
  }

  /// Treats the values as if one had come twice.
  mutating func giveUp() {
    guard areDistinct else { return }
    areDistinct = false
    hashes = []
  }

  /// Merges the values of another place.
  mutating func merge(_ other: DistinctValues) {
    guard areDistinct, other.areDistinct else { return giveUp() }
    if other.ceiling < ceiling { lower(to: other.ceiling) }
    for hash in other.hashes { add(hash) }
  }

  private mutating func lower(to ceiling: UInt64) {
    self.ceiling = ceiling
    hashes = hashes.filter { $0 <= ceiling }
  }
}
