/// Escapes text for HTML.
enum HTMLText {
  /// The text escaped for use between tags and in double-quoted attributes.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      // HTML does not allow control characters, not even escaped ones.
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// An element that contains text.
  static func element(_ tag: String, _ text: String, class name: String? = nil) -> String {
    "<\(tag)\(name.map { " class=\"\($0)\"" } ?? "")>\(escaped(text))</\(tag)>"
  }
}
