/// Reads JSON tokens (RFC 8259) from bytes in memory.
///
/// The bytes are valid UTF-8 and are followed by a zero byte, which no token contains. So loops do not check for the end;
/// only a failure checks whether it happened there. A scanner owns no memory: copies are cheap bookmarks.
package struct JSONScanner {
  /// The next byte.
  package var p: UnsafePointer<UInt8>
  /// The zero byte after the last one.
  package let end: UnsafePointer<UInt8>
  /// Whether the document ends at `end`.
  let isFinal: Bool

  /// How many levels of containers are allowed; no sensible document has more.
  static let maximumDepth = 128

  /// The failure if something expected is not here; `needsMore` if the bytes in memory end first.
  package func failure(expected: String) -> JSONFault {
    p >= end && !isFinal ? .needsMore : .syntax(at: p, expected: expected)
  }

  @inline(__always)
  package mutating func skipWhitespace() {
    // Most values are followed by a comma or by one space.
    while p.pointee <= 0x20 {
      switch p.pointee {
      case 0x20, 0x0A, 0x0D, 0x09: p += 1
      default: return
      }
    }
  }

  /// The next byte that is not white space; it is not consumed.
  @inline(__always)
  package mutating func peek() -> UInt8 {
    skipWhitespace()
    return p.pointee
  }

  /// Consumes the byte, after white space.
  @inline(__always)
  package mutating func take(_ byte: UInt8, expected: @autoclosure () -> String) throws {
    skipWhitespace()
    guard p.pointee == byte else { throw failure(expected: expected()) }
    p += 1
  }

  /// Consumes `true`, `false` or `null`.
  package mutating func takeLiteral(_ literal: StaticString) throws {
    var byte = literal.utf8Start
    for _ in 0..<literal.utf8CodeUnitCount {
      guard p.pointee == byte.pointee else { throw failure(expected: "'\(literal)'") }
      p += 1
      byte += 1
    }
  }

  /// Consumes what follows an item of a container: returns `true` for a comma, `false` for the closing bracket.
  @inline(__always)
  package mutating func takeSeparator(closing: UInt8) throws -> Bool {
    skipWhitespace()
    if p.pointee == UInt8(ascii: ",") {
      p += 1
      return true
    }
    if p.pointee == closing {
      p += 1
      return false
    }
    throw failure(expected: closing == UInt8(ascii: "]") ? "',' or ']'" : "',' or '}'")
  }

  /// Skips any value, but validates all of it.
  package mutating func skipValue(depth: Int) throws {
    switch peek() {
    case UInt8(ascii: "{"):
      try checkDepth(depth)
      p += 1
      if peek() == UInt8(ascii: "}") {
        p += 1
        return
      }
      repeat {
        skipWhitespace()
        _ = try readString(expected: "a key in double quotes")
        try take(UInt8(ascii: ":"), expected: "':'")
        try skipValue(depth: depth + 1)
      } while try takeSeparator(closing: UInt8(ascii: "}"))
    case UInt8(ascii: "["):
      try checkDepth(depth)
      p += 1
      if peek() == UInt8(ascii: "]") {
        p += 1
        return
      }
      repeat { try skipValue(depth: depth + 1) } while try takeSeparator(closing: UInt8(ascii: "]"))
    default: try skipScalar()
    }
  }

  /// Skips a string, a number or a literal.
  mutating func skipScalar() throws {
    switch peek() {
    case UInt8(ascii: "\""): _ = try readString(expected: "a string")
    case UInt8(ascii: "t"): try takeLiteral("true")
    case UInt8(ascii: "f"): try takeLiteral("false")
    case UInt8(ascii: "n"): try takeLiteral("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try readNumber()
    default: throw failure(expected: "a value")
    }
  }

  /// Throws for a container that is nested too deeply.
  @inline(__always)
  package func checkDepth(_ depth: Int) throws {
    if depth >= JSONScanner.maximumDepth {
      throw JSONFault.syntax(at: p, expected: "at most \(JSONScanner.maximumDepth) levels of nesting")
    }
  }
}
