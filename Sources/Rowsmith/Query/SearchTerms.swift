import RowsmithSchema

/// What a text asks of an index of words. A text is no language: words, phrases in quotation marks and a `*` behind a word mean
/// something, and all else is text.
struct SearchTerms: Sendable, Hashable {
  /// Words that all have to be there, or words one behind another.
  struct Term: Sendable, Hashable {
    var text: String
    /// Whether other letters may follow.
    var isPrefix = false
  }

  private(set) var terms: [Term] = []

  /// Reads a text.
  init(_ text: String) {
    // Not by characters: a quotation mark may have an accent.
    var rest = Substring(text.replacing(scalar: "\0", with: " ")).unicodeScalars[...]
    while let first = rest.first {
      if first.properties.isWhitespace {
        rest.removeFirst()
      } else if first == "\"", let end = rest.dropFirst().firstIndex(of: "\"") {
        add(Term(text: String(rest[rest.index(after: rest.startIndex)..<end])))
        rest = rest[rest.index(after: end)...]
      } else {
        // A quotation mark that begins no phrase is text.
        let end = rest.dropFirst().firstIndex { $0.properties.isWhitespace || $0 == "\"" } ?? rest.endIndex
        var word = String(rest[..<end])
        rest = rest[end...]
        let isPrefix = word.unicodeScalars.last == "*" && word.unicodeScalars.count > 1
        if isPrefix { word.unicodeScalars.removeLast() }
        add(Term(text: word, isPrefix: isPrefix))
      }
    }
  }

  /// The text in quotation marks, those in it doubled.
  private static func quoted(_ text: String) -> String { "\"\(text.replacing(scalar: "\"", with: "\"\""))\"" }

  private mutating func add(_ term: Term) { if !term.text.isEmpty { terms.append(term) } }

  /// What FTS5 is asked, where it can be; and what it cannot be asked.
  ///
  /// An index of three characters in a row knows nothing shorter.
  func question(_ tokenizer: Schema.Search.Tokenizer) -> (expression: String?, parts: [String]) {
    let isTrigram = tokenizer == .trigram
    let isShort = { (term: Term) in isTrigram && term.text.unicodeScalars.count < 3 }
    let short = terms.filter(isShort)
    let words = terms.filter { !isShort($0) }.map { term in
      // In quotation marks all is text. One that has no letter or digit is passed over.
      term.isPrefix && !isTrigram ? "\(Self.quoted(term.text)) *" : Self.quoted(term.text)
    }
    return (words.isEmpty ? nil : words.joined(separator: " "), short.map(\.text))
  }
}
