/// What a store refused, or what SQLite refused it.
public struct StoreError: Error, Sendable, Hashable {
  /// The kind of failure.
  public enum Reason: String, Sendable, Hashable {
    /// SQLite failed; ``StoreError/code`` says how.
    case sqlite
    /// Another connection held the database for longer than the busy timeout.
    case busy
    /// The file is damaged, or no SQLite database.
    case damaged
    /// Another program has taken away or altered tables or columns of the model.
    case altered
    /// The database holds another version of the model.
    case modelChanged
    /// The store was opened read-only.
    case readOnly
    /// The store is closed, or a transaction was used after its end.
    case closed
    /// The record type, entity or relationship belongs to another model.
    case unknownEntity
    /// There is no record with the key.
    case notFound
    /// There is a record with the key already.
    case alreadyExists
    /// Two records would have the same values of a unique index.
    case notUnique
    /// A row cannot be deleted or unlinked, as the model says.
    case refused
    /// The call makes no sense: a write inside a write, SQL without its values.
    case misuse
  }

  /// The kind of failure.
  public var reason: Reason
  /// SQLite's extended result code; 0 where Rowsmith itself refused.
  public var code: Int32
  /// What went wrong and what to do.
  public var message: String
  /// The SQL that failed, if one was being run. Bound values are not part of it.
  public var sql: String?

  /// Creates an error of Rowsmith's own.
  public init(_ reason: Reason, _ message: String, sql: String? = nil) {
    self.reason = reason
    code = 0
    self.message = message
    self.sql = sql
  }

  /// Creates an error from SQLite's result code.
  public init(code: Int32 = 0, message: String, sql: String? = nil) {
    reason = Reason(code: code)
    self.code = code
    self.message = message
    self.sql = sql
  }
}

extension StoreError: CustomStringConvertible {
  /// The message, SQLite's code, and the SQL.
  public var description: String {
    var text = message
    if code != 0 { text += " (SQLite \(code))" }
    if let sql { text += " in: \(sql)" }
    return text
  }
}
