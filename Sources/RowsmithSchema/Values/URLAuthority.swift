/// The part of a URL between `//` and the path: `user@host:port`.
struct URLAuthority {
  private let text: UnsafeBufferPointer<UInt8>

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// Whether the syntax is valid. The host need not exist.
  var isSound: Bool {
    var start = 0
    for index in 0..<text.count where text[index] == UInt8(ascii: "@") {
      guard start == 0 else { return false }
      start = index &+ 1
    }
    for index in 0..<start where isBracket(text[index]) { return false }
    if start < text.count, text[start] == UInt8(ascii: "[") { return hasAddress(start) }
    return hasName(start)
  }

  private func hasName(_ start: Int) -> Bool {
    var index = start
    while index < text.count, text[index] != UInt8(ascii: ":") {
      if isBracket(text[index]) { return false }
      index &+= 1
    }
    // A port or user without a host is a mistake.
    if index == start, text.count > 0 { return false }
    return hasPort(index)
  }

  /// Whether an IPv6 address in brackets may follow. Not every invalid spelling is detected.
  private func hasAddress(_ start: Int) -> Bool {
    var colons = 0
    var index = start &+ 1
    while index < text.count, text[index] != UInt8(ascii: "]") {
      switch text[index] {
      case UInt8(ascii: ":"): colons &+= 1
      case UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        break
      default: return false
      }
      index &+= 1
    }
    guard index < text.count, colons >= 2, colons <= 8 else { return false }
    return hasPort(index &+ 1)
  }

  /// Whether nothing follows, or a colon and a number up to 65535, which may be missing.
  private func hasPort(_ start: Int) -> Bool {
    guard start < text.count else { return true }
    guard text[start] == UInt8(ascii: ":"), text.count &- start <= 6 else { return false }
    var port = 0
    for index in start &+ 1..<text.count {
      let digit = text[index] &- 48
      guard digit <= 9 else { return false }
      port = port &* 10 &+ Int(truncatingIfNeeded: digit)
    }
    return port <= 65_535
  }

  private func isBracket(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
  }
}
