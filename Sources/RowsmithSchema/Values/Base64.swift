/// Base64 with padding, strictly by RFC 4648 section 4.
///
/// No line breaks, no other alphabet, no missing padding, and no stray bits in the last character, so that decoded data is
/// encoded to the same text.
public enum Base64 {
  /// The number of bytes that `utf8` decodes to; nil when its length or padding is wrong.
  public static func decodedCount(_ utf8: UnsafeBufferPointer<UInt8>) -> Int? {
    guard utf8.count % 4 == 0 else { return nil }
    guard let last = utf8.last else { return 0 }
    let padding = last != pad ? 0 : utf8[utf8.count - 2] != pad ? 1 : 2
    return utf8.count / 4 * 3 - padding
  }

  /// Decodes base64.
  ///
  /// - Parameters:
  ///   - utf8: the text.
  ///   - destination: room for `decodedCount(utf8)` bytes.
  /// - Returns: the number of bytes written; `nil` if the text is not base64. Then the contents of the destination are
  ///   undefined.
  public static func decode(
    _ utf8: UnsafeBufferPointer<UInt8>, into destination: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    guard let count = decodedCount(utf8) else { return nil }
    guard count > 0 else { return utf8.isEmpty ? 0 : nil }
    guard count <= destination.count else { return nil }
    return values.withUnsafeBufferPointer { values -> Int? in
      var wrong: UInt8 = 0
      var read = 0
      var written = 0
      while written &+ 3 <= count {
        let a = values[Int(utf8[read])]
        let b = values[Int(utf8[read &+ 1])]
        let c = values[Int(utf8[read &+ 2])]
        let d = values[Int(utf8[read &+ 3])]
        wrong |= a | b | c | d
        destination[written] = a &<< 2 | b &>> 4
        destination[written &+ 1] = b &<< 4 | c &>> 2
        destination[written &+ 2] = c &<< 6 | d
        read &+= 4
        written &+= 3
      }
      if written < count {
        let (a, b) = (values[Int(utf8[read])], values[Int(utf8[read &+ 1])])
        wrong |= a | b
        destination[written] = a &<< 2 | b &>> 4
        if written &+ 1 < count {
          let c = values[Int(utf8[read &+ 2])]
          wrong |= c | (c & 0b11 == 0 ? 0 : 0x80)
          destination[written &+ 1] = b &<< 4 | c &>> 2
        } else if b & 0b1111 != 0 {
          return nil
        }
      }
      return wrong & 0x80 == 0 ? count : nil
    }
  }

  /// The number of characters that `count` bytes encode to.
  public static func encodedCount(_ count: Int) -> Int { (count + 2) / 3 * 4 }

  /// Encodes as base64.
  ///
  /// - Parameters:
  ///   - bytes: what to encode.
  ///   - destination: room for `encodedCount(bytes.count)` characters.
  /// - Returns: the number of characters written.
  @discardableResult
  public static func encode(
    _ bytes: UnsafeBufferPointer<UInt8>, into destination: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let alphabet = alphabet.utf8Start
    var read = 0
    var written = 0
    while read < bytes.count {
      let rest = bytes.count &- read
      let a = Int(bytes[read])
      let b = rest > 1 ? Int(bytes[read &+ 1]) : 0
      let c = rest > 2 ? Int(bytes[read &+ 2]) : 0
      destination[written] = alphabet[a &>> 2]
      destination[written &+ 1] = alphabet[(a & 0b11) &<< 4 | b &>> 4]
      destination[written &+ 2] = rest > 1 ? alphabet[(b & 0b1111) &<< 2 | c &>> 6] : pad
      destination[written &+ 3] = rest > 2 ? alphabet[c & 0b11_1111] : pad
      read &+= 3
      written &+= 4
    }
    return written
  }

  private static var pad: UInt8 { UInt8(ascii: "=") }

  private static var alphabet: StaticString {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
  }

  /// The six bits of each character, 255 for those outside the alphabet.
  private static let values: [UInt8] = [
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 62, 255, 255, 255, 63,
    52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 255, 255, 255, 255, 255, 255,
    255, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
    15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 255, 255, 255, 255, 255,
    255, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
    41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
  ]
}
