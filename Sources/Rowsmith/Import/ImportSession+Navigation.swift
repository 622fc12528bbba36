import RowsmithSchema

/// Reads what surrounds the root records piece by piece, so that its length does not matter for memory.
extension ImportSession {
  /// The next byte that is not white space; 0 at the end of the document.
  func peek() throws -> UInt8 {
    try stream.parse { scanner in
      let byte = scanner.peek()
      if byte == 0, scanner.p >= scanner.end, !scanner.isFinal { throw JSONFault.needsMore }
      return byte
    }
  }

  /// A key of an object that is being read.
  struct MemberKey {
    /// The key as text.
    var text: String
    /// The bytes between the quotes as in the document, if they hold escapes.
    var source: [UInt8]?
  }

  /// Reads an object and runs the body at each value.
  func forEachMember(path: JSONPath, _ body: (MemberKey, JSONPath) throws -> Void) throws {
    try forEachKey { token in
      let key = MemberKey(token)
      try body(key, path.appending(key: key.text))
    }
  }

  /// Reads an object and runs the body at each value, with its key as it is in the window: only until more is read.
  private func forEachKey(_ body: (StringToken) throws -> Void) throws {
    try take(UInt8(ascii: "{"), expected: "an object")
    if try peek() == UInt8(ascii: "}") { return try take(UInt8(ascii: "}"), expected: "'}'") }
    repeat {
      let key = try stream.parse { scanner in
        scanner.skipWhitespace()
        let token = try scanner.readString(expected: "a key in double quotes")
        try scanner.take(UInt8(ascii: ":"), expected: "':'")
        return token
      }
      try body(key)
    } while try stream.parse { try $0.takeSeparator(closing: UInt8(ascii: "}")) }
  }

  /// Reads an array and runs the body at each item.
  func forEachItem(path: JSONPath, _ body: (Int, JSONPath) throws -> Void) throws {
    try take(UInt8(ascii: "["), expected: "an array")
    if try peek() == UInt8(ascii: "]") { return try take(UInt8(ascii: "]"), expected: "']'") }
    var index = 0
    repeat {
      try body(index, path.appending(index: index))
      index += 1
    } while try stream.parse { try $0.takeSeparator(closing: UInt8(ascii: "]")) }
  }

  private func take(_ byte: UInt8, expected: String) throws {
    try stream.parse { try $0.take(byte, expected: expected) }
  }

  /// Skips a value, but validates all of it.
  func skipValue(depth: Int = 1) throws {
    if depth >= JSONScanner.maximumDepth { try stream.parse { try $0.checkDepth(depth) } }
    switch try peek() {
    case UInt8(ascii: "{"): try forEachKey { _ in try self.skipValue(depth: depth + 1) }
    case UInt8(ascii: "["): try forEachItem(path: JSONPath()) { _, _ in try self.skipValue(depth: depth + 1) }
    default: try stream.parse { try $0.skipScalar() }
    }
    try notice()
  }

  /// Checks that nothing but white space follows.
  func expectEnd() throws {
    if try peek() == 0, stream.isFinished { return }
    throw stream.malformed(at: stream.scanner.p, expected: "the end of the document")
  }

  /// The error for a value of the wrong kind at the stream's position.
  func unexpected(_ expected: String, path: JSONPath) throws -> ImportError {
    if try peek() == 0, stream.isFinished {
      return ImportError(stream.malformed(at: stream.scanner.p, expected: expected))
    }
    let scanner = stream.scanner
    let position = stream.position(of: scanner.p)
    // The part of the value that is in memory is enough for a message, but what follows the value is no part of it.
    var value = scanner
    let isWhole = (try? value.skipValue(depth: 1)) != nil
    let found = excerpt(scanner.p, to: isWhole ? value.p : min(scanner.end, scanner.p + 200))
    return ImportError(
      .unexpectedShape, "expected \(expected), found \(found)", path: path.description, line: position.line,
      column: position.column)
  }
}

extension ImportSession.MemberKey {
  init(_ token: StringToken) {
    let bytes = UnsafeBufferPointer(start: token.start, count: token.count)
    guard token.hasEscapes else {
      self.init(text: String(decoding: bytes, as: UTF8.self), source: nil)
      return
    }
    let text = [UInt8](unsafeUninitializedCapacity: token.count) { buffer, count in
      count = buffer.baseAddress.map { unescape(token, into: $0).count } ?? 0
    }
    self.init(text: String(decoding: text, as: UTF8.self), source: Array(bytes))
  }
}
