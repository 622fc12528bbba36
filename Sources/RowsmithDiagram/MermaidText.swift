/// Escapes names and texts for Mermaid.
///
/// Mermaid's lexer ignores case and takes the first rule that matches: keywords win over names, and quoted text is still
/// searched for entities, directives and generic types.
enum MermaidText {
  /// Words with a special meaning at the top of a diagram.
  private static let words: Set<String> = [
    "acctitle", "accdescr", "class", "classdef", "direction", "end", "erdiagram", "many", "one", "only",
    "optionally",
    "o", "style", "subgraph", "title", "to", "u", "zero",
  ]

  /// An entity's name, quoted if it is not a single word.
  static func entity(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
    if isPlain, name.utf8.first.map(isLetter) ?? false, !words.contains(name.lowercased()) { return name }
    return "\"\(String(name.unicodeScalars.map { $0.isForbiddenInName ? "_" : Character($0) }))\""
  }

  /// A type, or the name of a column.
  static func word(_ name: String) -> String {
    // The marks are keywords everywhere.
    if ["pk", "fk", "uk"].contains(name.lowercased()) { return name + "_" }
    var word = String(
      name.unicodeScalars.map { scalar -> Character in
        let isPlain =
          scalar.value >= 0xC0
          || (UInt8(exactly: scalar.value).map { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
            ?? false)
        return isPlain ? Character(scalar) : "_"
      })
    if word.utf8.first.map(isDigit) ?? true { word = "_" + word }
    return word
  }

  /// Quoted text. Characters that are markup in Mermaid, Markdown or HTML become numeric references; backticks are removed.
  static func quoted(_ text: String) -> String {
    var result = ""
    for character in text.onOneLine.unicodeScalars {
      switch character {
      case "`": continue
      case "\"", "#", "%", "&", "*", "<", ">", "\\", "~": result += "#\(character.value);"
      default: result.unicodeScalars.append(character)
      }
    }
    return "\"\(result.isEmpty ? " " : result)\""
  }

  /// Text after `%%`, which ends with the line. A percent sign in it could begin a directive.
  static func comment(_ text: String) -> String {
    text.split(separator: "%").joined(separator: " ").onOneLine
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension Unicode.Scalar {
  /// Whether a quoted name cannot contain the character.
  fileprivate var isForbiddenInName: Bool {
    self == "\"" || self == "%" || self == "\\" || value < 0x20
  }
}
