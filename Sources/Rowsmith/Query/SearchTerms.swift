import RowsmithSchema

/// The terms of a full-text search. Only phrases in quotation marks and a `*` after a word have a meaning; everything else is
/// plain text.
struct SearchTerms: Sendable, Hashable {
  /// A word, or a phrase: words in sequence.
  struct Term: Sendable, Hashable {
    var text: String
    /// Whether it matches words with this prefix.
    var isPrefix = false
  }

  private(set) var terms: [Term] = []

  /// Parses a text.
  init(_ text: String) {
    // By Unicode scalars: a quotation mark that is followed by a combining accent is another `Character`.
    var rest = Substring(text.replacing(scalar: "\0", with: " ")).unicodeScalars[...]
    while let first = rest.first {
      if first.properties.isWhitespace {
        rest.removeFirst()
      } else if first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") {
        add(Term(text: String(rest[rest.index(after: rest.startIndex)..<end])))
        rest = rest[rest.index(after: end)...]
      } else {
        // A quotation mark that begins no phrase is plain text.
        let end = rest.dropFirst().firstIndex { $0.properties.isWhitespace || $0 == "\"" } ?? rest.endIndex
        var word = String(rest[..<end])
        rest = rest[end...]
        let isPrefix = word.unicodeScalars.last == "*" && word.unicodeScalars.count > 1
        if isPrefix { word.unicodeScalars.removeLast() }
        add(Term(text: word, isPrefix: isPrefix))
      }
    }
  }

  /// The text in quotation marks; quotation marks in it are doubled.
  private static func quoted(_ text: String) -> String { "\"\(text.replacing(scalar: "\"", with: "\"\""))\"" }

  private mutating func add(_ term: Term) { if !term.text.isEmpty { terms.append(term) } }

  /// The expression for FTS5, and the terms that it cannot find.
  ///
  /// A trigram index cannot find terms of fewer than three characters.
  func question(_ tokenizer: Schema.Search.Tokenizer) -> (expression: String?, parts: [String]) {
    let isTrigram = tokenizer == .trigram
    let isShort = { (term: Term) in isTrigram && term.text.unicodeScalars.count < 3 }
    let short = terms.filter(isShort)
    let words = terms.filter { !isShort($0) }.map { term in
      // In quotation marks everything is plain text. FTS5 ignores a term without a letter or digit.
      term.isPrefix && !isTrigram ? "\(Self.quoted(term.text)) *" : Self.quoted(term.text)
    }
    return (words.isEmpty ? nil : words.joined(separator: " "), short.map(\.text))
  }
}
