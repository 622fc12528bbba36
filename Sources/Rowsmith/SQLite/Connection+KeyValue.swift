import CSQLite
import RowsmithSchema

extension Connection {
  /// Gives the connection `rowsmith_key_value`, which decodes the elements of a list of keys.
  func registerKeyValue() throws {
    let code = sqlite3_create_function_v2(
      handle, "rowsmith_key_value", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, arguments in
        guard let arguments, let text = argument(arguments[0]) else { return sqlite3_result_null(context) }
        switch KeyCoding.values(in: text).first.flatMap({ $0 }) ?? .null {
        case .null: sqlite3_result_null(context)
        case .integer(let value): sqlite3_result_int64(context, value)
        case .real(let value): sqlite3_result_double(context, value)
        case .text(var text):
          text.withUTF8 {
            rowsmith_result_text_copied(context, $0.baseAddress ?? zeroLength, Int32($0.count))
          }
        case .blob(let bytes):
          bytes.withUnsafeBufferPointer {
            rowsmith_result_blob_copied(context, $0.baseAddress ?? zeroLength, Int32($0.count))
          }
        }
      }, nil, nil, nil)
    if code != SQLITE_OK { throw error(code) }
  }
}
