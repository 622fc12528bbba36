public import Foundation

/// Why JSON could not be read outside an import (``JSONValue/init(parsing:)``), or not be kept for one (``JSONSpool``).
///
/// An import throws ``ImportError`` instead, which also names the record.
public struct JSONError: Error, Sendable, Hashable {
  /// The kind of failure.
  public enum Reason: String, Sendable, Hashable {
    /// The text is not JSON (RFC 8259), or not UTF-8.
    case malformed
    /// The bytes could not be read.
    case unreadable
  }

  /// The kind of failure.
  public var reason: Reason
  /// What was expected, what was found, what to do.
  public var message: String
  /// The line of the fault, from 1.
  public var line: Int?
  /// The column of the fault in bytes, from 1.
  public var column: Int?

  /// Creates an error.
  public init(_ reason: Reason, _ message: String, line: Int? = nil, column: Int? = nil) {
    self.reason = reason
    self.message = message
    self.line = line
    self.column = column
  }
}

extension JSONError: CustomStringConvertible {
  /// One line: `1:12: expected a value, found ']'`.
  public var description: String {
    guard let line, let column else { return message }
    return "\(line):\(column): \(message)"
  }
}

extension JSONError: LocalizedError {
  /// The message with its location.
  public var errorDescription: String? { description }
}

extension JSONError {
  /// The error for a document that cannot be opened; `code` is `errno`.
  static func unreadable(_ path: String, _ code: Int32) -> JSONError {
    JSONError(.unreadable, "cannot read '\(path)': \(String(cString: strerror(code)))")
  }
}
