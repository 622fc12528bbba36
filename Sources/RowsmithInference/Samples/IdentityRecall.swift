/// A digest of a record: which members it has, and their values. The order of members does not count.
///
/// It has room for few members by themselves; several share a lane. A lane is compared if both records have all members
/// of it.
struct RecordDigest {
  private var members = SIMD8<UInt16>()
  private var values = SIMD8<UInt16>()
  /// What the members that say the kind say, by ``kindLane(of:)``; 0 if absent.
  private var kinds = SIMD16<UInt16>()
  /// How many members are not null; those that are null are in no lane.
  private var count: UInt16 = 0
  /// The sum of the hashes of all keys.
  private var keys: UInt32 = 0

  /// The lane of a member that says the kind of its record; `nil` for other members. Each has one of its own.
  static func kindLane(of key: String) -> Int? {
    KeyNames.discriminators.prefix(16).firstIndex(of: key)
  }

  /// Adds a member.
  ///
  /// - Parameters:
  ///   - key: the hash of its key.
  ///   - value: the hash of its value.
  ///   - kindLane: the lane of the key, if it says the kind.
  @inline(__always)
  mutating func add(_ key: UInt64, _ value: UInt64, kindLane: Int?) {
    keys &+= UInt32(truncatingIfNeeded: key >> 16)
    // Two nulls prove nothing.
    if value == SampleHash.null { return }
    let lane = Int(truncatingIfNeeded: key >> 61)
    // The last bit of a hash says nothing.
    let joined = UInt16(truncatingIfNeeded: SampleHash.joining(key, value) >> 16)
    members[lane] &+= UInt16(truncatingIfNeeded: key >> 16)
    values[lane] &+= joined
    count &+= 1
    if let kindLane { kinds[kindLane] = joined | 1 }
  }

  /// Whether the other record has another value in a member. A record that says less contradicts nothing.
  func contradicts(_ other: RecordDigest) -> Bool {
    members.indices.contains { members[$0] == other.members[$0] && values[$0] != other.values[$0] }
  }

  /// Stands for the values of the record.
  var fingerprint: UInt32 { values.indices.reduce(UInt32(0)) { $0 &* 31 &+ UInt32(values[$1]) } }

  /// How many lanes with the same members have the same values in the other record, and how many do not.
  func comparison(with other: RecordDigest) -> (same: Int, different: Int) {
    var (same, different) = (0, 0)
    for lane in members.indices where members[lane] != 0 && members[lane] == other.members[lane] {
      if values[lane] == other.values[lane] { same += 1 } else { different += 1 }
    }
    return (same, different)
  }

  /// A bit for each lane in which the other record is of another kind.
  func differingKinds(from other: RecordDigest) -> UInt16 {
    if kinds == other.kinds { return 0 }
    return kinds.indices.reduce(0) { lanes, lane in
      let (own, their) = (kinds[lane], other.kinds[lane])
      return own != 0 && their != 0 && own != their ? lanes | 1 << UInt16(lane) : lanes
    }
  }

  /// Whether the other record has the same members, null or not: then neither is a brief mention of the other.
  func hasMembers(of other: RecordDigest) -> Bool { keys == other.keys }

  /// Whether the other record has the same members, and null in place of a value.
  func isCleared(by other: RecordDigest) -> Bool { hasMembers(of: other) && other.count < count }

  /// The digest of the record that has more values: this one or the other.
  func fuller(_ other: RecordDigest) -> RecordDigest { other.count > count ? other : self }

  /// How many of the members that say the kind say the same in the other record.
  func sameKinds(as other: RecordDigest) -> Int {
    kinds.indices.count { kinds[$0] != 0 && kinds[$0] == other.kinds[$0] }
  }

  /// Whether the other record has the same value in a member beside the key.
  func repeats(_ other: RecordDigest) -> Bool {
    if members == other.members, values == other.values { return count > 1 }
    let same = members.indices.count { lane in
      members[lane] != 0 && members[lane] == other.members[lane] && values[lane] == other.values[lane]
    }
    return same > 1
  }
}

/// Remembers records by their key, too briefly to say which members differ: whether a key recurs, and with what.
///
/// It keeps the keys with the smallest hashes, many more than ``IdentitySketch``.
struct IdentityRecall {
  private static let capacity = 4096

  /// The first record with a key, or a later one that has more values.
  private struct Record {
    var digest: RecordDigest
    /// The list, map or object of the last one.
    var container: Int
    /// Stands for the values of the last one.
    var last: UInt32
  }

