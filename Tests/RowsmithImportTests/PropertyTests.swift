import Foundation
import Testing

/// The engine against the reference, on random models and documents.
///
/// `ROWSMITH_SEED` runs one trial, `ROWSMITH_ROUNDS` says how many are run, `ROWSMITH_FIRST` with which seed they
/// begin.
@Suite struct PropertyTests {
  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test func `the engine does what the reference does`() {
    let first = PropertyTests.number("ROWSMITH_SEED") ?? PropertyTests.number("ROWSMITH_FIRST") ?? 1
    let rounds =
      PropertyTests.number("ROWSMITH_SEED") == nil ? PropertyTests.number("ROWSMITH_ROUNDS") ?? 400 : 1
    var failures = 0
    for seed in first..<first + rounds {
      let trial = RandomTrial.make(seed)
      guard trial.mismatch() != nil else { continue }
      let small = Shrinker.shrink(trial, for: .seconds(20)) { $0.mismatch() != nil }
      Issue.record("ROWSMITH_SEED=\(seed)\n\(small)\n\(small.mismatch() ?? "")")
      failures += 1
      // A few are enough to work on.
      if failures == PropertyTests.number("ROWSMITH_FAILURES") ?? 5 { break }
    }
  }
}
