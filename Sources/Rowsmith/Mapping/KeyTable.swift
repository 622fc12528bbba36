#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation

/// A hash table of JSON keys by their bytes. Its creator must deallocate it.
struct KeyTable {
  /// One key.
  struct Entry: BitwiseCopyable {
    var name: UnsafePointer<UInt8>
    var count: Int
    var hash: UInt64
    /// The entry that followed last time.
    var follower: Int32 = 0
    /// Whether the name can be compared with source bytes, because it needs no escapes.
    var isPlain: Bool
    /// Reads the value, if a single attribute is its only use. Owned by the mapping.
    var converter: Unmanaged<ValueConverter>?
    /// The attribute's slot.
    var slot: Int32 = -1
    var priority: UInt8 = 0
  }

  private(set) var entries: UnsafeMutablePointer<Entry>
  private(set) var count = 0
  private var capacity: Int
  private var slots: UnsafeMutablePointer<Int32>
  private var mask: Int
  /// The entries before this one are copied from another table, which owns their names.
  private var firstOwn = 0

  init() {
    capacity = 8
    mask = 15
    entries = .allocate(capacity: capacity)
    slots = .allocate(capacity: mask + 1)
    slots.initialize(repeating: -1, count: mask + 1)
  }

  /// A copy to which keys can be added. The other table must outlive it.
  init(extending other: KeyTable) {
    count = other.count
    firstOwn = other.count
    capacity = other.capacity
    mask = other.mask
    entries = .allocate(capacity: capacity)
    entries.initialize(from: other.entries, count: count)
    slots = .allocate(capacity: mask + 1)
    slots.initialize(from: other.slots, count: mask + 1)
  }

  /// Frees the memory.
  func deallocate() {
    for index in firstOwn..<count { entries[index].name.deallocate() }
    entries.deallocate()
    slots.deallocate()
  }

  /// The name of a key.
  func name(_ entry: Int) -> String {
    String(
      decoding: UnsafeBufferPointer(start: entries[entry].name, count: entries[entry].count), as: UTF8.self)
  }

  /// The entry of a key, by its bytes.
  func find(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
    let hash = KeyTable.hash(key)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 {
      let entry = Int(slots[slot])
      if entries[entry].hash == hash, entries[entry].count == key.count,
        key.baseAddress.map({ memcmp(entries[entry].name, $0, key.count) == 0 }) ?? true
      {
        return entry
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds a new key and returns its entry.
  mutating func insert(_ key: UnsafeBufferPointer<UInt8>) -> Int {
    if count == capacity { grow() }
    if (count + 1) * 2 > mask { rehash() }
    let name = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, key.count))
    for (index, byte) in key.enumerated() { name[index] = byte }
    let isPlain = !key.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    (entries + count).initialize(
      to: Entry(
        name: UnsafePointer(name), count: key.count, hash: KeyTable.hash(key),
        // The model's order, until another one is learned.
        follower: Int32(truncatingIfNeeded: count + 1), isPlain: isPlain))
    count += 1
    place(count - 1)
    return count - 1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
    larger.update(from: entries, count: count)
    entries.deallocate()
    entries = larger
    capacity *= 2
  }

  private func place(_ entry: Int) {
    var slot = Int(truncatingIfNeeded: entries[entry].hash) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(entry)
  }

  private mutating func rehash() {
    slots.deallocate()
    mask = mask * 2 + 1
    slots = .allocate(capacity: mask + 1)
    slots.initialize(repeating: -1, count: mask + 1)
    for entry in 0..<count { place(entry) }
  }

  /// FNV-1a, with the high bits folded down.
  private static func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash ^ hash >> 32
  }
}
