public import Foundation
import RowsmithSchema

/// An error in a model, or a legal construct that is probably a mistake.
///
/// Its description has the format of compilers, `path:line:column: error: message`, which editors and build systems turn
/// into a link.
public struct Diagnostic: Error, Sendable, Hashable {
  /// The severity of a diagnostic.
  public enum Severity: String, Sendable, Hashable {
    /// The model cannot be compiled.
    case error
    /// The model is legal, but probably not what was meant.
    case warning
  }

  /// The severity.
  public let severity: Severity
  /// What is wrong, what was expected, what was found, and what to do; without the suggestion.
  public let message: String
  /// The word that was probably meant.
  public let suggestion: String?
  /// The file, as the source names it.
  public let path: String
  /// The line, from 1.
  public let line: Int
  /// The column in characters (Unicode scalars), from 1.
  public let column: Int
  /// The line in which the range ends.
  public let endLine: Int
  /// The column after the last character of the range.
  public let endColumn: Int

  init(_ severity: Severity, _ message: String, suggestion: String? = nil, at range: SourceRange) {
    self.severity = severity
    self.message = message
    self.suggestion = suggestion
    path = range.path
    line = range.start.line
    column = range.start.column
    endLine = range.end.line
    endColumn = range.end.column
  }

  static func error(_ message: String, suggestion: String? = nil, at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, message, suggestion: suggestion, at: range)
  }

  static func warning(_ message: String, suggestion: String? = nil, at range: SourceRange) -> Diagnostic {
    Diagnostic(.warning, message, suggestion: suggestion, at: range)
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `path:line:column: error: message; did you mean 'word'?`, always on one line.
  public var description: String {
    let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    return "\(path):\(line):\(column): \(severity.rawValue): \(message)\(hint)".escapedForDisplay()
  }
}

extension Diagnostic: LocalizedError {
  /// The message with its place.
  public var errorDescription: String? { description }
}

extension Diagnostic: Comparable {
  /// Orders diagnostics by file, line and column, then by message.
  public static func < (left: Diagnostic, right: Diagnostic) -> Bool {
    (left.path, left.line, left.column, left.message) < (right.path, right.line, right.column, right.message)
  }
}

extension [Diagnostic] {
  /// Whether any of them is an error.
  public var hasErrors: Bool { contains { $0.severity == .error } }

  /// Sorted by file, line and column, without duplicates, which aliases cause.
  var inOrder: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return sorted().filter { seen.insert($0).inserted }
  }
}
