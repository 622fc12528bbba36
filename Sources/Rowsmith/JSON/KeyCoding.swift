package import RowsmithSchema

/// Encodes a key for one column of an internal table: a key of one part as it is, a key of several parts as a JSON array.
///
/// In the array, text is a string and an integer is a number; other values are objects that name their type.
package enum KeyCoding {
  /// The key as one value.
  package static func encode(_ key: [StoredValue]) -> StoredValue {
    key.count == 1 ? key[0] : .text(text(of: key))
  }

  /// The key that was encoded as the value; `count` is its number of parts.
  package static func decode(_ value: StoredValue, count: Int) -> [StoredValue] {
    guard count > 1, case .text(let text) = value else { return [value] }
    return values(in: text).map { $0 ?? .null }
  }

  /// The values as a JSON array; `nil` stands for an absent value.
  static func text(of values: [StoredValue?]) -> String {
    JSONValue.array(
      values.map { value in
        switch value {
        case nil: .object([])
        case .null: .null
        case .integer(let value): .number(String(value))
        case .text(let text): .string(text)
        case .real(let value): .object([.init("real", .string(String(value.bitPattern)))])
        case .blob(let bytes): .object([.init("blob", .array(bytes.map { .number(String($0)) }))])
        }
      }
    ).text
  }

  /// The values of a JSON array that `text(of:)` wrote.
  static func values(in text: String) -> [StoredValue?] {
    guard case .array(let items)? = try? JSONValue(parsing: text) else { return [] }
    return items.map { item in
      switch item {
      case .null, .bool, .array: return .null
      case .number(let digits): return Int64(digits).map(StoredValue.integer) ?? .null
      case .string(let text): return .text(text)
      case .object(let members):
        guard let member = members.first else { return nil }
        switch member.value {
        case .string(let bits): return UInt64(bits).map { .real(Double(bitPattern: $0)) } ?? .null
        case .array(let bytes):
          return .blob(
            bytes.compactMap { byte in
              if case .number(let digits) = byte { UInt8(digits) } else { nil }
            })
        default: return .null
        }
      }
    }
  }
}
