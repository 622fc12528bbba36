import Rowsmith
import RowsmithClient

/// The members in the JSON of a record.
struct RecordMembers {
  private let json: JSONValue?

  init(_ bytes: [UInt8]) { json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) }

  /// Whether there is a member at one of the paths. An empty path is the record itself, which always exists. Null in place of
  /// an object stands for null in each of its members, as in an import.
  func hasAny(_ paths: [[String]]) -> Bool {
    guard let json else { return false }
    return paths.contains { path in
      json.value(at: path) != nil || path.indices.contains { json.value(at: Array(path[..<$0])) == .null }
    }
  }

  /// The text of a member that is a string or number.
  subscript(name: String) -> String? {
    switch json?[name] {
    case .string(let text)?: text
    case .number(let digits)?: digits
    default: nil
    }
  }
}
