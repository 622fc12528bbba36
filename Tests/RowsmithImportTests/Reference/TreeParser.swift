/// Reads JSON text into a tree, as plainly as it can be done. Only for text that is known to be right.
struct TreeParser {
  struct Malformed: Error {
    var offset: Int
  }

  private let bytes: [UInt8]
  private var next = 0

  static func parse(_ text: String) throws -> Tree {
    var parser = TreeParser(bytes: Array(text.utf8))
    let value = try parser.value()
    parser.skipSpace()
    guard parser.next == parser.bytes.count else { throw Malformed(offset: parser.next) }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func skipSpace() {
    while next < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[next]) { next += 1 }
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[next...].starts(with: text.utf8) else { return false }
    next += text.utf8.count
    return true
  }

  private mutating func expect(_ text: String) throws {
    skipSpace()
    guard take(text) else { throw Malformed(offset: next) }
  }

  private mutating func value() throws -> Tree {
    skipSpace()
    if take("null") { return .null }
    if take("true") { return .bool(true) }
    if take("false") { return .bool(false) }
    if take("[") { return .array(try items()) }
    if take("{") { return .object(try members()) }
    if take("\"") { return .string(try text()) }
    let start = next
    while next < bytes.count, "+-.0123456789eE".utf8.contains(bytes[next]) { next += 1 }
    guard next > start else { throw Malformed(offset: next) }
    return .number(String(decoding: bytes[start..<next], as: UTF8.self))
  }

  private mutating func items() throws -> [Tree] {
    var items: [Tree] = []
    skipSpace()
    if take("]") { return items }
    while true {
      items.append(try value())
      skipSpace()
      if take("]") { return items }
      try expect(",")
    }
  }

  private mutating func members() throws -> [Tree.Member] {
    var members: [Tree.Member] = []
    skipSpace()
    if take("}") { return members }
    while true {
      try expect("\"")
      let key = try text()
      try expect(":")
      members.append(Tree.Member(key: key, value: try value()))
      skipSpace()
      if take("}") { return members }
      try expect(",")
    }
  }

  private mutating func text() throws -> String {
    var units: [UInt16] = []
    while next < bytes.count {
      if take("\"") { return String(decoding: units, as: UTF16.self) }
      if take("\\") {
        guard next < bytes.count else { break }
        let escape = bytes[next]
        next += 1
        switch escape {
        case UInt8(ascii: "n"): units.append(0x0A)
        case UInt8(ascii: "t"): units.append(0x09)
        case UInt8(ascii: "r"): units.append(0x0D)
        case UInt8(ascii: "b"): units.append(0x08)
        case UInt8(ascii: "f"): units.append(0x0C)
        case UInt8(ascii: "u"):
          guard next + 4 <= bytes.count,
            let unit = UInt16(String(decoding: bytes[next..<next + 4], as: UTF8.self), radix: 16)
          else { throw Malformed(offset: next) }
          units.append(unit)
          next += 4
        default: units.append(UInt16(escape))
        }
      } else {
        var end = next + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        units += Array(String(decoding: bytes[next..<end], as: UTF8.self).utf16)
        next = end
      }
    }
    throw Malformed(offset: next)
  }
}
