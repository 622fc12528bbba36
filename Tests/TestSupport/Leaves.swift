import Foundation
package import Rowsmith
import RowsmithSchema

/// The texts, numbers and truth values of a document, found by walking through it and nothing else.
package struct Leaves {
  package private(set) var all: Set<String> = []

  /// - Parameter except: keys at the top that do not count.
  package init(of value: JSONValue, except: Set<String> = []) {
    if case .object(let members) = value {
      for member in members where !except.contains(member.key) { add(member.value) }
    } else {
      add(value)
    }
  }

  /// The values of a column of a database, JSON taken apart.
  package init(ofColumn value: JSONValue) {
    all.insert(Self.spelling(value))
    guard case .string(let text) = value, let first = text.first, "[{\"0123456789-tf".contains(first) else {
      return
    }
    if let inner = try? JSONValue(parsing: text) { add(inner) }
  }

  private mutating func add(_ value: JSONValue) {
    switch value {
    case .object(let members): for member in members { add(member.value) }
    case .array(let items): for item in items { add(item) }
    case .null: break
    default: all.insert(Self.spelling(value))
    }
  }

  /// One spelling for values that are the same: 1.0 and 1, true and 1.
  package static func spelling(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): return "text \(text)"
    // More digits than a Double has.
    case .number(let text) where text.count > 15 && text.allSatisfy(\.isNumber): return "number \(text)"
    case .number(let text): return "number \(Double(text).map { "\($0)" } ?? text)"
    case .bool(let isTrue): return "number \(isTrue ? "1.0" : "0.0")"
    default: return "nothing"
    }
  }

  /// Those that are not among the values of a database, in any form in which a database has them.
  package func missing(in values: Set<String>) -> [String] {
    all.filter { leaf in !Self.forms(of: leaf).contains(where: values.contains) }.sorted()
  }

  /// A value as the database may have it: a date in UTC, base64 as bytes, a number as text.
  private static func forms(of leaf: String) -> [String] {
    var forms = [leaf]
    if let text = leaf.split(separator: " ", maxSplits: 1).last.map(String.init), leaf.hasPrefix("text ") {
      for name in ["iso8601", "rfc1123"] {
        let format: DateFormat = name == "iso8601" ? .iso8601 : .rfc1123
        if let date = try? CompiledDateFormat(format).milliseconds(parsing: text) {
          forms.append(stored(date))
        }
      }
      if let data = Data(base64Encoded: text) { forms.append("data \([UInt8](data))") }
      if let number = Double(text) { forms.append("number \(number)") }
    } else if leaf.count > 22 {
      forms.append("text \(leaf.dropFirst("number ".count))")
    } else if let number = Double(leaf.dropFirst("number ".count)) {
      forms += [number, number * 1000].compactMap { Int64(exactly: $0.rounded()) }.map(stored)
      forms += ["text \(number)", "text \(Int64(exactly: number) ?? 0)"]
    }
    return forms
  }

  private static func stored(_ milliseconds: Int64) -> String {
    guard CanonicalDate.supported.contains(milliseconds) else { return "" }
    var bytes = [UInt8](repeating: 0, count: CanonicalDate.byteCount)
    bytes.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { CanonicalDate.write(milliseconds: milliseconds, into: start) }
    }
    return "text \(String(decoding: bytes, as: UTF8.self))"
  }
}
