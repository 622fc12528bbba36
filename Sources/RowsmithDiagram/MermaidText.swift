/// Spells names and texts so that Mermaid reads them as such.
///
/// The lexer ignores case and takes the first rule that matches: a word of the language wins over a name, and what is
/// in quotes is still searched for entities, directives and generic types.
enum MermaidText {
  /// What the lexer takes for something else at the top of a diagram.
  private static let words: Set<String> = [
    "acctitle", "accdescr", "class", "classdef", "direction", "end", "erdiagram", "many", "one", "only",
    "optionally",
    "o", "style", "subgraph", "title", "to", "u", "zero",
  ]

  /// An entity's name; in quotes where it would not be one word.
  static func entity(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
    if isPlain, name.utf8.first.map(isLetter) ?? false, !words.contains(name.lowercased()) { return name }
    return "\"\(String(name.unicodeScalars.map { $0.isForbiddenInName ? "_" : Character($0) }))\""
  }

  /// A type or the name of a column.
  static func word(_ name: String) -> String {
    // The marks are words of the language wherever they stand.
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

  /// Text in quotes. What Mermaid, Markdown or HTML would read as markup is written as a number; backticks go.
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

  /// Text that follows `%%`, which ends with the line. A percent sign in it might begin a directive.
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
  /// Whether a quoted name cannot hold it.
  fileprivate var isForbiddenInName: Bool {
    self == "\"" || self == "%" || self == "\\" || value < 0x20
  }
}
