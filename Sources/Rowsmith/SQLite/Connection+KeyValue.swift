#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

extension Connection {
  /// Registers `rowsmith_key_value`, which decodes the elements of a list of keys.
  func registerKeyValue() throws {
    try registerFunction("rowsmith_key_value", arguments: 1) { context, _, arguments in
      guard let arguments, let text = argument(arguments[0]) else { return sqlite3_result_null(context) }
      (KeyCoding.values(in: text).first.flatMap { $0 } ?? .null).give(to: context)
    }
  }
}
