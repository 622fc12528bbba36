/// Percent-encoding (RFC 3986, section 2).
enum URLEncoding {
  /// Encodes a value for a path or query: everything except letters, digits and `-._~`.
  static func encodeValue(_ text: String) -> String { encode(text) { isUnreserved($0) } }

  /// Encodes literal text of a path: only characters that a path cannot contain.
  static func encodeLiteral(_ text: String) -> String {
    encode(text) { isUnreserved($0) || "!$&'()*+,;=:@%/".utf8.contains($0) }
  }

  /// Encodes what the path, the query and the fragment of a URL from a server must not contain, such as `[`, `|` and spaces, and a
  /// `%` that encodes nothing.
  ///
  /// `URL` encodes them too, but then also encodes the `%` of what is encoded already.
  static func encodeReference(_ reference: String) -> String {
    let bytes = reference.utf8
    var start = bytes.startIndex
    let scheme = bytes.prefix { !"/?#".utf8.contains($0) }
    if scheme.isEmpty || scheme.last == UInt8(ascii: ":"), bytes[scheme.endIndex...].starts(with: "//".utf8) {
      start = bytes[scheme.endIndex...].dropFirst(2).prefix { !"/?#".utf8.contains($0) }.endIndex
    }
    let rest = encodePercents(reference[start...])
    return reference[..<start] + encode(rest) { isOfReference($0) }
  }

  /// Encodes each `%` that two hexadecimal digits do not follow.
  private static func encodePercents(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      bytes.append(byte)
      if byte == UInt8(ascii: "%"), rest.prefix(2).count(where: isHexDigit) < 2 { bytes += Array("25".utf8) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool { Character(UnicodeScalar(byte)).isHexDigit }

  private static func isOfReference(_ byte: UInt8) -> Bool {
    isUnreserved(byte) || "!$&'()*+,;=:@/?#%".utf8.contains(byte)
  }

  private static func encode(_ text: String, _ isKept: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isKept(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