  private var records: [UInt64: Record] = [:]
  private var ceiling = UInt64.max
  /// Whether a key recurred.
  private(set) var isRepeated = false
  /// Whether one recurred in another list.
  private(set) var isShared = false
  /// Whether one recurred in one list.
  private(set) var isRepeatedInList = false
  /// Whether one recurred with other values.
  private(set) var isContradicted = false
  /// Whether one recurred with null in place of a value.
  private(set) var isCleared = false
  /// Whether one recurred with other values in one list.
  private(set) var isClashing = false
  /// Whether one recurred unchanged, with other members that could have differed.
  private(set) var isRecurring = false
  /// How much the records differed from one mention to the next, in one place.
  private(set) var turnover = Turnover()
  /// A bit for each lane of kinds that differed whenever a key recurred with another kind; `nil` if none did.
  private var kinds: UInt16?

  /// Whether a member always differs between records of several kinds with one key.
  func isSeparated(by key: String) -> Bool {
    guard let kinds, let lane = RecordDigest.kindLane(of: key) else { return false }
    return kinds & 1 << UInt16(lane) != 0
  }

  /// The lanes that two places have in common; `nil` says nothing.
  static func common(_ one: UInt16?, _ other: UInt16?) -> UInt16? {
    guard let one, let other else { return one ?? other }
    return one & other
  }

  func keeps(_ hash: UInt64) -> Bool { hash <= ceiling }

  mutating func add(_ hash: UInt64, digest: RecordDigest, container: Int) {
    if !keeps(hash) { return }
    guard let record = records[hash] else {
      records[hash] = Record(digest: digest, container: container, last: digest.fingerprint)
      if records.count > 2 * Self.capacity { prune() }
      return
    }
    note(record.digest, digest, isInOneList: record.container == container)
    let (same, different) = record.digest.comparison(with: digest)
    let last = digest.fingerprint
    turnover.add(same: same, different: different, isTurn: different > 0 && last != record.last)
    records[hash] = Record(digest: record.digest.fuller(digest), container: container, last: last)
  }

  /// Merges what another place shows.
  mutating func merge(_ other: IdentityRecall) {
    if other.ceiling < ceiling { lower(to: other.ceiling) }
    isRepeated = isRepeated || other.isRepeated
    isShared = isShared || other.isShared
    isRepeatedInList = isRepeatedInList || other.isRepeatedInList
    isContradicted = isContradicted || other.isContradicted
    isCleared = isCleared || other.isCleared
    isClashing = isClashing || other.isClashing
    isRecurring = isRecurring || other.isRecurring
    kinds = Self.common(kinds, other.kinds)
    turnover.add(other.turnover)
    for (hash, record) in other.records { merge(record, hash) }
    prune()
  }

  /// Merges the records with a key that the sketch no longer keeps.
  mutating func merge(_ entry: IdentitySketch.Entry, _ hash: UInt64) {
    isRepeated = isRepeated || entry.count > 1
    isShared = isShared || entry.count - entry.repeats > 1
    isRepeatedInList = isRepeatedInList || entry.repeats > 0
    isContradicted = isContradicted || entry.conflicts > 0
    isCleared = isCleared || entry.isCleared
    isClashing = isClashing || entry.clashes > 0
    isRecurring = isRecurring || entry.conflicts == 0 && entry.same >= entry.count
    kinds = Self.common(kinds, entry.kinds)
    turnover.add(entry.turnover)
    merge(Record(digest: entry.digest, container: entry.container, last: entry.last), hash)
  }

  private mutating func merge(_ record: Record, _ hash: UInt64) {
    if hash > ceiling { return }
    guard let own = records[hash] else { return records[hash] = record }
    note(own.digest, record.digest, isInOneList: false)
  }

  private mutating func note(_ one: RecordDigest, _ other: RecordDigest, isInOneList: Bool) {
    let differing = one.differingKinds(from: other)
    let isContradicted = differing != 0 || one.contradicts(other)
    if differing != 0 { kinds = Self.common(kinds, differing) }
    isRecurring = isRecurring || !isContradicted && one.repeats(other)
    isRepeated = true
    isShared = isShared || !isInOneList
    isRepeatedInList = isRepeatedInList || isInOneList
    self.isContradicted = self.isContradicted || isContradicted
    isCleared = isCleared || one.isCleared(by: other)
    isClashing = isClashing || isContradicted && isInOneList
  }

  func knows(_ hash: UInt64) -> Bool { records[hash] != nil }

  /// Whether a key is also one of another place.
  func shares(with other: IdentityRecall) -> Bool { records.keys.contains { other.knows($0) } }

  /// Forgets the keys with the largest hashes if there are too many.
  mutating func prune() {
    if records.count > 2 * Self.capacity { lower(to: records.keys.sorted()[Self.capacity - 1]) }
  }

  private mutating func lower(to ceiling: UInt64) {
    self.ceiling = ceiling
    records = records.filter { $0.key <= ceiling }
  }
}
