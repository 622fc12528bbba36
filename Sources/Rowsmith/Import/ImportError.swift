public import Foundation
import RowsmithSchema

/// Why an import failed. Nothing was written.
public struct ImportError: Error, Sendable, Hashable {
  /// The kind of failure.
  public enum Reason: String, Sendable, Hashable {
    /// The text is not JSON (RFC 8259) or not UTF-8.
    case malformedJSON
    /// The JSON does not have the shape that the target says.
    case unexpectedShape
    /// A value cannot be stored as the type in the model.
    case invalidValue
    /// A record lacks a required value.
    case missingValue
    /// A row cannot be deleted or unlinked.
    case refused
    /// Two rows would have the same values in a unique index.
    case notUnique
    /// The target names something that the model or the database does not have.
    case unknownTarget
    /// The app's transform or hook threw.
    case customization
    /// The source could not be read.
    case unreadable
    /// The caller cancelled.
    case cancelled
  }

  /// The kind of failure.
  public var reason: Reason
  /// What was expected, what was found, what to do.
  public var message: String
  /// The entity of the record.
  public var entity: String?
  /// The attribute or relationship of that entity that is at fault, by its name in the model; `nil` if the fault is the
  /// whole record, or not in a record.
  public var member: String?
  /// The JSON path of the fault: `$[12].comments[3].created_at`.
  public var path: String?
  /// The source of the fault, if several were imported together: its name, or `source 2`.
  public var source: String?
  /// The line of the fault, from 1.
  public var line: Int?
  /// The column of the fault in bytes, from 1.
  public var column: Int?
  /// What a wider model would allow; `nil` if no model would.
  package var contradiction: Contradiction?

  /// Creates an error.
  public init(
    _ reason: Reason, _ message: String, entity: String? = nil, member: String? = nil, path: String? = nil,
    line: Int? = nil, column: Int? = nil, source: String? = nil
  ) {
    self.reason = reason
    self.message = message
    self.entity = entity
    self.member = member
    self.path = path
    self.line = line
    self.column = column
    self.source = source
  }
}

extension ImportError: CustomStringConvertible {
  /// One line, safe to print to a terminal: `12:31: $[3].released: Album: expected …`.
  public var description: String {
    var text = source.map { "\($0): " } ?? ""
    if let line, let column { text += "\(line):\(column): " }
    if let path { text += "\(path): " }
    if let entity { text += "\(entity): " }
    return (text + message).escapedForDisplay()
  }
}

extension ImportError: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }

  /// Where the fault is, as far as known: `line 12, column 31, $[3].released, in a record of Album`; the source comes first
  /// if there are several.
  public var failureReason: String? {
    var parts = source.map { [$0] } ?? []
    if let line, let column { parts.append("line \(line), column \(column)") }
    if let path { parts.append(path) }
    if let entity { parts.append("in a record of \(entity)") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ").escapedForDisplay()
  }
}

extension ImportError {
  /// The import error for JSON that cannot be read.
  init(_ error: JSONError) {
    let reason: Reason =
      switch error.reason {
      case .malformed: .malformedJSON
      case .unreadable: .unreadable
      }
    self.init(reason, error.message, line: error.line, column: error.column)
  }

  /// Runs the body; throws JSON errors and cancellation as an ``ImportError``.
  static func translatingJSON<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as JSONError {
      throw ImportError(error)
    } catch is CancellationError {
      throw ImportError(.cancelled, "the import was cancelled; the database is unchanged")
    }
  }
}
