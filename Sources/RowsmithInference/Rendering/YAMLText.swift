import RowsmithModel

/// Text as a YAML scalar: plain if it reads back as the same text, otherwise quoted.
enum YAMLText {
  /// Words that are truth values in YAML 1.1, which some tools still use.
  private static let truthValues: Set<String> = ["yes", "no", "on", "off"]

  /// A text on one line, quoted if necessary.
  static func scalar(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// A text in double quotes.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default: result += isPrintable(scalar) ? String(scalar) : escape(scalar)
      }
    }
    return result + "\""
  }

  /// JSON on one line, with escapes for characters in its texts that YAML does not allow or reads as line breaks.
  static func json(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars { result += isPrintable(scalar) ? String(scalar) : escape(scalar) }
    return result
  }

  /// A text as a comment on one line.
  static func comment(_ text: String) -> String {
    let line = text.unicodeScalars.map { isPrintable($0) ? Character($0) : " " }
    return "# " + String(line)
  }

  /// Whether a text needs no quotes, even inside `{ }` and `[ ]`.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, text.last != " " else { return false }
    if " -?:,[]{}#&*!|>'\"%@`=<~".unicodeScalars.contains(first) { return false }
    if text.unicodeScalars.contains(where: { ":,[]{}#\"\n\t".unicodeScalars.contains($0) }) { return false }
    guard text.unicodeScalars.allSatisfy(isPrintable) else { return false }
    guard case .text = YAMLScalar(text: text, isPlain: true).value else { return false }
    return !truthValues.contains(text.lowercased()) && !text.hasPrefix("...")
  }

  /// Whether YAML allows a character unescaped and it is visible.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
    default: scalar.value < 0xFFFE || scalar.value > 0xFFFF
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let (letter, width) = scalar.value > 0xFFFF ? ("U", 8) : ("u", 4)
    return "\\" + letter + String(repeating: "0", count: width - digits.count) + digits
  }
}
