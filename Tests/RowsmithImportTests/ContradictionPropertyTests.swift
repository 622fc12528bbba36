import TestSupport
import Testing

/// What is promised of random documents that contradict themselves in ways of which the contract does not say what comes of
/// them (``Contradiction``); ``TrialSeeds`` says which.
@Suite struct ContradictionPropertyTests {
  @Test func `a document that contradicts itself leaves the database whole and comes to rest`() {
    var failures = 0
    for seed in TrialSeeds(rounds: 200).seeds {
      let trial = RandomTrial.make(seed, endsOpen: true)
      guard trial.mismatch() != nil else { continue }
      let small = Shrinker.shrink(trial, for: TrialSeeds.shrinking) { $0.mismatch() != nil }
      Issue.record("ROWSMITH_SEED=\(seed)\n\(small)\n\(small.mismatch() ?? "")")
      failures += 1
      if failures == TrialSeeds.failures { break }
    }
  }
}
