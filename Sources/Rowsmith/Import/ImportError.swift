import RowsmithSchema

/// Why an import failed. Nothing was written.
public struct ImportError: Error, Sendable, Hashable {
  /// The kind of failure.
  public enum Reason: String, Sendable, Hashable {
    /// The text is not JSON (RFC 8259), or not UTF-8.
    case malformedJSON
    /// The JSON is not shaped as the target says.
    case unexpectedShape
    /// A value cannot be stored as the model says.
    case invalidValue
    /// A record lacks something that it needs.
    case missingValue
    /// A row cannot be deleted or unlinked.
    case refused
    /// Two rows would have the same values of a unique index.
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
  /// The JSON path of the fault: `$[12].comments[3].created_at`.
  public var path: String?
  /// The source of the fault where several were imported together: its name, or `source 2`.
  public var source: String?
  /// The line of the fault, from 1.
  public var line: Int?
  /// The column of the fault in bytes, from 1.
  public var column: Int?

  /// Creates an error.
  public init(
    _ reason: Reason, _ message: String, entity: String? = nil, path: String? = nil, line: Int? = nil,
    column: Int? = nil, source: String? = nil
  ) {
    self.reason = reason
    self.message = message
    self.entity = entity
    self.path = path
    self.line = line
    self.column = column
    self.source = source
  }
}

extension ImportError: CustomStringConvertible {
  /// One line, fit for a terminal: `12:31: $[3].released: Album: expected …`.
  public var description: String {
    var text = source.map { "\($0): " } ?? ""
    if let line, let column { text += "\(line):\(column): " }
    if let path { text += "\(path): " }
    if let entity { text += "\(entity): " }
    return (text + message).escapedForDisplay()
  }
}
