/// A hash that is the same in every process (Fowler, Noll, Vo: FNV-1a, 64 bits).
enum FNV {
  static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
