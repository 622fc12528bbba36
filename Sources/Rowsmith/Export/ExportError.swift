public import Foundation
import RowsmithSchema

/// Why JSON was not produced, or not all of it.
public struct ExportError: Error, Sendable, Hashable {
  /// The kind of failure.
  public enum Reason: String, Sendable, Hashable {
    /// The model has no such entity or relationship.
    case unknownTarget
    /// There is no record with that key. Nothing was written.
    case unknownKey
    /// Two records would have the same key in an object of records, or one has none. Nothing was written.
    case ambiguousKey
    /// The condition is not one SQL expression, it does more than read, or it fails over a record, which may be after the first
    /// ones were written.
    case badCondition
    /// The options ask for something that only a database knows, for a record that is not in one.
    case notStored
    /// The two records to compare have different keys.
    case otherRecord
    /// The app's transform threw.
    case customization
    /// The caller cancelled.
    case cancelled
  }

  /// The kind of failure.
  public var reason: Reason
  /// What was expected, what was found, what to do.
  public var message: String
  /// The byte at fault in a condition in SQL, counted from 1, if known.
  public var column: Int?

  /// Creates an error.
  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}

extension ExportError: CustomStringConvertible {
  /// The message on one line, fit for a terminal.
  public var description: String { message.escapedForDisplay() }
}

extension ExportError: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }
}
