#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation

/// The keys of one kind of JSON object that the model mentions, and how each is used.
///
/// It is filled while the mapping is created and never changed afterwards. ``SeenKeys`` has what an import learns: the
/// order of keys, and further keys.
final class KeyMap {
  /// How a key's value is used.
  enum Action: BitwiseCopyable {
    case attribute(index: Int, priority: UInt8)
    case relationship(index: Int, priority: UInt8, isForeignKey: Bool)
    /// The value names the entity, which has been read already.
    case entityName
    /// The value is an object (or array) with keys (or positions) of its own. The parent map owns this one.
    case child(Unmanaged<KeyMap>)
  }

  /// The keys that lead to the object.
  let path: [String]
  /// The uses of each entry.
  private(set) var actions: [[Action]] = []
  /// The same once the mapping is complete: read for every object without retain/release.
  private(set) var actionLists = FixedList<FixedList<Action>>([])
  private var children: [KeyMap] = []
  private(set) var table = KeyTable()
  /// Whether keys that the model does not mention are noted. Not if the same object is also a record of its own.
  private(set) var notesUnknownKeys = true
  /// Whether a value that is neither an object nor null is noted: nothing else reads it.
  private(set) var notesOtherValues = false
  /// The value types whose objects are here: their indexes in the entity, and which of their paths this is.
  var groups: [(group: Int, alternative: UInt8)] = []
  /// Whether members that the model does not name are kept.
  var gathersUnnamed = false
  /// Its index among all maps of the mapping.
  private(set) var index = -1

  init(path: [String]) { self.path = path }

  deinit {
    table.deallocate()
    for list in actionLists { list.deallocate() }
    actionLists.deallocate()
  }

  /// Adds a use of a key's value.
  ///
  /// - Parameter attributes: the attributes that actions refer to by index.
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

  /// The map under a key; created if it does not exist.
  func child(_ key: String) -> KeyMap {
    if let entry = Array(key.utf8).withUnsafeBufferPointer({ table.find($0) }) {
      for case .child(let map) in actions[entry] { return map.takeUnretainedValue() }
    }
    let map = KeyMap(path: path + [key])
    children.append(map)
    add(.child(.passUnretained(map)), for: key)
    return map
  }

  /// Turns off noting in groups that share their objects with embedded records, which note unknown keys themselves, and
  /// turns on noting other values in groups that share theirs with nothing.
  func silenceSharedGroups(_ isShared: Bool = false) {
    if isShared { notesUnknownKeys = false }
    for actions in actions {
      let isRecord = actions.contains { if case .relationship = $0 { true } else { false } }
      for case .child(let map) in actions {
        let map = map.takeUnretainedValue()
        map.silenceSharedGroups(isShared || isRecord)
        map.notesOtherValues = map.notesUnknownKeys && actions.count == 1
      }
    }
  }

  /// Turns off noting unknown keys, here and in the maps below.
  func silence() {
    (notesUnknownKeys, notesOtherValues) = (false, false)
    for map in children { map.silence() }
  }

  /// Numbers this map and those below from the next index. Nothing may be added after that.
  func number(from next: inout Int) {
    index = next
    next += 1
    actionLists.deallocate()
    actionLists = FixedList(actions.map { FixedList($0) })
    for map in children { map.number(from: &next) }
  }

  /// The entry of a key, by its bytes.
  func find(_ key: UnsafeBufferPointer<UInt8>) -> Int? { table.find(key) }
}
