import Rowsmith
import TestSupport

/// The objects of a document, wherever they are: what a record said in one place must be in one place again.
struct KeptTogether {
  /// The texts, numbers and truth values of each object, and lists of these, by their keys.
  private(set) var objects: [Set<String>] = []

  init(_ value: JSONValue, except: Set<String> = []) { add(value, except: except) }

  private mutating func add(_ value: JSONValue, except: Set<String> = []) {
    switch value {
    case .object(let members):
      var own: Set<String> = []
      for member in members where !except.contains(member.key) {
        if let text = Self.plain(member.value) { own.insert("\(member.key): \(text)") }
        add(member.value)
      }
      objects.append(own)
    case .array(let items): for item in items { add(item, except: except) }
    default: break
    }
  }

  /// A value without objects in it; nil for nothing, and for lists of which other records may say the same.
  private static func plain(_ value: JSONValue) -> String? {
    switch value {
    case .null, .object: return nil
    case .array(let items):
      let texts = items.map { plain($0) ?? "null" }
      let isPlain = items.allSatisfy { if case .object = $0 { false } else { true } }
      return items.isEmpty || !isPlain ? nil : texts.joined(separator: ", ")
    default: return Leaves.spelling(value)
    }
  }

  /// The first object that another document does not have in one piece.
  func torn(in other: KeptTogether) -> Set<String>? {
    objects.first { object in !other.objects.contains { object.isSubset(of: $0) } }
  }
}
