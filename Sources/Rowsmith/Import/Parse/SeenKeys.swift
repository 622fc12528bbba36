/// The keys of one kind of JSON object as a document has them: in which order, so that most are found without hashing,
/// and which of them the model does not mention.
final class SeenKeys {
  unowned(unsafe) let map: KeyMap
  private let actions: FixedList<FixedList<KeyMap.Action>>
  /// The keys of the map, and behind them those that came with the document. Looked at for every object, and changed by
  /// nothing that looks at it: so the accesses are not checked.
  @exclusivity(unchecked) private var table: KeyTable
  /// The entry that came first the last time.
  var firstFollower: Int32 = 0
  /// How often each unknown key occurred, and where first.
  private(set) var occurrences: [Int32: ImportReport.Occurrences] = [:]
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

  /// Whether there were keys that the map does not have.
  var hasOthers: Bool { table.count > map.table.count }

  /// The name of a key.
  func name(_ entry: Int) -> String { table.name(entry) }

  /// What the value of a key is for; nil where the model does not mention it.
  @inline(__always)
  func actions(_ entry: Int) -> FixedList<KeyMap.Action>? { entry < actions.count ? actions[entry] : nil }

  /// The entry of a key. One that the model does not mention is remembered, so that it is found faster next time.
  /// A document with keys without number does not fill the memory: what is too much is counted as `…`.
  func find(_ key: UnsafeBufferPointer<UInt8>) -> Int {
    if let entry = table.find(key) { return entry }
    let unknownKeys = table.count - map.table.count
    if unknownKeys < SeenKeys.maximumUnknownKeys - 1, key.count <= SeenKeys.maximumUnknownLength {
      return table.insert(key)
    }
    return Array("…".utf8).withUnsafeBufferPointer { table.find($0) ?? table.insert($0) }
  }

  /// Counts an unknown key; false where it is the first time.
  func countOccurrence(_ entry: Int32) -> Bool {
    guard occurrences[entry] != nil else { return false }
    occurrences[entry]?.count += 1
    return true
  }

  /// Notes where an unknown key occurred first.
  func noteFirstOccurrence(_ entry: Int32, example: String) {
    occurrences[entry] = ImportReport.Occurrences(count: 1, example: example)
  }
}
