/// Validates names of Kinto buckets and collections.
enum KintoName {
  /// Whether a text consists of ASCII letters, digits, hyphens and underscores, and begins with a letter or a digit.
  static func isValid(_ text: String) -> Bool {
    guard let first = text.utf8.first, isAlphanumeric(first) else { return false }
    return text.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
