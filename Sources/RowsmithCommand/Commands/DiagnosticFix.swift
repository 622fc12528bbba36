import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSchema

/// The edit that replaces an unknown word by the suggested one.
struct DiagnosticFix {
  /// The range to replace: lines and columns in Unicode scalars, from 1; the end is after the last one.
  private let path: String
  private let line: Int
  private let column: Int
  private let endColumn: Int
  /// The replacement.
  private let text: String

  /// `nil` if there is no suggestion, or if the word cannot be isolated.
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

  /// The range of the word quoted in the message. A type such as `[Albm]?` has other characters around it.
  private static func word(in text: ArraySlice<Unicode.Scalar>, quotedIn message: String) -> Range<Int>? {
    let quoted = message.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 && !$0.element.isEmpty }.map { Array($0.element.unicodeScalars) }
    let places = quoted.compactMap { word in text.firstRange(of: word).map { (range: $0, count: word.count) }
    }
    return places.max { $0.count < $1.count }?.range
  }

  /// The word, quoted for YAML if necessary; `nil` if it cannot be quoted here.
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

  /// The title of the edit in an editor.
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
