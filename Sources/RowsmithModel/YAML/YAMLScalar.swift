/// A scalar of a document, interpreted by the core schema of YAML 1.2.
///
/// Only unquoted `true`, `false`, `null` and numbers are not text: `no`, `on` and `NO` are words, unlike in YAML 1.1.
package struct YAMLScalar: Sendable, Hashable {
  /// The text, after unquoting and unescaping.
  package var text: String
  /// Whether it is written without quotes and not as a block.
  package var isPlain: Bool

  package init(text: String, isPlain: Bool) {
    self.text = text
    self.isPlain = isPlain
  }

  /// The interpretation of the scalar.
  package enum Value: Sendable, Hashable {
    /// `null`, `~` or nothing.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number of 64 bits.
    case integer(Int64)
    /// A number with a fraction or an exponent, or one that 64 bits cannot hold.
    case number(Double)
    /// Text.
    case text(String)
  }

  /// Whether it is empty and unquoted.
  var isAbsent: Bool { isPlain && text.isEmpty }

  /// Whether it is a whole number or a truth value, spelled as in JSON.
  var isNumberOrTruthValue: Bool {
    switch value {
    case .integer(let integer): text == "\(integer)"
    case .bool(let bool): text == "\(bool)"
    case .null, .number, .text: false
    }
  }

  /// The interpretation of the scalar.
  package var value: Value {
    guard isPlain else { return .text(text) }
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .bool(true)
    case "false", "False", "FALSE": return .bool(false)
    default: break
    }
    if let integer = Self.integer(text) { return .integer(integer) }
    if let number = Self.number(text) { return .number(number) }
    return .text(text)
  }

  /// What was found, for a sentence that ends in "found …".
  var kindDescription: String {
    switch value {
    case .null: isAbsent ? "nothing" : "null"
    case .bool, .integer, .number: text
    case .text(let text): "'\(text.count > 40 ? text.prefix(39) + "…" : text)'"
    }
  }

  private static func integer(_ text: String) -> Int64? {
    if text.hasPrefix("0x") { return radix(text.dropFirst(2), 16) }
    if text.hasPrefix("0o") { return radix(text.dropFirst(2), 8) }
    let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy(isDigit) else { return nil }
    return Int64(text)
  }

  private static func radix(_ digits: Substring, _ radix: Int) -> Int64? {
    guard let first = digits.first, first != "-", first != "+" else { return nil }
    return Int64(digits, radix: radix)
  }

  private static func number(_ text: String) -> Double? {
    let unsigned = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    switch unsigned {
    case ".inf", ".Inf", ".INF": return text.first == "-" ? -.infinity : .infinity
    case ".nan", ".NaN", ".NAN": return unsigned.count == text.count ? .nan : nil
    default: break
    }
    // Other notations that Double accepts (hexadecimal fractions, "infinity", "nan") are text.
    let allowed: (UInt8) -> Bool = { isDigit($0) || "+-.eE".utf8.contains($0) }
    guard unsigned.utf8.contains(where: isDigit), unsigned.utf8.allSatisfy(allowed) else { return nil }
    guard unsigned.first == "." || unsigned.utf8.first.map(isDigit) == true else { return nil }
    return Double(text.first == "+" ? String(unsigned) : text)
      ?? (unsigned.first == "." ? Double("0" + unsigned) : nil)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
