/// Shows whether the values of a member identify records, by comparing the records with the same value.
///
/// It keeps the values with the smallest hashes, as ``ValueSketch`` does. Of many more it only remembers a digest of the
/// record, which shows that a value recurs, and whether with another record.
struct IdentitySketch {
  private static let capacity = 128
  /// Only this many members are compared one by one.
  static let maximumMembers = 48

  /// The records with one value.
  struct Entry {
    /// Stands for the hash of a member that is null; those of values are odd.
    static let null: UInt32 = 2

    var count = 1
    /// The list, map or object of the last record.
    var container: Int
    /// How often two consecutive records were in one list.
    var repeats = 0
    /// The hashes of the members as they first had a value; 0 if none had them.
    var members: [UInt32]
    /// The digest of the first record.
    var digest: RecordDigest
    /// How many members of later records were equal, and how many were not.
    var same = 0
    var different = 0
    /// How many later records differed.
    var conflicts = 0
    /// How many of these were in the list of the record before.
    var clashes = 0
    /// Whether a later record had null in place of a value, or one of another place had.
    var isCleared = false
    /// How much the record differed from one mention to the next, in one place.
    var turnover = Turnover()
    /// Stands for the values of the last record.
    private(set) var last: UInt32
    /// A bit for each member that differed in every record that differed at all.
    var separators = UInt64.max
    /// A bit for each lane of kinds that differed in every record of another kind; `nil` if there was none.
    var kinds: UInt16?

    /// The first record with a value.
    init(container: Int, members: [UInt32], digest: RecordDigest) {
      self.container = container
      self.members = members
      self.digest = digest
      last = digest.fingerprint
    }

    /// Adds a later record of the same place.
    ///
    /// - Returns: whether it differs.
    mutating func add(_ other: [UInt32], _ digest: RecordDigest) -> Bool {
      let before = (same: same, different: different)
      let isOther = compare(other, digest)
      let current = digest.fingerprint
      turnover.add(
        same: same - before.same, different: different - before.different,
        isTurn: isOther && current != last)
      last = current
      return isOther
    }

    /// - Returns: whether the other record differs.
    @discardableResult
    mutating func compare(_ other: [UInt32], _ digest: RecordDigest) -> Bool {
      defer { complete(with: other) }
      let otherKinds = self.digest.differingKinds(from: digest)
      if otherKinds != 0 { kinds = IdentityRecall.common(kinds, otherKinds) }
      var (differing, halves): (UInt64, UInt64) = (0, 0)
      var agreeing = 0
      for (index, (one, two)) in zip(members, other).enumerated() where one != 0 && two != 0 {
        if one == two {
          // Two nulls prove nothing.
          if one != Self.null { agreeing += 1 }
        } else if one == Self.null || two == Self.null {
          halves |= 1 << UInt64(index)
          if two == Self.null { isCleared = true }
        } else {
          different += 1
          differing |= 1 << UInt64(index)
        }
      }
      same += agreeing
      // Null is another value if neither record is a brief mention, and only the key and the kind are the same.
      if differing == 0, halves != 0, self.digest.hasMembers(of: digest),
        agreeing <= 1 + self.digest.sameKinds(as: digest)
      {
        different += halves.nonzeroBitCount
        differing = halves
      }
      if differing == 0 {
        guard otherKinds != 0 || self.digest.contradicts(digest) else { return false }
        // A member beyond those that are compared.
        different += 1
      }
      conflicts += 1
      separators &= differing
      return true
    }

    /// Whether one of two records has null in place of the other's value.
    static func differInNull(_ one: [UInt32], _ other: [UInt32]) -> Bool {
      zip(one, other).contains { $0 != 0 && $1 != 0 && ($0 == null) != ($1 == null) }
    }

    /// Takes the members that no record had yet, as the first one may be a brief mention.
    private mutating func complete(with other: [UInt32]) {
      if members.count < other.count {
        members += [UInt32](repeating: 0, count: other.count - members.count)
      }
      for (index, hash) in other.enumerated() where hash != 0 {
        if members[index] == 0 || members[index] == Self.null, members[index] != hash {
          members[index] = hash
        }
      }
    }
  }

