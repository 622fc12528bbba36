#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation

/// The keys of one kind of JSON object that the model mentions, and what each is for.
///
/// It is filled while the mapping is made and never changed afterwards. What an import learns about the order of keys,
/// and which others it met, is in ``SeenKeys``.
final class KeyMap {
  /// What a key's value is for.
  enum Action: BitwiseCopyable {
    case attribute(index: Int, priority: UInt8)
    case relationship(index: Int, priority: UInt8, isForeignKey: Bool)
    /// The value names the entity, which has been read already.
    case entityName
    /// The value is an object (or array) with keys (or positions) of its own. The map above owns this one.
    case child(Unmanaged<KeyMap>)
  }

  /// The keys that lead here.
  let path: [String]
  /// What the entries are for.
  private(set) var actions: [[Action]] = []
  /// The same, when the mapping is made: to be looked at for every object without counting references.
  private(set) var actionLists = FixedList<FixedList<Action>>([])
  private var children: [KeyMap] = []
  private(set) var table = KeyTable()
  /// Whether keys that the model does not mention are noted: not where the same object is a record of its own.
  private(set) var notesUnknownKeys = true
  /// The groups whose objects stand here, by their places among the entity's, and which of its places this is.
  var groups: [(group: Int, alternative: UInt8)] = []
  /// Whether members that the model does not name are kept.
  var gathersUnnamed = false
  /// Its place among all of the mapping.
  private(set) var index = -1

  init(path: [String]) { self.path = path }

  deinit {
    table.deallocate()
    for list in actionLists { list.deallocate() }
    actionLists.deallocate()
  }

  /// Adds what the value of a key is for.
  ///
  /// - Parameter attributes: those that an action names by their index.
  func add(_ action: Action, for key: String, attributes: [AttributeMapping] = []) {
    let entry = Array(key.utf8).withUnsafeBufferPointer { table.find($0) ?? table.insert($0) }
    if entry == actions.count { actions.append([]) }
    actions[entry].append(action)
    table.entries[entry].converter = nil
    if actions[entry].count == 1, case .attribute(let index, let priority) = action,
      attributes.indices.contains(index)
    {
      table.entries[entry].converter = .passUnretained(attributes[index].converter)
      table.entries[entry].slot = Int32(attributes[index].slot)
      table.entries[entry].priority = priority
    }
  }

  /// The map under a key, made when it is missing.
  func child(_ key: String) -> KeyMap {
    if let entry = Array(key.utf8).withUnsafeBufferPointer({ table.find($0) }) {
      for case .child(let map) in actions[entry] { return map.takeUnretainedValue() }
    }
    let map = KeyMap(path: path + [key])
    children.append(map)
    add(.child(.passUnretained(map)), for: key)
    return map
  }

  /// Leaves it to the records that are embedded under the same keys to note what they do not know.
  func silenceSharedGroups(_ isShared: Bool = false) {
    if isShared { notesUnknownKeys = false }
    for actions in actions {
      let isRecord = actions.contains { if case .relationship = $0 { true } else { false } }
      for case .child(let map) in actions {
        map.takeUnretainedValue().silenceSharedGroups(isShared || isRecord)
      }
    }
  }

  /// Notes no unknown keys, here and below.
  func silence() {
    notesUnknownKeys = false
    for map in children { map.silence() }
  }

  /// Gives itself, and those below, their places from the next one on: nothing is added any more.
  func number(from next: inout Int) {
    index = next
    next += 1
    actionLists.deallocate()
    actionLists = FixedList(actions.map { FixedList($0) })
    for map in children { map.number(from: &next) }
  }

  /// The entry of a key, found by its bytes.
  func find(_ key: UnsafeBufferPointer<UInt8>) -> Int? { table.find(key) }
}
