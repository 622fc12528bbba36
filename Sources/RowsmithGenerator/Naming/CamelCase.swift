/// Converts any text to a lowerCamelCase name: `in-progress` → `inProgress`, `FIRST_TIMER` → `firstTimer`.
enum CamelCase {
  /// The name; `nil` if the text has no letter and no digit.
  static func name(of text: String) -> String? {
    let words = words(of: text)
    guard let first = words.first else { return nil }
    let name = ([lowered(first)] + words.dropFirst().map(capitalized)).joined()
    return SwiftName.isPlain(name) ? name : "_" + name
  }

  /// The name with punctuation spelled out: `C++` → `cPlusPlus`.
  static func verboseName(of text: String) -> String {
    var spelled = ""
    for scalar in text.unicodeScalars {
      if isPartOfWord(scalar) {
        spelled.unicodeScalars.append(scalar)
      } else {
        spelled += " " + (symbols[scalar] ?? "u" + String(scalar.value, radix: 16)) + " "
      }
    }
    return name(of: spelled) ?? "empty"
  }

  private static func words(of text: String) -> [String] {
    let signed = signs.first { text.hasPrefix($0.sign) && text.dropFirst().first?.isNumber == true }
    let rest = signed.map { _ in String(text.dropFirst()) } ?? text
    var words = signed.map { [$0.word] } ?? []
    var word = ""
    for scalar in rest.unicodeScalars {
      if isPartOfWord(scalar) {
        word.unicodeScalars.append(scalar)
      } else if !word.isEmpty {
        words.append(word)
        word = ""
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    // The variation selector of an emoji may continue a name, too, but nobody sees or types it.
    scalar != "_" && scalar.properties.isXIDContinue && !scalar.properties.isDefaultIgnorableCodePoint
      && scalar.properties.generalCategory != .connectorPunctuation
  }

  private static func lowered(_ word: String) -> String {
    word.contains(where: \.isLowercase) ? SwiftName.lowerFirst(word) : word.lowercased()
  }

  private static func capitalized(_ word: String) -> String {
    // A word in capitals is not an acronym: `NOT_PLANNED`.
    word.contains(where: \.isLowercase) || word.count == 1
      ? SwiftName.upperFirst(word) : SwiftName.upperFirst(word.lowercased())
  }

  private static let signs = [(sign: "+", word: "plus"), (sign: "-", word: "minus")]

  private static let symbols: [Unicode.Scalar: String] = [
    " ": "space", "!": "bang", "\"": "quote", "#": "hash", "$": "dollar", "%": "percent", "&": "and",
    "'": "apostrophe", "(": "open", ")": "close", "*": "star", "+": "plus", ",": "comma", "-": "minus",
    ".": "dot", "/": "slash", ":": "colon", ";": "semicolon", "<": "less", "=": "equals", ">": "greater",
    "?": "question", "@": "at", "[": "openBracket", "\\": "backslash", "]": "closeBracket", "^": "caret",
    "_": "underscore", "`": "backtick", "{": "openBrace", "|": "pipe", "}": "closeBrace", "~": "tilde",
    "\t": "tab", "\n": "newline", "€": "euro", "£": "pound", "°": "degree",
  ]
}
