/// Validates the headers of a request (RFC 9110, section 5).
enum HeaderText {
  /// Whether a text is a token.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Whether a text is a valid header value: visible ASCII, with spaces and tabs only inside.
  static func isValue(_ text: String) -> Bool {
    let isSpace = { (byte: UInt8?) in byte == 0x20 || byte == 0x09 }
    if isSpace(text.utf8.first) || isSpace(text.utf8.last) { return false }
    return text.utf8.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x09 }
  }
}
