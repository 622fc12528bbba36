/// A digest of a record: of which kind it is, which members it has, and their values. Nulls and the order of members do
/// not count.
struct RecordDigest {
  private var members: UInt32 = 0
  private var values: UInt32 = 0
  /// The members that say the kind, and what they say.
  private var kindMembers: UInt32 = 0
  private var kind: UInt32 = 0

  /// Adds a member.
  ///
  /// - Parameters:
  ///   - key: the hash of its key.
  ///   - value: the hash of its value.
  ///   - saysKind: whether the value is the kind of the record.
  @inline(__always)
  mutating func add(_ key: UInt64, _ value: UInt64, saysKind: Bool) {
    let joined = UInt32(truncatingIfNeeded: SampleHash.joining(key, value))
    members &+= UInt32(truncatingIfNeeded: key)
    values &+= joined
    if saysKind {
      kindMembers &+= UInt32(truncatingIfNeeded: key)
      kind &+= joined
    }
  }

  /// Whether a record with the same members has another value in one of them. A record that says less contradicts
  /// nothing.
  func contradicts(_ other: RecordDigest) -> Bool { members == other.members && values != other.values }

  /// Whether the other record is of another kind.
  func isOtherKind(than other: RecordDigest) -> Bool {
    kindMembers == other.kindMembers && kind != other.kind
  }
}

/// Remembers records by their key, too briefly to say which members differ: whether a key recurs, and with what.
///
/// It keeps the keys with the smallest hashes, many more than ``IdentitySketch``.
struct IdentityRecall {
  private static let capacity = 4096

  /// The first record with a key.
  private struct Record {
    var digest: RecordDigest
    /// The list, map or object of the last one.
    var container: Int
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
  /// Whether one recurred with other values in one list.
  private(set) var isClashing = false
  /// Whether one recurred with another kind.
  private(set) var isOfSeveralKinds = false

  mutating func add(_ hash: UInt64, digest: RecordDigest, container: Int) {
    if hash > ceiling { return }
    guard let record = records[hash] else {
      records[hash] = Record(digest: digest, container: container)
      if records.count > 2 * Self.capacity { prune() }
      return
    }
    note(record.digest, digest, isInOneList: record.container == container)
    records[hash] = Record(digest: record.digest, container: container)
  }

  /// Merges what another place shows.
  mutating func merge(_ other: IdentityRecall) {
    ceiling = min(ceiling, other.ceiling)
    isRepeated = isRepeated || other.isRepeated
    isShared = isShared || other.isShared
    isRepeatedInList = isRepeatedInList || other.isRepeatedInList
    isContradicted = isContradicted || other.isContradicted
    isClashing = isClashing || other.isClashing
    isOfSeveralKinds = isOfSeveralKinds || other.isOfSeveralKinds
    for (hash, record) in other.records { merge(record, hash) }
  }

  /// Merges the records with a key that the sketch no longer keeps.
  mutating func merge(_ entry: IdentitySketch.Entry, _ hash: UInt64) {
    isRepeated = isRepeated || entry.count > 1
    isShared = isShared || entry.count - entry.repeats > 1
    isRepeatedInList = isRepeatedInList || entry.repeats > 0
    isContradicted = isContradicted || entry.conflicts > 0
    isClashing = isClashing || entry.clashes > 0
    merge(Record(digest: entry.digest, container: entry.container), hash)
  }

  private mutating func merge(_ record: Record, _ hash: UInt64) {
    guard let own = records[hash] else { return records[hash] = record }
    note(own.digest, record.digest, isInOneList: false)
  }

  private mutating func note(_ one: RecordDigest, _ other: RecordDigest, isInOneList: Bool) {
    let isOtherKind = one.isOtherKind(than: other)
    let isContradicted = !isOtherKind && one.contradicts(other)
    isOfSeveralKinds = isOfSeveralKinds || isOtherKind
    isRepeated = true
    isShared = isShared || !isInOneList
    isRepeatedInList = isRepeatedInList || isInOneList
    self.isContradicted = self.isContradicted || isContradicted
    isClashing = isClashing || isContradicted && isInOneList
  }

  func knows(_ hash: UInt64) -> Bool { records[hash] != nil }

  /// Whether a key is also one of another place.
  func shares(with other: IdentityRecall) -> Bool { records.keys.contains { other.knows($0) } }

  /// Forgets the keys with the largest hashes if there are too many.
  mutating func prune() {
    if ceiling < .max { records = records.filter { $0.key <= ceiling } }
    if records.count <= 2 * Self.capacity { return }
    ceiling = records.keys.sorted()[Self.capacity - 1]
    records = records.filter { $0.key <= ceiling }
  }
}
