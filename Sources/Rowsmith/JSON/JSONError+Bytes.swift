extension JSONError {
  /// The error for a byte that is not JSON.
  ///
  /// - Parameters:
  ///   - expected: what JSON allows there.
  ///   - p: the byte.
  ///   - window: the bytes in memory around it; the document ends after them.
  ///   - position: the line and the column of the byte.
  init(
    expected: String, at p: UnsafePointer<UInt8>, in window: UnsafeBufferPointer<UInt8>,
    position: (line: Int, column: Int)
  ) {
    let rest = UnsafeBufferPointer(rebasing: window[window.distance(to: p)...])
    let found = rest.isEmpty ? "the end of the document" : JSONError.describe(rest)
    let before = window[..<window.distance(to: p)].last { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
    let hint = JSONDialect.hint(at: rest, followsComma: before == UInt8(ascii: ","))
    self.init(
      .malformed, "expected \(expected), found \(found)\(hint)", line: position.line, column: position.column)
  }

  /// The error for a byte that is not UTF-8.
  static func notUTF8(_ byte: UInt8, line: Int, column: Int) -> JSONError {
    let found = String(byte, radix: 16, uppercase: true)
    return JSONError(
      .malformed, "expected UTF-8, found the byte 0x\(found); save the document as UTF-8", line: line,
      column: column)
  }

  /// Whether a message would show a space that JSON allows, or nothing: a no-break space, a byte order mark.
  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .format
  }

  /// The number of a character, in at least four digits.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private static func describe(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    if bytes[0] < 0x20 { return "the control character 0x\(String(bytes[0], radix: 16, uppercase: true))" }
    let text = String(decoding: bytes.prefix(4), as: UTF8.self)
    if let scalar = text.unicodeScalars.first, !scalar.isASCII, isInvisible(scalar) {
      let name = scalar == "\u{FEFF}" ? "a byte order mark" : "the character"
      return "\(name) U+\(hexadecimal(scalar))"
    }
    return text.first.map { "'\($0)'" } ?? "nothing"
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The distance of a byte from the first one.
  fileprivate func distance(to p: UnsafePointer<UInt8>) -> Int {
    Swift.max(0, Swift.min(count, baseAddress.map { $0.distance(to: p) } ?? 0))
  }
}
