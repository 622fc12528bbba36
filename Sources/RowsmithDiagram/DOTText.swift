/// Escapes names and texts for Graphviz.
enum DOTText {
  /// A quoted text.
  static func quoted(_ text: String) -> String { "\"\(escaped(text.onOneLine))\"" }

  /// Lines of text, quoted.
  static func quoted(lines: [String]) -> String {
    "\"\(lines.map { escaped($0.onOneLine) }.joined(separator: "\\n"))\""
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      // A backslash would begin an escape sequence such as `\N`.
      if character == "\"" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result
  }

  /// Text between the tags of an HTML-like label.
  static func markup(_ text: String) -> String {
    var result = ""
    for character in text.onOneLine {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result.isEmpty ? " " : result
  }
}
