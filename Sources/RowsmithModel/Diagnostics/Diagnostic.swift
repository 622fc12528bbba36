public import Foundation
import RowsmithSchema

/// A mistake in a model, or something in it that is legal and probably not meant.
///
/// Its description is the form compilers print, `path:line:column: error: message`, which editors and build
/// systems turn into a link.
public struct Diagnostic: Error, Sendable, Hashable {
  /// How bad it is.
  public enum Severity: String, Sendable, Hashable {
    /// Nothing can be made of the model.
    case error
    /// The model is legal; this is probably not what was meant.
    case warning
  }

  /// How bad it is.
  public let severity: Severity
  /// What is wrong, what was expected, what was found, what to do; without the suggestion.
  public let message: String
  /// The word that was probably meant.
  public let suggestion: String?
  /// The file, as the source names it.
  public let path: String
  /// The line, from 1.
  public let line: Int
  /// The column in characters (Unicode scalars), from 1.
  public let column: Int
  /// The line on which the text that is meant ends.
  public let endLine: Int
  /// The column after its last character.
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
  /// `path:line:column: error: message; did you mean 'word'?`, on one line whatever the model holds.
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
  /// By file, line and column; what is at the same place by its text.
  public static func < (left: Diagnostic, right: Diagnostic) -> Bool {
    (left.path, left.line, left.column, left.message) < (right.path, right.line, right.column, right.message)
  }
}

extension [Diagnostic] {
  /// Whether there is an error among them.
  public var hasErrors: Bool { contains { $0.severity == .error } }

  /// Sorted by file, line and column, each once: what an alias repeats is said once.
  var inOrder: [Diagnostic] {
    var seen: Set<Diagnostic> = []
    return sorted().filter { seen.insert($0).inserted }
  }
}
