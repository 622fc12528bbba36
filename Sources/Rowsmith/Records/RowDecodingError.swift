public import Foundation
import RowsmithSchema

/// A column holds a value that the model does not allow: another program wrote it, or the database belongs to another version
/// of the model.
public struct RowDecodingError: Error, Sendable, Hashable {
  /// The entity of the record that was read.
  public var entity: String
  /// The column.
  public var column: String
  /// What the model requires of the column: `an integer`.
  public var expected: String
  /// What the column holds: `NULL`, `text "abc"`.
  public var found: String

  /// Creates an error.
  public init(entity: String, column: String, expected: String, found: String) {
    self.entity = entity
    self.column = column
    self.expected = expected
    self.found = found
  }
}

extension RowDecodingError: CustomStringConvertible {
  /// One line: `Album.released: expected a date, found text "soon"`.
  public var description: String {
    "\(entity).\(column): expected \(expected), found \(found)".escapedForDisplay()
  }
}

extension RowDecodingError: LocalizedError {
  /// The column, what was expected and what was found.
  public var errorDescription: String? { description }
}
