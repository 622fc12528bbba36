/// Validates UTF-8.
enum UTF8Text {
  /// The index of the first sequence that RFC 3629 does not allow; `nil` if all are valid.
  ///
  /// Invalid are surrogates, overlong forms, scalars above U+10FFFF, and truncated sequences.
  static func firstInvalid(_ utf8: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let base = utf8.baseAddress else { return nil }
    let count = utf8.count
    let raw = UnsafeRawPointer(base)
    let highBits: UInt64 = 0x8080_8080_8080_8080
    var index = 0
    while index < count {
      while index &+ 16 <= count {
        let first = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let second = raw.loadUnaligned(fromByteOffset: index &+ 8, as: UInt64.self)
        guard (first | second) & highBits == 0 else { break }
        index &+= 16
      }
      while index &+ 8 <= count {
        let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        guard word & highBits == 0 else { break }
        index &+= 8
      }
      while index < count, base[index] < 0x80 { index &+= 1 }
      // Non-ASCII characters rarely come alone.
      while index < count, base[index] >= 0x80 {
        let length = sequenceLength(base + index, count &- index)
        guard length > 0 else { return index }
        index &+= length
      }
    }
    return nil
  }

  /// The length of the two- to four-byte sequence at `text`; 0 if it is invalid.
  @inline(__always)
  private static func sequenceLength(_ text: UnsafePointer<UInt8>, _ available: Int) -> Int {
    let lead = text[0]
    guard available >= 2, text[1] & 0xC0 == 0x80 else { return 0 }
    if lead < 0xE0 { return lead >= 0xC2 ? 2 : 0 }
    guard available >= 3, text[2] & 0xC0 == 0x80 else { return 0 }
    if lead < 0xF0 {
      if lead == 0xE0, text[1] < 0xA0 { return 0 }
      if lead == 0xED, text[1] > 0x9F { return 0 }
      return 3
    }
    guard available >= 4, text[3] & 0xC0 == 0x80 else { return 0 }
    switch lead {
    case 0xF0: return text[1] >= 0x90 ? 4 : 0
    case 0xF1...0xF3: return 4
    case 0xF4: return text[1] <= 0x8F ? 4 : 0
    default: return 0
    }
  }
}
