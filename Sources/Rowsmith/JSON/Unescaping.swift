/// Why a string cannot be stored as text.
package enum TextFault {
  /// A UTF-16 surrogate without its other half, which UTF-8 cannot encode.
  case loneSurrogate
  /// U+0000, where most readers of a database would cut off the text.
  case nul
}

/// Unescapes the inside of a JSON string to UTF-8 text.
///
/// `output` has space for `token.count` bytes: text is never longer than its escapes. Returns the number of bytes written.
/// The token must be validated, so that every escape is complete.
package func unescape(_ token: StringToken, into output: UnsafeMutablePointer<UInt8>) -> (
  count: Int, fault: TextFault?
) {
  var input = token.start
  let end = token.start + token.count
  var next = output
  var fault: TextFault?
  while input < end {
    guard input.pointee == UInt8(ascii: "\\") else {
      next.pointee = input.pointee
      next += 1
      input += 1
      continue
    }
    let escape = input[1]
    input += 2
    switch escape {
    case UInt8(ascii: "b"): append(0x08, to: &next)
    case UInt8(ascii: "f"): append(0x0C, to: &next)
    case UInt8(ascii: "n"): append(0x0A, to: &next)
    case UInt8(ascii: "r"): append(0x0D, to: &next)
    case UInt8(ascii: "t"): append(0x09, to: &next)
    case UInt8(ascii: "u"):
      var scalar = fourDigits(input)
      input += 4
      if scalar & 0xFC00 == 0xD800, end - input >= 6, input[0] == UInt8(ascii: "\\"),
        input[1] == UInt8(ascii: "u")
      {
        let low = fourDigits(input + 2)
        if low & 0xFC00 == 0xDC00 {
          scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (low & 0x3FF)
          input += 6
        }
      }
      if scalar & 0xFFFF_F800 == 0xD800 {
        fault = fault ?? .loneSurrogate
        scalar = 0xFFFD
      }
      if scalar == 0 { fault = fault ?? .nul }
      append(scalar, to: &next)
    default: append(UInt32(escape), to: &next)
    }
  }
  return (next - output, fault)
}

private func fourDigits(_ p: UnsafePointer<UInt8>) -> UInt32 {
  (0..<4).reduce(0) { $0 << 4 | (hexadecimalValue(p[$1]) ?? 0) }
}

private func append(_ scalar: UInt32, to next: inout UnsafeMutablePointer<UInt8>) {
  switch scalar {
  case ..<0x80:
    next[0] = UInt8(truncatingIfNeeded: scalar)
    next += 1
  case ..<0x800:
    next[0] = UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6)
    next[1] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
    next += 2
  case ..<0x10000:
    next[0] = UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12)
    next[1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
    next[2] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
    next += 3
  default:
    next[0] = UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
    next[1] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 12 & 0x3F)
    next[2] = UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F)
    next[3] = UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F)
    next += 4
  }
}
