/// The words of Swift source, without its comments and string literals.
struct SwiftWords {
  struct Word {
    var text: String
    /// Whether it names a member of what stands before it.
    var followsDot: Bool
    /// How many spaces its line begins with.
    var indent: Int
    var line: Int
  }

  private(set) var words: [Word] = []

  init(_ source: String) {
    let bytes = Array(source.utf8)
    var (index, line, indent, isAtStart, followsDot) = (0, 0, 0, true, false)
    func byte(_ distance: Int) -> UInt8 { index + distance < bytes.count ? bytes[index + distance] : 0 }
    /// Goes on behind the next such text.
    func skip(_ opening: Int, to end: [UInt8]) {
      index += opening
      while index < bytes.count, !bytes[index...].starts(with: end) {
        if bytes[index] == Self.newline { line += 1 }
        index += end == [Self.quote] && bytes[index] == Self.backslash ? 2 : 1
      }
      index += end.count
    }
    while index < bytes.count {
      switch (byte(0), byte(1), byte(2)) {
      case (Self.newline, _, _):
        (index, line, indent, isAtStart) = (index + 1, line + 1, 0, true)
        continue
      case (Self.space, _, _) where isAtStart:
        (index, indent) = (index + 1, indent + 1)
        continue
      case (Self.slash, Self.slash, _):
        skip(2, to: [Self.newline])
        index -= 1
      case (Self.pound, Self.quote, _): skip(2, to: [Self.quote, Self.pound])
      case (Self.quote, Self.quote, Self.quote): skip(3, to: [Self.quote, Self.quote, Self.quote])
      case (Self.quote, _, _): skip(1, to: [Self.quote])
      case (let first, _, _) where Self.isWord(first):
        let end = bytes[index...].firstIndex { !Self.isWord($0) } ?? bytes.count
        let text = String(decoding: bytes[index..<end], as: UTF8.self)
        words.append(Word(text: text, followsDot: followsDot, indent: indent, line: line))
        index = end
      case (let other, _, _):
        (index, isAtStart, followsDot) = (index + 1, false, other == UInt8(ascii: "."))
        continue
      }
      (isAtStart, followsDot) = (false, false)
    }
  }

  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")
  private static let slash = UInt8(ascii: "/")
  private static let pound = UInt8(ascii: "#")
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static let declaring: Set = ["struct", "class", "enum", "actor", "protocol", "typealias"]

  /// The types that the file declares for other files, none of them inside another one.
  var declaredTypes: Set<String> {
    types { declaration, line in
      declaration.indent == 0 && !line.contains { $0.text == "private" || $0.text == "fileprivate" }
    }
  }

  /// The types that the file mentions and does not declare itself.
  var mentionedTypes: Set<String> {
    Set(words.lazy.filter { !$0.followsDot }.map(\.text)).subtracting(types { _, _ in true })
  }

  /// The names behind words such as `struct`; what stands before them in their line is asked for.
  private func types(where isWanted: (Word, ArraySlice<Word>) -> Bool) -> Set<String> {
    var types: Set<String> = []
    for (index, word) in words.enumerated().dropLast() where Self.declaring.contains(word.text) {
      let start = words[..<index].lastIndex { $0.line != word.line }.map { $0 + 1 } ?? 0
      if isWanted(word, words[start..<index]) { types.insert(words[index + 1].text) }
    }
    return types
  }
}
