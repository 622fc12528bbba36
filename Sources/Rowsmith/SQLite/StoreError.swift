/// What the database refused.
public struct StoreError: Error, Sendable, Hashable {
  /// SQLite's extended result code; 0 where Rowsmith itself refused.
  public var code: Int32
  /// What went wrong and what to do.
  public var message: String
  /// The SQL that failed, if one was being run. Bound values are not part of it.
  public var sql: String?

  /// Creates an error.
  public init(code: Int32 = 0, message: String, sql: String? = nil) {
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
