import Foundation
import TestSupport
import Testing

/// The engine against the reference, on random models and documents; ``TrialSeeds`` says which.
///
/// `ROWSMITH_WITHOUT` names features that they do without (``RandomFeatures``), separated by commas.
@Suite struct PropertyTests {
  @Test func `the engine does what the reference does`() {
    let without = ProcessInfo.processInfo.environment["ROWSMITH_WITHOUT"] ?? ""
    let features = RandomFeatures.all(without: without)
    var failures = 0
    var shares = ContradictionShares()
    for seed in TrialSeeds(rounds: 200).seeds {
      let trial = RandomTrial.make(seed, features)
      shares.add(trial)
      guard trial.mismatch() != nil else { continue }
      let small = Shrinker.shrink(trial, for: TrialSeeds.shrinking) { $0.mismatch() != nil }
      Issue.record("ROWSMITH_SEED=\(seed)\n\(small)\n\(small.mismatch() ?? "")")
      failures += 1
      if failures == TrialSeeds.failures { break }
    }
    if TrialSeeds.areAsked { print(shares) }
  }
}
