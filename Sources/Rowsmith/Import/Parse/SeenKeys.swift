/// The keys of one kind of JSON object as a document has them: their order, so that most are found without hashing, and
/// those that the model does not mention.
final class SeenKeys {
  unowned(unsafe) let map: KeyMap
  private let actions: FixedList<FixedList<KeyMap.Action>>
  /// The keys of the map, followed by those that only the document has. Read for every object and never changed during a
  /// read, so exclusivity checks are off.
  @exclusivity(unchecked) private var table: KeyTable
  /// The entry that came first in the last object.
  var firstFollower: Int32 = 0
  /// How often each unknown key occurred, and the path of the first.
  private(set) var occurrences: [Int32: ImportReport.Occurrences] = [:]
  /// Stands in place of an entry for the whole value, if it is no object and nothing is read of it.
  static let wholeValue: Int32 = -1
  private static let maximumUnknownKeys = 1000
  private static let maximumUnknownLength = 256

  init(_ map: KeyMap) {
    self.map = map
    actions = map.actionLists
    table = KeyTable(extending: map.table)
  }

  deinit { table.deallocate() }

  @inline(__always)
  var entries: UnsafeMutablePointer<KeyTable.Entry> { table.entries }
  @inline(__always)
  var count: Int { table.count }

  /// Whether the document had keys that the map does not have, or values that are no object.
  var hasOthers: Bool { table.count > map.table.count || !occurrences.isEmpty }

  /// The keys that lead to an entry's value from the record.
  func path(_ entry: Int32) -> [String] {
    entry == SeenKeys.wholeValue ? map.path : map.path + [table.name(Int(entry))]
  }

  /// The uses of a key's value; `nil` if the model does not mention the key.
  @inline(__always)
  func actions(_ entry: Int) -> FixedList<KeyMap.Action>? { entry < actions.count ? actions[entry] : nil }

  /// The entry of a key. A key that the model does not mention is added, so that it is found faster next time. The number
  /// of keys is bounded; further ones are counted as `…`.
  func find(_ key: UnsafeBufferPointer<UInt8>) -> Int {
    if let entry = table.find(key) { return entry }
    let unknownKeys = table.count - map.table.count
    if unknownKeys < SeenKeys.maximumUnknownKeys - 1, key.count <= SeenKeys.maximumUnknownLength {
      return table.insert(key)
    }
    return Array("…".utf8).withUnsafeBufferPointer { table.find($0) ?? table.insert($0) }
  }

  /// Counts an unknown key; returns `false` at its first occurrence.
  func countOccurrence(_ entry: Int32) -> Bool {
    guard occurrences[entry] != nil else { return false }
    occurrences[entry]?.count += 1
    return true
  }

  /// Notes the path of an unknown key's first occurrence.
  func noteFirstOccurrence(_ entry: Int32, example: String) {
    occurrences[entry] = ImportReport.Occurrences(count: 1, example: example)
  }
}
