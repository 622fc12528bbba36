/// Escapes names and texts for Graphviz.
enum DOTText {
  /// A quoted text.
  static func quoted(_ text: String) -> String { "\"\(escaped(text.onOneLine))\"" }

  /// Lines of text, quoted.
  static func quoted(lines: [String]) -> String {
    "\"\(lines.map { escaped($0.onOneLine) }.joined(separator: "\\n"))\""
  }

  private static func escaped(_ text: String) -> String {
    // Scalars, as a quotation mark with a combining accent is another `Character`.
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      // A backslash would begin an escape sequence such as `\N`.
      if scalar == "\"" || scalar == "\\" { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  /// Text between the tags of an HTML-like label.
  static func markup(_ text: String) -> String {
    var result = ""
    for scalar in text.onOneLine.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result.isEmpty ? " " : result
  }
}
