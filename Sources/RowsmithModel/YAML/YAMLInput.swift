/// The text of a model as libyaml reads it.
///
/// JSON writes a character beyond U+FFFF as two escapes, `\ud83d\ude00`. YAML has one for it, `\U0001f600`, and libyaml
/// refuses the two. So they are replaced where a text is JSON: a backslash in quotes is an escape there. In other YAML,
/// as in a block of text, the same letters may stand for themselves.
struct YAMLInput {
  /// The text in UTF-8.
  private(set) var bytes: [UInt8]
  /// Where replaced escapes end, in characters (Unicode scalars) from the beginning of the input, in their order.
  private var ends: [Int] = []

  /// By how many characters, which are bytes too, a replaced pair of escapes is longer than the one in its place.
  private static let excess = 2

  init(_ text: String) {
    bytes = Array(text.utf8)
    if let first = bytes.first(where: { !$0.isYAMLSpace }), first.isOpening { replacePairs() }
  }

  /// The column in the model's text for one in the input, both from 0.
  ///
  /// - Parameter index: the place of the character in the input, in characters from its beginning.
  func column(_ column: Int, at index: Int) -> Int {
    let lineStart = index - column
    return column + Self.excess * (ends.firstPlace { $0 > index } - ends.firstPlace { $0 > lineStart })
  }

  /// The byte of the model's text for one of the input.
  func offset(_ offset: Int) -> Int {
    if ends.isEmpty { return offset }
    let index = bytes.prefix(offset).count { !$0.isContinuation }
    return offset + Self.excess * ends.firstPlace { $0 > index }
  }

  private mutating func replacePairs() {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var (position, index, depth) = (0, 0, 0)
    var isQuoted = false
    // The byte before, besides white space and what is inside quotes.
    var last: UInt8 = 0
    scan: while position < bytes.count {
      let byte = bytes[position]
      if isQuoted, let scalar = pair(at: position) {
        let digits = String(scalar, radix: 16)
        output += "\\U\(String(repeating: "0", count: 8 - digits.count))\(digits)".utf8
        (position, index) = (position + 12, index + 10)
        ends.append(index)
        continue
      }
      let length = isQuoted && byte == UInt8(ascii: "\\") ? 2 : 1
      if isQuoted {
        if byte == UInt8(ascii: "\"") { isQuoted = false }
      } else if !byte.isYAMLSpace {
        switch byte {
        case UInt8(ascii: "\""):
          guard last.isOpening || last == UInt8(ascii: ",") || last == UInt8(ascii: ":") else { break scan }
          isQuoted = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        // In JSON, a key is in double quotes, and there are no single ones and no comments.
        case UInt8(ascii: ":"): if last != UInt8(ascii: "\"") { break scan }
        case UInt8(ascii: "'"), UInt8(ascii: "#"): break scan
        default: break
        }
        last = byte
        if depth == 0 { break scan }
      }
      let next = min(position + length, bytes.count)
      for byte in bytes[position..<next] {
        output.append(byte)
        if !byte.isContinuation { index += 1 }
      }
      position = next
    }
    if ends.isEmpty { return }
    output += bytes[position...]
    bytes = output
  }

  /// The character of two escapes that are half of it each; `nil` if there are no such escapes.
  private func pair(at position: Int) -> UInt32? {
    guard let high = escape(at: position), 0xD800..<0xDC00 ~= high,
      let low = escape(at: position + 6), 0xDC00..<0xE000 ~= low
    else { return nil }
    return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
  }

  /// The number in an escape of four digits.
  private func escape(at position: Int) -> UInt32? {
    guard position + 6 <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    let digits = bytes[position + 2..<position + 6]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}

extension UInt8 {
  fileprivate var isYAMLSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }
  fileprivate var isOpening: Bool { self == UInt8(ascii: "{") || self == UInt8(ascii: "[") }
  /// Whether it is not the first byte of its character.
  fileprivate var isContinuation: Bool { self & 0xC0 == 0x80 }
}

extension [Int] {
  /// The place of the first number in ascending order for which the condition holds; their count if there is none.
  fileprivate func firstPlace(where condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
