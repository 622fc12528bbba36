/// Whether the values of one member tell records apart: what came with the same value the next time.
///
/// As in a ``ValueSketch``, those with the least hashes are kept.
struct IdentitySketch {
  private static let capacity = 128
  /// Members behind these are not compared.
  static let maximumMembers = 48

  /// The records with one value.
  struct Entry {
    var count = 1
    /// The list, map or object that held the last one.
    var container: Int
    /// How often two came in one list.
    var repeats = 0
    /// The hashes of the members of the first one, 0 for what is not there.
    var members: [UInt32]
    /// How many members of later ones were as before, and how many not.
    var same = 0
    var different = 0
    /// How many later ones said something else.
    var conflicts = 0

    mutating func compare(_ other: [UInt32]) {
      let before = different
      for (one, two) in zip(members, other) where one != 0 && two != 0 {
        if one == two { same += 1 } else { different += 1 }
      }
      if different > before { conflicts += 1 }
    }
  }

  private(set) var entries: [UInt64: Entry] = [:]
  private(set) var ceiling = UInt64.max

  @inline(__always)
  func keeps(_ hash: UInt64) -> Bool { hash <= ceiling }

  mutating func add(_ hash: UInt64, members: [UInt32], container: Int) {
    guard var entry = entries[hash] else {
      entries[hash] = Entry(container: container, members: members)
      if entries.count > 2 * Self.capacity { prune() }
      return
    }
    entry.count += 1
    if entry.container == container { entry.repeats += 1 }
    entry.container = container
    entry.compare(members)
    entries[hash] = entry
  }

  /// Takes in what another place has.
  ///
  /// - Parameter places: where a member of the other is here; nil where it is not.
  mutating func merge(_ other: IdentitySketch, places: [Int?]) {
    ceiling = min(ceiling, other.ceiling)
    entries = entries.filter { $0.key <= ceiling }
    for (hash, theirs) in other.entries where hash <= ceiling {
      let members = Self.moved(theirs.members, to: places)
      guard var entry = entries[hash] else {
        var moved = theirs
        moved.members = members
        entries[hash] = moved
        continue
      }
      entry.count += theirs.count
      entry.repeats += theirs.repeats
      entry.compare(members)
      entry.same += theirs.same
      entry.different += theirs.different
      entry.conflicts += theirs.conflicts
      entries[hash] = entry
    }
    if entries.count > 2 * Self.capacity { prune() }
  }

  /// The hashes of members in the order of another object.
  static func moved(_ members: [UInt32], to places: [Int?]) -> [UInt32] {
    var moved = [UInt32](repeating: 0, count: maximumMembers)
    for (index, hash) in members.enumerated() where index < places.count {
      if let place = places[index], place < maximumMembers { moved[place] = hash }
    }
    return moved
  }

  private mutating func prune() {
    ceiling = entries.keys.sorted()[Self.capacity - 1]
    entries = entries.filter { $0.key <= ceiling }
  }
}
