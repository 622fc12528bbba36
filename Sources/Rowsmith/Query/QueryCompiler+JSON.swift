#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation
import RowsmithSchema

/// A test of a JSON member.
enum JSONQuestion: Sendable, Hashable {
  case isNull
  /// Compares the member with a value, if it has one of these JSON types.
  case compare(Comparison, StoredValue, kinds: [String])
  /// True if the member equals one of the values, and has one of these JSON types.
  case isIn([StoredValue], kinds: [String])
}

extension QueryCompiler {
  /// A condition on a member of the JSON in a column.
  mutating func jsonMember(
    _ column: ColumnTerm, _ keys: [String], _ question: JSONQuestion, _ alias: String
  ) throws -> String {
    let name = "rowsmith_json(\(try firstColumn(column, alias)))"
    let path = try path(keys, in: name)
    let member = "json_extract(\(name), \(path))"
    // With CASE: SQLite may evaluate the operands of AND in any order, and `json_extract` fails for text that is not JSON.
    func checked(_ kinds: [String], _ condition: String) -> String {
      let list = kinds.map { "'\($0)'" }.joined(separator: ", ")
      return "CASE WHEN json_valid(\(name)) AND json_type(\(name), \(path)) IN (\(list)) "
        + "THEN \(condition) ELSE 0 END"
    }
    switch question {
    case .isNull: return "CASE WHEN json_valid(\(name)) THEN \(member) IS NULL ELSE 1 END"
    case .compare(let comparison, let value, let kinds):
      return checked(kinds, "\(member) \(comparison.rawValue) \(bind(value))")
    case .isIn(let values, let kinds): return checked(kinds, membership([member], values.map { [$0] }))
    }
  }

  /// The path in SQLite's syntax, as SQL. As in `ImportName`, a key of digits is a position in an array, and a member elsewhere.
  private mutating func path(_ keys: [String], in name: String) throws -> String {
    var parts: [String] = []
    var fixed = "$"
    for key in keys {
      if !key.isEmpty, key.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        parts.append(bind(.text(fixed)))
        fixed = ""
        parts.append(
          "CASE json_type(\(name), \(parts.joined(separator: " || "))) "
            + "WHEN 'array' THEN '[\(key)]' ELSE '.\"\(key)\"' END")
      } else if key.isEmpty || key.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
        throw StoreError(
          .misuse,
          "expected keys with one dot between them, without quotes and backslashes, found '\(key)'; "
            + "use `Condition.sql`")
      } else {
        fixed += ".\"\(key)\""
      }
    }
    if parts.isEmpty || !fixed.isEmpty { parts.append(bind(.text(fixed))) }
    return "(\(parts.joined(separator: " || ")))"
  }
}

extension Connection {
  /// Registers `rowsmith_json`: JSON without needless escapes. SQLite before 3.45 compares a key in a path with the key as the
  /// JSON spells it.
  func registerJSON() throws {
    try registerFunction("rowsmith_json", arguments: 1) { context, _, arguments in
      guard let arguments else { return }
      guard hasBackslash(arguments[0]), let text = argument(arguments[0]),
        let value = try? JSONValue(parsing: text)
      else { return sqlite3_result_value(context, arguments[0]) }
      StoredValue.text(value.text).give(to: context)
    }
  }
}

/// Whether an argument is a text with a backslash.
private func hasBackslash(_ value: OpaquePointer?) -> Bool {
  guard let bytes = sqlite3_value_text(value) else { return false }
  return memchr(bytes, 0x5C, Int(sqlite3_value_bytes(value))) != nil
}
