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

  /// An unquoted type such as `[Int]?` on this line, which is not valid YAML.
  func unquotedOptionalType(onLine number: Int) -> String? {
    let line = line(number)
    for (open, close) in [("[", "]?"), ("{", "}?")] as [(Character, String)] {
      guard let end = line.range(ofLast: close), let start = line[..<end.lowerBound].lastIndex(of: open)
      else {
        continue
      }
      return String(line[start..<end.upperBound])
    }
    return nil
  }
}

extension Substring {
  /// The last occurrence of a text.
  fileprivate func range(ofLast text: String) -> Range<Index>? {
    var end = endIndex
    while end > startIndex {
      if self[..<end].hasSuffix(text) { return index(end, offsetBy: -text.count)..<end }
      end = index(before: end)
    }
    return nil
  }
}
