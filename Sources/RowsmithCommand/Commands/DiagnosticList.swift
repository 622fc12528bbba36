import Rowsmith
import RowsmithModel

/// Diagnostics as JSON.
enum DiagnosticList {
  static func json(_ diagnostics: [Diagnostic]) -> [JSONValue] { diagnostics.map(json) }

  private static func json(_ diagnostic: Diagnostic) -> JSONValue {
    .object([
      .init("path", .string(diagnostic.path)),
      .init("line", JSONValue(diagnostic.line)),
      .init("column", JSONValue(diagnostic.column)),
      .init("endLine", JSONValue(diagnostic.endLine)),
      .init("endColumn", JSONValue(diagnostic.endColumn)),
      .init("severity", .string(diagnostic.severity.rawValue)),
      .init("message", .string(diagnostic.message)),
      .init("suggestion", diagnostic.suggestion.map { .string($0) } ?? .null),
    ])
  }
}
