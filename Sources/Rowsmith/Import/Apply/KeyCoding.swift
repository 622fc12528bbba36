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
  /// A key of several parts as it was kept before: each part behind a letter for its type, joined by U+001F.
  ///
  /// A text may hold the separator itself. Nil where the parts cannot be of these types, or can be in more than one way.
  static func decodeJoined(_ text: String, types: [Layout.ColumnType]) -> [StoredValue]? {
    let pieces = text.unicodeScalars.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(
      String.init)
    let readings = split(pieces[...], into: types[...])
    return readings.count == 1 ? readings[0] : nil
  }

  /// The ways to read pieces as values of these types, at most two of them.
  private static func split(_ pieces: ArraySlice<String>, into types: ArraySlice<Layout.ColumnType>)
    -> [[StoredValue]]
  {
    guard let type = types.first else { return pieces.isEmpty ? [[]] : [] }
    var readings: [[StoredValue]] = []
    var length = 1
    while length <= pieces.count - (types.count - 1) {
      if let part = part(pieces.prefix(length).joined(separator: "\u{1F}"), type) {
        for rest in split(pieces.dropFirst(length), into: types.dropFirst()) {
          readings.append([part] + rest)
          if readings.count > 1 { return readings }
        }
      }
      length += 1
    }
    return readings
  }

  private static func part(_ text: String, _ type: Layout.ColumnType) -> StoredValue? {
    let rest = String(text.unicodeScalars.dropFirst())
    switch (text.unicodeScalars.first, type) {
    case ("i", .integer): return Int64(rest).map(StoredValue.integer)
    case ("t", .text): return .text(rest)
    case ("r", .real): return Double(rest).map(StoredValue.real)
    case ("b", .blob):
      let bytes = rest.split(separator: ",").map { UInt8($0) }
      return bytes.contains(nil) ? nil : .blob(bytes.compactMap { $0 })
    default: return nil
    }
  }
}
