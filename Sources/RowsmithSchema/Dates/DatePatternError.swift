public import Foundation

/// What is wrong with a date pattern, where, and what to write instead.
public struct DatePatternError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A sentence without the pattern: what was found and what to do.
  public let message: String
  /// Where in the pattern, in UTF-8 bytes from its start.
  public let offset: Int
  /// The whole pattern.
  public let pattern: String

  init(_ message: String, offset: Int, pattern: String) {
    self.message = message
    self.offset = offset
    self.pattern = pattern
  }

  /// The message with the pattern and the place in it.
  public var description: String { "date pattern '\(pattern)', character \(offset + 1): \(message)" }
}

extension DatePatternError: LocalizedError {
  /// The message with the pattern and the place in it.
  public var errorDescription: String? { description }
}
