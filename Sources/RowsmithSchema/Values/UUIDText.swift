/// UUIDs as text of 36 characters, stored in lower case: `7d444840-9dc0-11d1-b245-5ffdce74fad2`.
public enum UUIDText {
  /// The outcome of a conversion.
  public enum Outcome: Sendable, Hashable {
    /// The text already is canonical; nothing was written.
    case alreadyCanonical
    /// The text had capitals; the canonical 36 bytes were written.
    case written
    /// The text is not a UUID.
    case invalid
  }

  /// The number of bytes of every UUID.
  public static var byteCount: Int { 36 }

  /// Converts a UUID to lower case.
  ///
  /// - Parameters:
  ///   - utf8: the text.
  ///   - destination: room for 36 bytes.
  public static func canonicalize(
    _ utf8: UnsafeBufferPointer<UInt8>, into destination: UnsafeMutablePointer<UInt8>
  ) -> Outcome {
    guard utf8.count == byteCount else { return .invalid }
    var hasCapitals = false
    for index in 0..<36 {
      let byte = utf8[index]
      switch index {
      case 8, 13, 18, 23: guard byte == UInt8(ascii: "-") else { return .invalid }
      default:
        if byte &- 48 <= 9 || byte &- UInt8(ascii: "a") <= 5 { continue }
        guard byte &- UInt8(ascii: "A") <= 5 else { return .invalid }
        hasCapitals = true
      }
    }
    guard hasCapitals else { return .alreadyCanonical }
    // The bit that makes a letter lowercase is already set in digits and hyphens.
    for index in 0..<36 { destination[index] = utf8[index] | 0x20 }
    return .written
  }
}
