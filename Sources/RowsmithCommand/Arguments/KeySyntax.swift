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

  /// Splits by Unicode scalars: a separator that is followed by a combining mark is another `Character`.
  private static func split(_ text: String, at separator: Unicode.Scalar) -> [String] {
    var parts = [String.UnicodeScalarView()]
    var rest = text.unicodeScalars[...]
    while let letter = rest.popFirst() {
      if letter == "\\", let next = rest.first, next == separator || next == "\\" {
        parts[parts.count - 1].append(rest.removeFirst())
      } else if letter == separator {
        parts.append(String.UnicodeScalarView())
      } else {
        parts[parts.count - 1].append(letter)
      }
    }
    return parts.map { String($0) }
  }

  /// What is before the first equals sign, and what is behind it, if there is one.
  static func assignment(_ text: String) -> [String] {
    text.unicodeScalars.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "=" }.map { String($0) }
  }
}
