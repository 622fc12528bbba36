import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSchema

/// The edit that puts the word that was probably meant in the place of the one that is there.
struct DiagnosticFix {
  /// The characters that go: lines and columns in Unicode scalars, from 1; the end is behind the last one.
  private let path: String
  private let line: Int
  private let column: Int
  private let endColumn: Int
  /// What comes in their place.
  private let text: String

  /// Nil where nothing is suggested, or the word cannot be told from what is around it.
  ///
  /// - Parameter lines: the lines of the file.
  init?(_ diagnostic: Diagnostic, lines: [Substring.UnicodeScalarView]) {
    guard let suggestion = diagnostic.suggestion, diagnostic.line == diagnostic.endLine,
      lines.indices.contains(diagnostic.line - 1)
    else { return nil }
    let scalars = Array(lines[diagnostic.line - 1])
    let range = (diagnostic.column - 1)..<max(diagnostic.column - 1, diagnostic.endColumn - 1)
    guard range.upperBound <= scalars.count, !range.isEmpty else { return nil }
    let there = scalars[range]
    guard let word = Self.word(in: there, quotedIn: diagnostic.message) else { return nil }
    let quote = there.first.flatMap { ["\"", "'"].contains($0) ? $0 : nil }
    guard let text = Self.spelled(suggestion, quote: quote, isWhole: word == range) else { return nil }
    path = diagnostic.path
    line = diagnostic.line
    column = word.lowerBound + 1
    endColumn = word.upperBound + 1
    self.text = text
  }

  /// Where the word stands that the message quotes: a type such as `[Albm]?` has more around it.
  private static func word(in text: ArraySlice<Unicode.Scalar>, quotedIn message: String) -> Range<Int>? {
    let quoted = message.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 && !$0.element.isEmpty }.map { Array($0.element.unicodeScalars) }
    let places = quoted.compactMap { word in text.firstRange(of: word).map { (range: $0, count: word.count) }
    }
    return places.max { $0.count < $1.count }?.range
  }

  /// The word as YAML has it there; nil where that takes more than a word.
  private static func spelled(_ word: String, quote: Unicode.Scalar?, isWhole: Bool) -> String? {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "_-.$/".unicodeScalars.contains(scalar)
    }
    let isWord = !["true", "false", "null", "~", "", "-"].contains(word.lowercased()) && Double(word) == nil
    if isPlain, quote != nil || isWord { return word }
    guard isWhole, quote == nil else { return nil }
    return "'\(word.replacing(scalar: "'", with: "''"))'"
  }

  /// What a person is asked.
  private var title: String { "Replace with \(text)" }

  var json: JSONValue {
    let edit = JSONValue.object([
      .init("path", .string(path)), .init("line", JSONValue(line)), .init("column", JSONValue(column)),
      .init("endLine", JSONValue(line)), .init("endColumn", JSONValue(endColumn)),
      .init("text", .string(text)),
    ])
    return .object([.init("title", .string(title)), .init("edits", .array([edit]))])
  }
}
