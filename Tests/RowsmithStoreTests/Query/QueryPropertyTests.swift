import TestSupport
import Testing

/// Random queries against a filter and a sort in Swift, which are written from the documentation; ``TrialSeeds`` says which.
@Suite struct QueryPropertyTests {
  @Test func `a query finds what a filter and a sort in Swift find`() throws {
    var failures = 0
    for seed in TrialSeeds(rounds: 40).seeds {
      var trial = ParcelTrial(seed: seed)
      let store = try trial.store()
      for _ in 0..<5 {
        let query = trial.query()
        guard let mismatch = query.mismatch(store) else { continue }
        Issue.record("ROWSMITH_SEED=\(seed)\n\(query.text)\n\(mismatch)")
        failures += 1
      }
      if failures >= TrialSeeds.failures { break }
    }
  }
}
