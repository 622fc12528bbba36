public import Foundation
public import RowsmithSchema

/// Why a store, or SQLite, refused a call.
///
/// ``reason`` and ``code`` are for programs; ``message`` is for people and may change. The values of a statement are often
/// private: they are not in ``description``, which ends up in logs, but in ``arguments`` and ``expandedDescription``.
public struct StoreError: Error, Sendable, Hashable {
  /// The kind of failure.
  public var reason: Reason
  /// SQLite's extended result code; `nil` if Rowsmith itself refused.
  public var code: Code?
  /// What went wrong and what to do.
  public var message: String
  /// The SQL that failed, if any. It does not contain bound values.
  public var sql: String?
  /// The values that were bound to the parameters of the SQL, if known.
  public var arguments: [StoredValue]
  /// The entity of the record that was read or written, if known.
  public var entity: String?
  /// The key of that record, one value per column, if known.
  public var key: [StoredValue]?

  /// Creates an error of Rowsmith.
  public init(
    _ reason: Reason, _ message: String, sql: String? = nil, entity: String? = nil, key: [StoredValue]? = nil
  ) {
    self.reason = reason
    self.message = message
    self.sql = sql
    arguments = []
    self.entity = entity
    self.key = key
  }

  /// Creates an error from a result code of SQLite.
  public init(code: Code? = nil, message: String, sql: String? = nil, arguments: [StoredValue] = []) {
    reason = code.map { Reason($0) } ?? .sqlite
    self.code = code
    self.message = message
    self.sql = sql
    self.arguments = arguments
  }
}

extension StoreError: CustomStringConvertible {
  /// The message, SQLite's code, and the SQL, without the values of its parameters. Safe to print to a terminal; the SQL
  /// keeps its line feeds.
  public var description: String {
    var text = message.escapedForDisplay()
    if let code { text += " (\(code))" }
    if let sql { text += " in: \(sql.escapedForDisplay(keepingLineFeeds: true))" }
    return text
  }

  /// The description with the values of the parameters, for debugging: they may be private.
  public var expandedDescription: String {
    if arguments.isEmpty { return description }
    let values = arguments.map { DDL.literal($0).escapedForDisplay() }
    return "\(description) with \(values.joined(separator: ", "))"
  }
}

extension StoreError: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }

  /// SQLite's description of the code; `nil` if Rowsmith itself refused.
  public var failureReason: String? { code.map(\.meaning) }
}
