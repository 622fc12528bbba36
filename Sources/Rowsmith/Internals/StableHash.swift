/// A hash that is the same in every run and on every machine, which Swift's own are not (FNV-1a, 64 bits).
package enum StableHash {
  /// The hash of a text, as sixteen hexadecimal digits.
  package static func digits(of text: String) -> String {
    let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
