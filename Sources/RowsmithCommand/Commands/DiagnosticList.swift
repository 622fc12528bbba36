import Foundation
import Rowsmith
import RowsmithModel

/// Diagnostics as JSON.
enum DiagnosticList {
  static func json(_ diagnostics: [Diagnostic]) -> [JSONValue] {
    var files: [String: [Substring.UnicodeScalarView]] = [:]
    return diagnostics.map { diagnostic in
      let lines = files[diagnostic.path] ?? lines(of: diagnostic.path)
      files[diagnostic.path] = lines
      return json(diagnostic, DiagnosticFix(diagnostic, lines: lines))
    }
  }

  /// The lines of a file; empty if it cannot be read, as the diagnostic reports, or not again.
  private static func lines(of path: String) -> [Substring.UnicodeScalarView] {
    if ModelFile(path: path).isPipe { return [] }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    return text.split(omittingEmptySubsequences: false) { $0.isNewline }.map(\.unicodeScalars)
  }

  private static func json(_ diagnostic: Diagnostic, _ fix: DiagnosticFix?) -> JSONValue {
    .object([
      .init("path", .string(diagnostic.path)),
      .init("line", JSONValue(diagnostic.line)),
      .init("column", JSONValue(diagnostic.column)),
      .init("endLine", JSONValue(diagnostic.endLine)),
      .init("endColumn", JSONValue(diagnostic.endColumn)),
      .init("severity", .string(diagnostic.severity.rawValue)),
      .init("message", .string(diagnostic.message)),
      .init("suggestion", diagnostic.suggestion.map { .string($0) } ?? .null),
      .init("fixes", .array(fix.map { [$0.json] } ?? [])),
    ])
  }
}
