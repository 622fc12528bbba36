#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation
import RowsmithSchema

extension Connection {
  /// Registers the collations and functions that queries use.
  func registerFunctions() throws {
    try register(.decimal)
    try register(.caseless)
    makeCollationsOnDemand()
    let code = sqlite3_create_function_v2(
      handle, "rowsmith_matches", 3, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, arguments in
        guard let arguments, let text = argument(arguments[0]), let pattern = argument(arguments[1]),
          let place = argument(arguments[2]).flatMap(TextMatch.Place.init)
        else { return sqlite3_result_int(context, 0) }
        sqlite3_result_int(context, matches(text.lowercased(), pattern.lowercased(), place) ? 1 : 0)
      }, nil, nil, nil)
    if code != SQLITE_OK { throw error(code) }
    try registerDecimalAggregates()
    try registerSum()
    try registerKeyValue()
    try registerJSON()
  }

  /// Registers `rowsmith_json`: JSON without needless escapes. SQLite before 3.45 compares a key in a path with the key as the
  /// JSON spells it.
  private func registerJSON() throws {
    let code = sqlite3_create_function_v2(
      handle, "rowsmith_json", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { context, _, arguments in
        guard let arguments else { return }
        guard hasBackslash(arguments[0]), let text = argument(arguments[0]),
          let value = try? JSONValue(parsing: text)
        else { return sqlite3_result_value(context, arguments[0]) }
        StoredValue.text(value.text).give(to: context)
      }, nil, nil, nil)
    if code != SQLITE_OK { throw error(code) }
  }
}

/// The text of an argument; `nil` for NULL.
func argument(_ value: OpaquePointer?) -> String? {
  guard let bytes = sqlite3_value_text(value) else { return nil }
  let count = Int(sqlite3_value_bytes(value))
  return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
}

/// Whether an argument is a text with a backslash.
private func hasBackslash(_ value: OpaquePointer?) -> Bool {
  guard let bytes = sqlite3_value_text(value) else { return false }
  return memchr(bytes, 0x5C, Int(sqlite3_value_bytes(value))) != nil
}

private func matches(_ text: String, _ pattern: String, _ place: TextMatch.Place) -> Bool {
  switch place {
  case .prefix: text.hasPrefix(pattern)
  case .suffix: text.hasSuffix(pattern)
  case .anywhere: pattern.isEmpty || text.contains(pattern)
  case .whole: text == pattern
  case .part: text.unicodeScalars.contains(pattern.unicodeScalars)
  }
}
