import RowsmithSchema

/// How a key is kept in one column of an internal table: itself, or its parts as a JSON array where there are several.
///
/// In the array texts are strings and integers are numbers; other values are objects that name their type.
enum KeyCoding {
  static func encode(_ key: [StoredValue]) -> StoredValue {
    key.count == 1 ? key[0] : .text(text(of: key))
  }

  static func decode(_ value: StoredValue, count: Int) -> [StoredValue] {
    guard count > 1, case .text(let text) = value else { return [value] }
    return values(in: text).map { $0 ?? .null }
  }

  /// A JSON array; nil stands for a value that is not given.
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

extension KeyCoding {
  /// A key of several parts as it was kept before: each part behind a letter for its type, joined by U+001F. Nil where the
  /// text is not of that form, or can be read in more than one way.
  static func decodeJoined(_ text: String, count: Int) -> [StoredValue]? {
    let pieces = text.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
    let readings = split(pieces[...], into: count)
    return readings.count == 1 ? readings[0] : nil
  }

  /// The ways to read pieces as that many parts, at most two of them: a text may hold the separator itself.
  private static func split(_ pieces: ArraySlice<String>, into count: Int) -> [[StoredValue]] {
    guard count > 0 else { return pieces.isEmpty ? [[]] : [] }
    var readings: [[StoredValue]] = []
    for length in 1...max(1, pieces.count) where length <= pieces.count - (count - 1) {
      guard let part = part(pieces.prefix(length).joined(separator: "\u{1F}")) else { continue }
      for rest in split(pieces.dropFirst(length), into: count - 1) {
        readings.append([part] + rest)
        if readings.count > 1 { return readings }
      }
    }
    return readings
  }

  private static func part(_ text: String) -> StoredValue? {
    let rest = String(text.dropFirst())
    switch text.first {
    case "i": return Int64(rest).map(StoredValue.integer)
    case "t": return .text(rest)
    case "r": return Double(rest).map(StoredValue.real)
    case "b": return .blob(rest.split(separator: ",").compactMap { UInt8($0) })
    case "n": return rest.isEmpty ? .null : nil
    default: return nil
    }
  }
}