  private(set) var entries: [UInt64: Entry] = [:]
  private(set) var ceiling = UInt64.max
  /// What the values above the ceiling show.
  private(set) var others = IdentityRecall()

  @inline(__always)
  func keeps(_ hash: UInt64) -> Bool { hash <= ceiling }

  /// Whether the record with a value is kept, or remembered briefly.
  func remembers(_ hash: UInt64) -> Bool { keeps(hash) || others.keeps(hash) }

  /// Adds a record whose value is above the ceiling.
  mutating func recall(_ hash: UInt64, digest: RecordDigest, container: Int) {
    others.add(hash, digest: digest, container: container)
  }

  mutating func add(_ hash: UInt64, members: [UInt32], digest: RecordDigest, container: Int) {
    guard var entry = entries[hash] else {
      entries[hash] = Entry(container: container, members: members, digest: digest)
      if entries.count > 2 * Self.capacity { prune() }
      return
    }
    entry.count += 1
    let isInOneList = entry.container == container
    if isInOneList { entry.repeats += 1 }
    entry.container = container
    if entry.add(members, digest), isInOneList { entry.clashes += 1 }
    entries[hash] = entry
  }

  /// Merges the sketch of another place.
  ///
  /// - Parameter places: the place here for each member of the other object; `nil` if it has none.
  mutating func merge(_ other: IdentitySketch, places: [Int?]) {
    lower(to: min(ceiling, other.ceiling))
    others.merge(other.others)
    for (hash, theirs) in other.entries {
      guard hash <= ceiling else {
        others.merge(theirs, hash)
        continue
      }
      let members = Self.moved(theirs.members, to: places)
      guard var entry = entries[hash] else {
        var moved = theirs
        moved.members = members
        moved.separators = Self.moved(theirs.separators, to: places)
        entries[hash] = moved
        continue
      }
      entry.count += theirs.count
      entry.repeats += theirs.repeats
      // The records of two places alternate.
      entry.isCleared =
        entry.isCleared || theirs.isCleared || Entry.differInNull(entry.members, members)
      entry.compare(members, theirs.digest)
      entry.same += theirs.same
      entry.different += theirs.different
      entry.conflicts += theirs.conflicts
      entry.turnover.add(theirs.turnover)
      entry.kinds = IdentityRecall.common(entry.kinds, theirs.kinds)
      entry.clashes += theirs.clashes
      if theirs.conflicts > 0 { entry.separators &= Self.moved(theirs.separators, to: places) }
      entries[hash] = entry
    }
    if entries.count > 2 * Self.capacity { prune() }
    others.prune()
  }

  /// Whether a value is also one of another place.
  func shares(with other: IdentitySketch) -> Bool {
    entries.keys.contains { other.knows($0) } || other.entries.keys.contains { others.knows($0) }
      || others.shares(with: other.others)
  }

  private func knows(_ hash: UInt64) -> Bool { entries[hash] != nil || others.knows(hash) }

  /// The hashes of members, in the order of another object.
  static func moved(_ members: [UInt32], to places: [Int?]) -> [UInt32] {
    var moved = [UInt32](repeating: 0, count: maximumMembers)
    for (index, hash) in members.enumerated() where index < places.count {
      if let place = places[index], place < maximumMembers { moved[place] = hash }
    }
    return moved
  }

  /// The bits of members, in the order of another object.
  private static func moved(_ separators: UInt64, to places: [Int?]) -> UInt64 {
    if separators == .max { return separators }
    var moved: UInt64 = 0
    for (index, place) in places.enumerated() where index < maximumMembers {
      guard let place, place < maximumMembers, separators & 1 << UInt64(index) != 0 else { continue }
      moved |= 1 << UInt64(place)
    }
    return moved
  }

  private mutating func prune() {
    lower(to: entries.keys.sorted()[Self.capacity - 1])
    others.prune()
  }

  private mutating func lower(to ceiling: UInt64) {
    self.ceiling = ceiling
    for (hash, entry) in entries where hash > ceiling { others.merge(entry, hash) }
    entries = entries.filter { $0.key <= ceiling }
  }
}
