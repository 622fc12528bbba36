import Rowsmith
import RowsmithSchema

/// The id of a link at the server. It is made of both keys, in characters that every server accepts, so a tombstone tells which
/// link it was.
enum LinkID {
  /// The id of a link.
  static func make(_ source: StoredValue, _ target: StoredValue) -> String {
    "l-\(escaped(text(source)))__\(escaped(text(target)))"
  }

  /// The id of a link, by its key in the internal tables.
  static func make(of link: StoredValue) -> String {
    let keys = KeyCoding.decode(link, count: 2)
    return make(keys.first ?? .null, keys.last ?? .null)
  }

  /// The keys of a link; `nil` if the id does not have this form.
  static func keys(_ id: String) -> (source: String, target: String)? {
    guard id.hasPrefix("l-") else { return nil }
    let body = id.dropFirst(2)
    guard let middle = body.firstRange(of: "__") else { return nil }
    guard let source = unescaped(body[..<middle.lowerBound]),
      let target = unescaped(body[middle.upperBound...])
    else {
      return nil
    }
    return (source, target)
  }

  static func text(_ value: StoredValue) -> String {
    switch value {
    case .text(let text): text
    case .integer(let number): String(number)
    case .null, .real, .blob: ""
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += (byte < 16 ? "_0" : "_") + String(byte, radix: 16)
      }
    }
    return result
  }

  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "_") {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validUTF8: bytes)
  }
}
