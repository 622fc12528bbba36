#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

extension Connection {
  /// Registers `rowsmith_key_value`, which decodes the elements of a list of keys.
  func registerKeyValue() throws {
    let code = sqlite3_create_function_v2(
      handle, "rowsmith_key_value", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, arguments in
        guard let arguments, let text = argument(arguments[0]) else { return sqlite3_result_null(context) }
        (KeyCoding.values(in: text).first.flatMap { $0 } ?? .null).give(to: context)
      }, nil, nil, nil)
    if code != SQLITE_OK { throw error(code) }
  }
}
