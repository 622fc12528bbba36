import RowsmithClient

/// The syntax of headers in arguments and files: `NAME: VALUE`. A value may be a secret, so no message contains it.
enum HeaderSyntax {
  /// Parses a header; `place` is its place in messages.
  static func field(_ text: String, at place: String) throws(UsageError) -> HTTPHeaders.Field {
    guard let colon = text.firstIndex(of: ":") else {
      throw UsageError("\(place): expected NAME: VALUE, found no colon")
    }
    let name = text[..<colon]
    guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
      throw UsageError("\(place): what is before the colon is not the name of a header")
    }
    let value = String(text[text.index(after: colon)...].drop { isBlank($0) })
    let end = value.lastIndex { !isBlank($0) }
    let trimmed = end.map { String(value[...$0]) } ?? ""
    if trimmed.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }) {
      throw UsageError("\(place): the value of '\(name)' has a control character in it")
    }
    return HTTPHeaders.Field(name: String(name), value: trimmed)
  }

  /// Parses a file with one header a line. Blank lines and lines that begin with `#` are ignored.
  static func fields(of text: String, file: String) throws(UsageError) -> [HTTPHeaders.Field] {
    var fields: [HTTPHeaders.Field] = []
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (index, line) in lines.enumerated() where !line.allSatisfy(isBlank) && !line.hasPrefix("#") {
      fields.append(try field(String(line), at: "\(file):\(index + 1)"))
    }
    return fields
  }

  private static func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

  /// Whether a byte is allowed in the name of a header (RFC 9110, section 5.6.2).
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
