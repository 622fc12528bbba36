/// Text as JSON writes it: in double quotes, with the fewest escapes (RFC 8259, section 7).
package enum JSONString {
  /// Appends text that is UTF-8.
  package static func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    output.append(quote)
    var start = 0
    for (index, byte) in text.enumerated() where byte < 0x20 || byte == quote || byte == backslash {
      output.append(contentsOf: text[start..<index])
      appendEscaped(byte, to: &output)
      start = index + 1
    }
    output.append(contentsOf: text[start...])
    output.append(quote)
  }

  /// Appends text.
  package static func append(_ text: String, to output: inout [UInt8]) {
    var text = text
    text.withUTF8 { append($0, to: &output) }
  }

  /// The text between its quotes.
  package static func quoted(_ text: String) -> String {
    var output: [UInt8] = []
    append(text, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  private static func appendEscaped(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(backslash)
    switch byte {
    case quote, backslash: output.append(byte)
    case 0x08: output.append(UInt8(ascii: "b"))
    case 0x0C: output.append(UInt8(ascii: "f"))
    case 0x0A: output.append(UInt8(ascii: "n"))
    case 0x0D: output.append(UInt8(ascii: "r"))
    case 0x09: output.append(UInt8(ascii: "t"))
    default:
      let digits = String(byte, radix: 16)
      output += Array("u00\(digits.count == 1 ? "0" : "")\(digits)".utf8)
    }
  }
}
