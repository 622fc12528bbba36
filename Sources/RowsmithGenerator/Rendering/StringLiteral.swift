/// Writes string literals.
enum StringLiteral {
  /// The text as a literal on one line. Invisible characters, and those that an editor might change, are escaped.
  static func source(_ text: String) -> String {
    var source = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": source += "\\\""
      case "\\": source += "\\\\"
      case "\n": source += "\\n"
      case "\r": source += "\\r"
      case "\t": source += "\\t"
      default:
        if isVisible(scalar) {
          source.unicodeScalars.append(scalar)
        } else {
          source += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
      }
    }
    return source + "\""
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == " " { return true }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned,
      .surrogate:
      false
    // A combining mark would join the character before it, or the quotation mark.
    case .nonspacingMark, .enclosingMark: false
    default: true
    }
  }
}
