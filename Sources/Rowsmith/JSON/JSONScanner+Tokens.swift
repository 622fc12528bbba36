/// The bytes of a string between its quotes.
package struct StringToken {
  package var start: UnsafePointer<UInt8>
  package var count: Int
  /// Whether the bytes hold escapes and must be unescaped to get the text.
  package var hasEscapes: Bool
}

/// The bytes of a number.
package struct NumberToken {
  package var start: UnsafePointer<UInt8>
  package var count: Int
  /// Whether it has neither a fraction nor an exponent.
  package var isInteger: Bool
}

extension JSONScanner {
  /// Reads a string. White space before it must already be skipped.
  @inline(__always)
  package mutating func readString(expected: @autoclosure () -> String) throws -> StringToken {
    guard p.pointee == UInt8(ascii: "\"") else { throw failure(expected: expected()) }
    p += 1
    let start = p
    skipPlainCharacters()
    if p.pointee == UInt8(ascii: "\"") {
      let token = StringToken(start: start, count: p - start, hasEscapes: false)
      p += 1
      return token
    }
    return try readEscapedString(from: start)
  }

  /// Moves to the next quote, backslash or control character, eight bytes at a time.
  @inline(__always)
  private mutating func skipPlainCharacters() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    // The buffer is padded, so a load may reach past the end; the zero byte there stops the loop.
    while true {
      let word = UnsafeRawPointer(p).loadUnaligned(as: UInt64.self).littleEndian
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let stops =
        ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((word &- (ones &* 0x20)) & ~word)
      let found = stops & high
      if found != 0 {
        p += found.trailingZeroBitCount >> 3
        return
      }
      p += 8
    }
  }

  /// Reads the rest of a string that has escapes.
  private mutating func readEscapedString(from start: UnsafePointer<UInt8>) throws -> StringToken {
    while p.pointee != UInt8(ascii: "\"") {
      guard p.pointee == UInt8(ascii: "\\") else {
        throw failure(expected: "a closing quote; control characters in strings are written as escapes")
      }
      p += 1
      switch p.pointee {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
        UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        p += 1
      case UInt8(ascii: "u"):
        p += 1
        for _ in 0..<4 {
          guard hexadecimalValue(p.pointee) != nil else { throw failure(expected: "four hexadecimal digits") }
          p += 1
        }
      default: throw failure(expected: "an escape (\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u0000)")
      }
      skipPlainCharacters()
    }
    let token = StringToken(start: start, count: p - start, hasEscapes: true)
    p += 1
    return token
  }

  /// Reads a number. White space before it must already be skipped.
  @inline(__always)
  package mutating func readNumber() throws -> NumberToken {
    let start = p
    if p.pointee == UInt8(ascii: "-") { p += 1 }
    if p.pointee == UInt8(ascii: "0") {
      p += 1
    } else {
      try takeDigits()
    }
    var isInteger = true
    if p.pointee == UInt8(ascii: ".") {
      isInteger = false
      p += 1
      try takeDigits()
    }
    if p.pointee | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      p += 1
      if p.pointee == UInt8(ascii: "+") || p.pointee == UInt8(ascii: "-") { p += 1 }
      try takeDigits()
    }
    // Nothing marks the end of a number: if the bytes in memory end here, more digits may follow.
    if p == end && !isFinal { throw JSONFault.needsMore }
    return NumberToken(start: start, count: p - start, isInteger: isInteger)
  }

  @inline(__always)
  private mutating func takeDigits() throws {
    guard p.pointee &- 0x30 < 10 else { throw failure(expected: "a digit") }
    repeat { p += 1 } while p.pointee &- 0x30 < 10
  }
}

/// The value of a hexadecimal digit.
func hexadecimalValue(_ byte: UInt8) -> UInt32? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 0x30
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte) - 0x57
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte) - 0x37
  default: nil
  }
}
