/// Random numbers that a seed makes the same again (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  package let seed: UInt64
  private var state: UInt64

  /// - Parameter seed: printed, so that a failing round can be run again.
  package init(seed: UInt64? = nil, _ name: String = #function) {
    self.seed = seed ?? UInt64.random(in: 0...(.max))
    state = self.seed
    print("\(name): seed \(self.seed)")
  }

  /// - Parameter silent: a seed that somebody else prints.
  package init(silent seed: UInt64) {
    self.seed = seed
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Any date that can be stored.
  package mutating func date() -> Int64 {
    Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &self)
  }
}
