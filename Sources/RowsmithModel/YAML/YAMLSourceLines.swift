/// The lines of a model's text, for messages about invalid YAML.
struct YAMLSourceLines {
  private let text: String
  private let lines: [Substring]

  /// Splits a text at its line breaks.
  init(_ text: String) {
    self.text = text
    lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
  }

  /// The line with this number, from 1; empty beyond the end.
  func line(_ number: Int) -> Substring {
    lines.indices.contains(number - 1) ? lines[number - 1] : ""
  }

  /// The position of the byte at an offset.
  func position(ofByte offset: Int) -> SourceRange.Position {
    let before = String(decoding: text.utf8.prefix(offset), as: UTF8.self)
    let start = before.lastIndex { $0.isNewline }.map(before.index(after:)) ?? before.startIndex
    return SourceRange.Position(
      line: before.count { $0.isNewline } + 1, column: before[start...].unicodeScalars.count + 1)
  }

  /// The unquoted type such as `[Int]?` whose question mark is at a position: it is not valid YAML.
  func unquotedOptionalType(endingAt place: SourceRange.Position) -> String? {
    let text = String(String.UnicodeScalarView(line(place.line).unicodeScalars.prefix(place.column)))
    for (open, close) in [("[", "]?"), ("{", "}?")] as [(Character, String)] where text.hasSuffix(close) {
      return text.lastIndex(of: open).map { String(text[$0...]) }
    }
    return nil
  }
}
