import RowsmithSchema

/// Many values as one JSON array, which SQLite takes apart with `json_each`.
///
/// nil where a value would not come back as it is: bytes, NULL, numbers that are no numbers in JSON, and text with a
/// NUL.
struct JSONKeyList {
  let text: String

  init?(_ values: [StoredValue]) {
    guard let list = JSONKeyList.array(values) else { return nil }
    text = list
  }

  init?(rows: [[StoredValue]]) {
    var parts: [String] = []
    parts.reserveCapacity(rows.count)
    for row in rows {
      guard let part = JSONKeyList.array(row) else { return nil }
      parts.append(part)
    }
    text = "[\(parts.joined(separator: ","))]"
  }

  private static func array(_ values: [StoredValue]) -> String? {
    var bytes = [UInt8(ascii: "[")]
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      switch value {
      case .integer(let number): bytes += Array(String(number).utf8)
      case .real(let number):
        guard number.isFinite else { return nil }
        bytes += Array(number.description.utf8)
      case .text(let text):
        guard !text.utf8.contains(0) else { return nil }
        appendJSONString(text.utf8, to: &bytes)
      case .null, .blob: return nil
      }
    }
    bytes.append(UInt8(ascii: "]"))
    return String(decoding: bytes, as: UTF8.self)
  }
}
