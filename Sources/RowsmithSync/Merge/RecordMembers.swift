import Rowsmith

/// Which members the JSON of a record has.
struct RecordMembers {
  private let json: JSONValue?

  init(_ bytes: [UInt8]) { json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) }

  /// Whether it has a member at one of the places. Without a key that is the record itself: what it has besides what the
  /// model names may be nothing.
  func hasAny(_ paths: [[String]]) -> Bool {
    paths.contains { path in
      var value = json
      for key in path {
        guard case .object? = value, let next = value?[key] else { return false }
        value = next
      }
      return value != nil
    }
  }

  /// The text of a member, of a number or a string.
  subscript(name: String) -> String? {
    switch json?[name] {
    case .string(let text)?: text
    case .number(let digits)?: digits
    default: nil
    }
  }
}
