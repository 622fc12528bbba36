import Rowsmith
import RowsmithClient

/// The members in the JSON of a record.
struct RecordMembers {
  private let json: JSONValue?

  init(_ bytes: [UInt8]) { json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) }

  /// Whether there is a member at one of the paths. An empty path is the record itself, which always exists.
  func hasAny(_ paths: [[String]]) -> Bool {
    paths.contains { json?.value(at: $0) != nil }
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
