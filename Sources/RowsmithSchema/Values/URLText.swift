import Foundation

/// URLs as text, stored as written.
public enum URLText {
  /// Whether the text is a URL or a relative reference by RFC 3986.
  ///
  /// Refused are the empty text, white space, controls, quotes and the other characters that a URL must escape, `%` before
  /// anything but two hexadecimal digits, brackets anywhere but around an IP address, ports that are not a number up to
  /// 65535, and a colon after an invalid scheme. Characters beyond ASCII are allowed if Foundation accepts the text as a URL.
  public static func isValid(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !utf8.isEmpty, let isASCII = hasURLCharacters(utf8), let rest = afterScheme(utf8) else {
      return false
    }
    guard hasSoundAuthority(utf8, rest) else { return false }
    return isASCII || URL(string: String(decoding: utf8, as: UTF8.self)) != nil
  }

  /// Whether all characters are ASCII; `nil` if one is not allowed.
  private static func hasURLCharacters(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool? {
    var all: UInt8 = 0
    var hasFragment = false
    for index in 0..<utf8.count {
      let byte = utf8[index]
      all |= byte
      switch byte {
      case 0...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
        UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
        return nil
      case UInt8(ascii: "%"):
        guard index &+ 2 < utf8.count, isHex(utf8[index &+ 1]), isHex(utf8[index &+ 2]) else { return nil }
      case UInt8(ascii: "#"):
        guard !hasFragment else { return nil }
        hasFragment = true
      default: break
      }
    }
    return all < 0x80
  }

  /// The offset after the scheme and its colon, 0 without a scheme; `nil` if the scheme before a colon is invalid.
  private static func afterScheme(_ utf8: UnsafeBufferPointer<UInt8>) -> Int? {
    for index in 0..<utf8.count {
      let byte = utf8[index]
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): continue
      case UInt8(ascii: ":"): return index > 0 && utf8[0] | 0x20 >= UInt8(ascii: "a") ? index &+ 1 : nil
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return 0
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        continue
      default: return hasColonInFirstSegment(utf8, index) ? nil : 0
      }
    }
    return 0
  }

  private static func hasColonInFirstSegment(_ utf8: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    for index in start..<utf8.count {
      switch utf8[index] {
      case UInt8(ascii: ":"): return true
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return false
      default: continue
      }
    }
    return false
  }

  private static func hasSoundAuthority(_ utf8: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    var end = start
    if start &+ 1 < utf8.count, utf8[start] == UInt8(ascii: "/"), utf8[start &+ 1] == UInt8(ascii: "/") {
      let authority = start &+ 2
      end = authority
      while end < utf8.count, !isAuthorityEnd(utf8[end]) { end &+= 1 }
      guard URLAuthority(UnsafeBufferPointer(rebasing: utf8[authority..<end])).isSound else { return false }
    }
    while end < utf8.count {
      if utf8[end] == UInt8(ascii: "[") || utf8[end] == UInt8(ascii: "]") { return false }
      end &+= 1
    }
    return true
  }

  private static func isAuthorityEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    byte &- 48 <= 9 || (byte | 0x20) &- UInt8(ascii: "a") <= 5
  }
}
