extension JSONScanner {
  /// Reads any value.
  mutating func readValue(depth: Int) throws -> JSONValue {
    switch peek() {
    case UInt8(ascii: "{"): return try readObject(depth: depth)
    case UInt8(ascii: "["): return try readArray(depth: depth)
    case UInt8(ascii: "\""): return .string(try text(of: readString(expected: "a string")))
    case UInt8(ascii: "t"):
      try takeLiteral("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try takeLiteral("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try takeLiteral("null")
      return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let token = try readNumber()
      return .number(
        String(decoding: UnsafeBufferPointer(start: token.start, count: token.count), as: UTF8.self))
    default: throw failure(expected: "a value")
    }
  }

  private mutating func readObject(depth: Int) throws -> JSONValue {
    try checkDepth(depth)
    p += 1
    var members: [JSONValue.Member] = []
    if peek() == UInt8(ascii: "}") {
      p += 1
      return .object(members)
    }
    repeat {
      skipWhitespace()
      let key = try text(of: readString(expected: "a key in double quotes"))
      try take(UInt8(ascii: ":"), expected: "':'")
      members.append(JSONValue.Member(key, try readValue(depth: depth + 1)))
    } while try takeSeparator(closing: UInt8(ascii: "}"))
    return .object(members)
  }

  private mutating func readArray(depth: Int) throws -> JSONValue {
    try checkDepth(depth)
    p += 1
    var elements: [JSONValue] = []
    if peek() == UInt8(ascii: "]") {
      p += 1
      return .array(elements)
    }
    repeat {
      elements.append(try readValue(depth: depth + 1))
    } while try takeSeparator(
      closing: UInt8(ascii: "]"))
    return .array(elements)
  }

  private func text(of token: StringToken) throws -> String {
    guard token.hasEscapes else {
      return String(decoding: UnsafeBufferPointer(start: token.start, count: token.count), as: UTF8.self)
    }
    var fault: TextFault?
    let text = String(unsafeUninitializedCapacity: token.count) { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      let (count, found) = unescape(token, into: start)
      fault = found
      return count
    }
    // A Swift string can hold NUL.
    if fault == .loneSurrogate {
      throw JSONFault.syntax(at: token.start, expected: "both halves of a surrogate pair in the string")
    }
    return text
  }
}
