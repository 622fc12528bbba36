import CSQLite
import Foundation

/// The keys of one kind of JSON object: what each means, found without hashing when they come in the usual order.
final class KeyNode {
  /// What a key's value is for.
  enum Action {
    case attribute(index: Int, priority: UInt8)
    case relationship(index: Int, priority: UInt8, isForeignKey: Bool)
    /// The value names the entity, which has been read already.
    case entityName
    /// The value is an object (or array) with keys (or positions) of its own.
    case child(KeyNode)
  }

  /// One key. Its name is owned by the node.
  struct Entry {
    var name: UnsafePointer<UInt8>
    var count: Int
    var hash: UInt64
    /// The entry that came next the last time.
    var follower: Int32
    /// Whether the name can be compared with source bytes: it needs no escapes.
    var isPlain: Bool
    /// Reads the value, where one attribute is all it is for. The entity owns it.
    var converter: Unmanaged<ValueConverter>?
    /// The attribute's slot.
    var slot: Int32
    var priority: UInt8
  }

  /// The keys that lead here.
  let path: [String]
  /// What the entries are for; empty for keys that the model does not mention.
  private(set) var actions: [[Action]] = []
  private(set) var entries: UnsafeMutablePointer<Entry>
  private(set) var count = 0
  private var capacity = 16
  private var table: UnsafeMutablePointer<Int32>
  private var mask = 63
  /// The entry that came first the last time.
  var firstFollower: Int32 = 0
  /// Whether keys that the model does not mention are noted: not where the same object is a record of its own.
  private(set) var notesUnknownKeys = true
  /// How often each unknown key occurred, and where first, in this import.
  private(set) var occurrences: [Int32: ImportReport.Occurrences] = [:]
  private static let maximumUnknownKeys = 1000
  private static let maximumUnknownLength = 256
  private var unknownKeys = 0

  init(path: [String]) {
    self.path = path
    entries = .allocate(capacity: capacity)
    table = .allocate(capacity: mask + 1)
    table.initialize(repeating: -1, count: mask + 1)
  }

  deinit {
    for index in 0..<count { entries[index].name.deallocate() }
    entries.deallocate()
    table.deallocate()
  }

  /// Whether nothing is read from here.
  var isEmpty: Bool { count == 0 }

  /// The name of a key.
  func name(_ entry: Int) -> String {
    String(
      decoding: UnsafeBufferPointer(start: entries[entry].name, count: entries[entry].count), as: UTF8.self)
  }

  /// Adds what the value of a key is for.
  ///
  /// - Parameter attributes: those that an action names by their index.
  func add(_ action: Action, for key: String, attributes: [AttributePlan] = []) {
    let entry = Array(key.utf8).withUnsafeBufferPointer { find($0) ?? insert($0) }
    actions[entry].append(action)
    entries[entry].converter = nil
    if actions[entry].count == 1, case .attribute(let index, let priority) = action,
      attributes.indices.contains(index)
    {
      entries[entry].converter = .passUnretained(attributes[index].converter)
      entries[entry].slot = Int32(attributes[index].slot)
      entries[entry].priority = priority
    }
  }

  /// The node under a key, made when it is missing.
  func child(_ key: String) -> KeyNode {
    let entry = Array(key.utf8).withUnsafeBufferPointer { find($0) }
    if let entry {
      for case .child(let node) in actions[entry] { return node }
    }
    let node = KeyNode(path: path + [key])
    add(.child(node), for: key)
    return node
  }

  /// Leaves it to the records that are embedded under the same keys to note what they do not know.
  func silenceSharedGroups(_ isShared: Bool = false) {
    if isShared { notesUnknownKeys = false }
    for actions in actions {
      let isRecord = actions.contains { if case .relationship = $0 { true } else { false } }
      for case .child(let node) in actions { node.silenceSharedGroups(isShared || isRecord) }
    }
  }

  /// Notes no unknown keys, here and below.
  func silence() {
    notesUnknownKeys = false
    for case .child(let node) in actions.joined() { node.silence() }
  }

  /// Counts an unknown key; false where it is the first one in this import.
  func countOccurrence(_ entry: Int32) -> Bool {
    guard occurrences[entry] != nil else { return false }
    occurrences[entry]?.count += 1
    return true
  }

  /// Notes where an unknown key occurred first.
  func noteFirstOccurrence(_ entry: Int32, example: String) {
    occurrences[entry] = ImportReport.Occurrences(count: 1, example: example)
  }

  /// Keys that the model mentions come first; what is behind them came with documents.
  private func forgetUnknownKeys() {
    guard unknownKeys > 0 else { return }
    let known = actions.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    for entry in known..<count { entries[entry].name.deallocate() }
    actions.removeSubrange(known...)
    count = known
    unknownKeys = 0
    firstFollower = 0
    for entry in 0..<count { entries[entry].follower = 0 }
    table.update(repeating: -1, count: mask + 1)
    for entry in 0..<count { place(entry) }
  }

  /// Starts to count anew, here and below.
  func forgetOccurrences() {
    if !occurrences.isEmpty { occurrences.removeAll() }
    forgetUnknownKeys()
    for case .child(let node) in actions.joined() { node.forgetOccurrences() }
  }

  /// The entry of a key, found by its bytes.
  func find(_ key: UnsafeBufferPointer<UInt8>) -> Int? {
    let hash = KeyNode.hash(key)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while table[slot] >= 0 {
      let entry = Int(table[slot])
      if entries[entry].hash == hash, entries[entry].count == key.count,
        key.baseAddress.map({ memcmp(entries[entry].name, $0, key.count) == 0 }) ?? true
      {
        return entry
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// The entry of a key that the model does not mention, remembered so that it is found faster next time.
  /// A document with keys without number does not fill the memory: what is too much is counted as `…`.
  func findOrInsertUnknown(_ key: UnsafeBufferPointer<UInt8>) -> Int {
    if let entry = find(key) { return entry }
    unknownKeys += 1
    if unknownKeys < KeyNode.maximumUnknownKeys, key.count <= KeyNode.maximumUnknownLength {
      return insert(key)
    }
    return Array("…".utf8).withUnsafeBufferPointer { find($0) ?? insert($0) }
  }

  private func insert(_ key: UnsafeBufferPointer<UInt8>) -> Int {
    if count == capacity {
      let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
      larger.update(from: entries, count: count)
      entries.deallocate()
      entries = larger
      capacity *= 2
    }
    if (count + 1) * 2 > mask { rehash() }
    let name = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, key.count))
    for (index, byte) in key.enumerated() { name[index] = byte }
    let isPlain = !key.contains { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    (entries + count).initialize(
      to: Entry(
        name: UnsafePointer(name), count: key.count, hash: KeyNode.hash(key), follower: 0, isPlain: isPlain,
        converter: nil, slot: -1, priority: 0))
    actions.append([])
    count += 1
    place(count - 1)
    return count - 1
  }

  private func place(_ entry: Int) {
    var slot = Int(truncatingIfNeeded: entries[entry].hash) & mask
    while table[slot] >= 0 { slot = (slot + 1) & mask }
    table[slot] = Int32(entry)
  }

  private func rehash() {
    table.deallocate()
    mask = mask * 2 + 1
    table = .allocate(capacity: mask + 1)
    table.initialize(repeating: -1, count: mask + 1)
    for entry in 0..<count { place(entry) }
  }

  /// FNV-1a, with the high bits folded down.
  private static func hash(_ key: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash ^ hash >> 32
  }
}
