#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation

extension Connection {
  /// Registers the collations and functions that queries use.
  func registerFunctions() throws {
    try register(.decimal)
    try register(.decimals)
    try register(.caseless)
    makeCollationsOnDemand()
    try registerFunction("rowsmith_matches", arguments: 3) { context, _, arguments in
      guard let arguments, let text = argument(arguments[0]), let pattern = argument(arguments[1]),
        let place = argument(arguments[2]).flatMap(TextMatch.Place.init)
      else { return sqlite3_result_int(context, 0) }
      sqlite3_result_int(context, matches(text.caseless, pattern.caseless, place) ? 1 : 0)
    }
    try registerDecimalAggregates()
    try registerIntegerSum()
    try registerSum()
    try registerKeyValue()
    try registerJSON()
  }

  /// Registers a function that gives the same result for the same arguments.
  func registerFunction(
    _ name: String, arguments count: Int32,
    _ body: @escaping @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
  ) throws {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
    let code = sqlite3_create_function_v2(handle, name, count, flags, nil, body, nil, nil, nil)
    if code != SQLITE_OK { throw error(code) }
  }
}

/// The text of an argument; `nil` for NULL.
func argument(_ value: OpaquePointer?) -> String? {
  guard let bytes = sqlite3_value_text(value) else { return nil }
  let count = Int(sqlite3_value_bytes(value))
  return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
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
