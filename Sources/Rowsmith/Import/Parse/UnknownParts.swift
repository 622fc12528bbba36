/// Keys in objects of value types that the types do not mention, with how often each occurred.
///
/// The number of keys is bounded; further ones are counted as `…`.
struct UnknownParts {
  struct Key: Hashable {
    /// The value type.
    var type: String
    /// The keys that lead to it from the object of the type, ending with itself.
    var keys: [String]

    /// `Type.path.key`.
    var name: String { ([type] + keys).joined(separator: ".") }

    /// The key that counts further keys of the same object.
    var others: Key { Key(type: type, keys: keys.dropLast() + ["…"]) }
  }

  /// The keys in the order of their first occurrence.
  private(set) var keys: [(key: Key, count: Int)] = []
  /// How many occurrences there were.
  private(set) var total = 0
  /// The first key since the last `takeFirst`.
  private var first: Key?
  private var places: [Key: Int] = [:]
  private static let maximumKeys = 1000
  private static let maximumLength = 256

  mutating func note(_ key: UnsafeBufferPointer<UInt8>, under path: [String], in type: String) {
    let name = key.count > Self.maximumLength ? "…" : String(decoding: key, as: UTF8.self)
    var key = Key(type: type, keys: path + [name])
    if keys.count >= Self.maximumKeys - 1, places[key] == nil { key.keys[path.count] = "…" }
    total += 1
    first = first ?? key
    if let place = places[key] {
      keys[place].count += 1
    } else {
      places[key] = keys.count
      keys.append((key, 1))
    }
  }

  /// Returns the first key since the last call, and clears it.
  mutating func takeFirst() -> Key? {
    defer { first = nil }
    return first
  }
}
