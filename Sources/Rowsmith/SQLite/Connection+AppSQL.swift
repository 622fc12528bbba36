#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

extension Connection {
  /// Compiles SQL of the app and binds its values: one statement, with a value for each parameter.
  func prepareAppSQL(_ sql: String, _ values: [StoredValue]) throws -> Statement {
    if let word = ForeignSQL.firstWord(of: sql), ForeignSQL.isControl(word) {
      throw StoreError(
        .misuse,
        "'\(word)' cannot be run by an app; use `read`, `write` and `savepoint`, which begin and end transactions",
        sql: sql)
    }
    let statement = try compileOnly(sql, values)
    // Cached statements may then write to other tables, for instance through a trigger.
    if let word = ForeignSQL.firstWord(of: sql), ForeignSQL.altersTables(word) { forgetKept() }
    let count = Int(sqlite3_bind_parameter_count(statement.handle))
    guard count == values.count else {
      throw StoreError(
        .misuse,
        "expected \(count) \(count == 1 ? "value" : "values") for the parameters of the SQL, "
          + "found \(values.count)", sql: sql)
    }
    statement.bind(values)
    return statement
  }

  /// Runs the body, which runs SQL of the app. If that may replace rows, triggers fire for the deleted ones, too.
  func seeingReplacedRows<Result>(of sql: String, _ body: () throws -> Result) throws -> Result {
    guard ForeignSQL.mayReplaceRows(sql), try pragma("recursive_triggers") == 0 else { return try body() }
    // Before it is turned on, which may be interrupted after it has taken effect.
    defer { restore("PRAGMA recursive_triggers = OFF") }
    try execute("PRAGMA recursive_triggers = ON")
    return try body()
  }

  /// Compiles SQL that must be one statement.
  private func compileOnly(_ sql: String, _ values: [StoredValue]) throws -> Statement {
    try sql.withCString { start in
      var compiled: OpaquePointer?
      var tail: UnsafePointer<CChar>?
      let (code, tables) = compiling { sqlite3_prepare_v3(handle, start, -1, 0, &compiled, &tail) }
      guard code == SQLITE_OK else { throw error(code, sql: sql, arguments: values) }
      guard let compiled else { throw StoreError(.misuse, "expected an SQL statement, found none", sql: sql) }
      let statement = Statement(CompiledStatement(compiled, tables: tables), on: self)
      if let tail, let rest = nextStatement(tail) {
        throw StoreError(
          .misuse, "expected one statement, found another after it: '\(rest.prefix(40))'", sql: sql)
      }
      return statement
    }
  }

  /// The text; `nil` if it holds only comments.
  private func nextStatement(_ text: UnsafePointer<CChar>) -> String? {
    guard text.pointee != 0 else { return nil }
    var compiled: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, text, -1, 0, &compiled, nil)
    defer { sqlite3_finalize(compiled) }
    return code == SQLITE_OK && compiled == nil ? nil : String(cString: text)
  }
}

/// Checks of SQL of the app, before it runs.
enum ForeignSQL {
  /// Whether a statement with that first word would begin or end a transaction, or change the state of the connection.
  static func isControl(_ word: String) -> Bool {
    let words = [
      "ATTACH", "BEGIN", "COMMIT", "DETACH", "END", "RELEASE", "ROLLBACK", "SAVEPOINT", "VACUUM",
    ]
    return words.contains(word)
  }

  /// Whether a statement with that first word may change what other statements do.
  static func altersTables(_ word: String) -> Bool { ["ALTER", "CREATE", "DROP"].contains(word) }

  /// Whether a statement may write something else than rows, which SQLite does not count: a table, or a PRAGMA's value.
  static func mayWriteUncounted(_ sql: String) -> Bool {
    let words = ["DELETE", "INSERT", "REPLACE", "SELECT", "UPDATE", "VALUES", "WITH"]
    return firstWord(of: sql).map { !words.contains($0) } ?? true
  }

  /// Whether a statement, or one of a trigger, may replace rows. The function `replace` does not.
  static func mayReplaceRows(_ sql: String) -> Bool {
    // Between the words may be comments.
    sql.contains(
      #/(?i)\bOR(?:\s|--.*|/\*(?s:.*?)\*/)+REPLACE\b(?!\s*\()|\bREPLACE(?:\s|--.*|/\*(?s:.*?)\*/)+INTO\b/#)
  }

  /// The first word after comments, in capitals.
  static func firstWord(of sql: String) -> String? {
    var rest = Substring(sql)
    while let first = rest.first {
      if first.isWhitespace || first == ";" {
        rest.removeFirst()
      } else if rest.hasPrefix("--") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.hasPrefix("*/") { rest.removeFirst() }
        rest = rest.dropFirst(2)
      } else {
        return rest.prefix { $0.isLetter }.uppercased()
      }
    }
    return nil
  }
}
