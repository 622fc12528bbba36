#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// A condition in SQL from the caller: one expression over the columns of an entity's table, which can only read.
struct ExportCondition {
  private let text: String

  /// - Throws: ``ExportError`` with ``ExportError/Reason/badCondition`` if the text could end the expression or the statement
  ///   around it.
  init(_ text: String) throws {
    self.text = text
    var scanner = SQLScanner(text)
    if let fault = scanner.faultOfExpression() { throw Self.error(fault.message, at: fault.offset) }
  }

  /// The statement with the condition, for a table. Compiled once, so that errors are found here.
  ///
  /// - Parameter select: the statement before its WHERE.
  func sql(_ select: String, on connection: Connection) throws -> String {
    let start = "\(select) WHERE "
    // The line end closes a `--` comment.
    let sql = "\(start)(\(text)\n)"
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v2(connection.handle, sql, -1, &handle, nil)
    defer { sqlite3_finalize(handle) }
    guard code == SQLITE_OK else {
      let offset = Int(sqlite3_error_offset(connection.handle))
      let message = String(cString: sqlite3_errmsg(connection.handle))
      let place = offset < 0 ? nil : max(0, min(offset - start.utf8.count - 1, text.utf8.count))
      throw Self.error(message, at: place)
    }
    if sqlite3_bind_parameter_count(handle) > 0 {
      throw Self.error("a parameter has no value here; write the value itself", at: nil)
    }
    guard sqlite3_stmt_readonly(handle) != 0 else {
      throw Self.error("it would write", at: nil)
    }
    return sql
  }

  /// Steps to the next row of the statement with the condition. Only its expressions can fail over values, such as text that is
  /// not JSON.
  func step(_ statement: Statement) throws -> Bool {
    do {
      return try statement.step()
    } catch let error as StoreError where [.error, .tooBig, .mismatch].contains(error.code?.primary) {
      throw Self.error(error.message, at: nil)
    }
  }

  /// - Parameter offset: the offset of the byte at fault, if known.
  private static func error(_ message: String, at offset: Int?) -> ExportError {
    guard let offset else { return ExportError(.badCondition, "the condition: \(message)") }
    var error = ExportError(.badCondition, "the condition: column \(offset + 1): \(message)")
    error.column = offset + 1
    return error
  }
}
