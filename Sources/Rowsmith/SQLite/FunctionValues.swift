#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

extension StoredValue {
  /// Copies the value of a function's argument.
  init(argument: OpaquePointer?) {
    switch sqlite3_value_type(argument) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(argument))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(argument))
    case SQLITE_TEXT: self = .text(Rowsmith.argument(argument) ?? "")
    case SQLITE_BLOB:
      let bytes = sqlite3_value_blob(argument)
      let count = Int(sqlite3_value_bytes(argument))
      self = .blob([UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
    default: self = .null
    }
  }

  /// Sets it as the result of a function.
  func give(to context: OpaquePointer?) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let value): sqlite3_result_int64(context, value)
    case .real(let value): sqlite3_result_double(context, value)
    case .text(var text):
      text.withUTF8 { rowsmith_result_text_copied(context, $0.baseAddress ?? zeroLength, $0.count) }
    case .blob(let bytes):
      bytes.withUnsafeBufferPointer {
        rowsmith_result_blob_copied(context, $0.baseAddress ?? zeroLength, $0.count)
      }
    }
  }
}
