import TestSupport
import Testing

/// What the contract promises of every document, asked of the reference alone.
@Suite struct ReferencePropertyTests {
  @Test func `the reference keeps the promises of the contract`() {
    var failures = 0
    for seed in TrialSeeds(rounds: 150).seeds {
      let trial = RandomTrial.make(seed)
      guard trial.brokenPromise() != nil else { continue }
      let small = Shrinker.shrink(trial, for: TrialSeeds.shrinking) { $0.brokenPromise() != nil }
      Issue.record("ROWSMITH_SEED=\(seed)\n\(small)\n\(small.brokenPromise() ?? "")")
      failures += 1
      if failures == TrialSeeds.failures { break }
    }
  }
}
