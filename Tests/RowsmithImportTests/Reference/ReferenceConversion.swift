import RowsmithSchema

/// JSON values as the columns store them; only the types that the generated models have.
enum ReferenceConversion {
  /// Nil where the value does not fit the type.
  static func convert(_ value: Tree, _ type: Schema.AttributeType) -> StoredValue? {
    guard case .scalar(let scalar) = type else { return nil }
    switch (scalar, value) {
    case (.int, .number(let text)): return integer(text).map(StoredValue.integer)
    case (.double, .number(let text)):
      return Double(text).flatMap { $0.isFinite ? .real($0) : nil }
    case (.bool, .bool(let value)): return .integer(value ? 1 : 0)
    case (.bool, .number(let text)):
      return ["0", "1"].contains(text) ? Int64(text).map(StoredValue.integer) : nil
    case (.string, .string(let text)), (.enumeration, .string(let text)): return .text(text)
    case (.decimal, .number(let text)), (.decimal, .string(let text)):
      return Double(text) == nil ? nil : .text(text)
    case (.date, .string(let text)): return date(text)
    case (.date, .number(let text)): return Double(text).flatMap(date)
    default: return nil
    }
  }

  /// The text of a map key.
  static func convert(key: String, _ type: Schema.AttributeType) -> StoredValue? {
    if type == .scalar(.int) { return Int64(key).map(StoredValue.integer) }
    return convert(.string(key), type)
  }

  private static func integer(_ text: String) -> Int64? {
    if let value = Int64(text) { return value }
    guard let value = Double(text), value == value.rounded(), abs(value) < 9e15 else { return nil }
    return Int64(value)
  }

  /// `2001-02-03T04:05:06Z`, the only spelling that is generated.
  private static func date(_ text: String) -> StoredValue? {
    let shape = text.map { $0.isNumber ? "0" : $0 }
    guard String(shape) == "0000-00-00T00:00:00Z" else { return nil }
    return .text(text.dropLast() + ".000Z")
  }

  /// Seconds within the first day of the epoch, the only numbers that are generated.
  private static func date(_ seconds: Double) -> StoredValue? {
    guard (0..<86_400).contains(seconds) else { return nil }
    let milliseconds = Int(seconds * 1000)
    let digits = { (value: Int, count: Int) in String(String(value + 1000).suffix(count)) }
    let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
    let time = "\(digits(hours, 2)):\(digits(minutes, 2)):\(digits(milliseconds / 1000 % 60, 2))"
    return .text("1970-01-01T\(time).\(digits(milliseconds % 1000, 3))Z")
  }
}

extension ReferenceConversion {
  /// Whether a JSON value is the stored one: true and 1, false and 0 are the same.
  static func matches(_ value: Tree, _ stored: StoredValue) -> Bool {
    switch (value, stored) {
    case (.bool(let value), .integer(let stored)): stored == (value ? 1 : 0)
    case (.number(let text), .integer(let stored)): Double(text) == Double(stored)
    case (.number(let text), .real(let stored)): Double(text) == stored
    case (.string(let text), .text(let stored)): text == stored
    default: false
    }
  }
}
