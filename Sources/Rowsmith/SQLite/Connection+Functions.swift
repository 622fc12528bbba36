import CSQLite
import Foundation

extension Connection {
  /// Gives the connection the collations and functions that queries use.
  func registerFunctions() throws {
    try register(.decimal) { Collation.decimal.order($1, $2, $3, $4) }
    try register(.caseless) { Collation.caseless.order($1, $2, $3, $4) }
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
    try registerKeyValue()
  }

  private func register(
    _ collation: Collation,
    _ compare:
      @escaping @convention(c) (
        UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
      ) -> Int32
  ) throws {
    let code = sqlite3_create_collation_v2(handle, collation.rawValue, SQLITE_UTF8, nil, compare, nil)
    if code != SQLITE_OK { throw error(code) }
  }
}

extension Collation {
  /// SQLite's form of a comparison: negative, zero or positive.
  fileprivate func order(
    _ count: Int32, _ one: UnsafeRawPointer?, _ otherCount: Int32, _ other: UnsafeRawPointer?
  ) -> Int32 {
    let one = String(decoding: UnsafeRawBufferPointer(start: one, count: Int(count)), as: UTF8.self)
    let other = String(decoding: UnsafeRawBufferPointer(start: other, count: Int(otherCount)), as: UTF8.self)
    return Int32(compare(one, other).rawValue)
  }
}

/// The text of an argument; nil for NULL.
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
  }
}
