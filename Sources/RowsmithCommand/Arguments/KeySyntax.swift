import RowsmithSchema

/// The syntax of keys and key paths in arguments.
enum KeySyntax {
  /// The keys of a path: `store.products`; a dot inside a key is `\.`.
  static func path(_ text: String, after option: String) throws(UsageError) -> [String] {
    let keys = split(text, at: ".")
    if keys.contains("") {
      throw UsageError("expected a key path such as 'store.products' after --\(option), found '\(text)'")
    }
    return keys
  }

  /// A path in the syntax of arguments.
  static func text(of path: [String]) -> String {
    path.map { $0.replacing(scalar: "\\", with: #"\\"#).replacing(scalar: ".", with: #"\."#) }.joined(
      separator: ".")
  }

  /// The parts of a key. A key with one part is taken verbatim. Several parts are separated by commas; `\,` is a comma and `\\`
  /// a backslash.
  static func key(_ text: String, parts count: Int) -> [String] {
    count <= 1 ? [text] : split(text, at: ",")
  }

  private static func split(_ text: String, at separator: Character) -> [String] {
    var parts = [""]
    var rest = text[...]
    while let letter = rest.popFirst() {
      if letter == "\\", let next = rest.first, next == separator || next == "\\" {
        parts[parts.count - 1].append(rest.removeFirst())
      } else if letter == separator {
        parts.append("")
      } else {
        parts[parts.count - 1].append(letter)
      }
    }
    return parts
  }
}
