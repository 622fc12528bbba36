import RowsmithSchema

/// Passes many keys as one parameter: a JSON array, which SQLite expands with `json_each`.
///
/// The number of parameters of a statement is limited; the length of a text hardly is.
struct JSONKeyList {
  let text: String
  /// The SQL function that decodes an element; empty if none is needed.
  let decoder: String

  /// A list of keys of one column.
  init(_ values: [StoredValue]) {
    let isPlain = values.allSatisfy(\.isPlainInJSON)
    text = JSONKeyList.array(values, isPlain: isPlain)
    decoder = isPlain ? "" : "rowsmith_key_value"
  }

  /// A list of keys of several columns.
  init(rows: [[StoredValue]]) {
    let isPlain = rows.allSatisfy { $0.allSatisfy(\.isPlainInJSON) }
    let parts = rows.map { JSONKeyList.array($0, isPlain: isPlain) }
    text = "[\(parts.joined(separator: ","))]"
    decoder = isPlain ? "" : "rowsmith_key_value"
  }

  /// The SQL that returns one row for each key.
  func select(width: Int, parameter: String) -> String {
    let values = width == 1 ? ["value"] : (0..<width).map { "json_extract(value, '$[\($0)]')" }
    let decoded = values.map { decoder.isEmpty ? $0 : "\(decoder)(\($0))" }.joined(separator: ", ")
    return "SELECT \(decoded) FROM json_each(\(parameter))"
  }

  /// If SQLite would not return every value unchanged, each is an array of its own, which `rowsmith_key_value` decodes.
  private static func array(_ values: [StoredValue], isPlain: Bool) -> String {
    if isPlain { return KeyCoding.text(of: values) }
    return "[\(values.map { KeyCoding.text(of: [$0]) }.joined(separator: ","))]"
  }
}

extension StoredValue {
  /// Whether the value survives JSON unchanged: not so blobs, the last bits of real numbers, and text with a NUL.
  fileprivate var isPlainInJSON: Bool {
    switch self {
    case .integer: true
    case .text(let text): !text.utf8.contains(0)
    case .null, .real, .blob: false
    }
  }
}
