/// Keys in objects of value types that these do not mention, and how often each was there.
///
/// A document with keys without number does not fill the memory: what is too much is counted as `…`.
struct UnknownParts {
  struct Key: Hashable {
    /// The value type.
    var type: String
    /// The keys that lead to it from the object of the type, itself included.
    var keys: [String]

    /// `Type.path.key`.
    var name: String { ([type] + keys).joined(separator: ".") }

    /// What stands for the keys beside it where there are too many.
    var others: Key { Key(type: type, keys: keys.dropLast() + ["…"]) }
  }

  /// In the order in which they came.
  private(set) var keys: [(key: Key, count: Int)] = []
  /// How many there were, those that were there before included.
  private(set) var total = 0
  /// The first one that nobody has taken.
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

  /// Takes the first one that has come since the last time.
  mutating func takeFirst() -> Key? {
    defer { first = nil }
    return first
  }
}
