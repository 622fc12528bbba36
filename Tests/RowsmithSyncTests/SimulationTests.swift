import RowsmithSync
import TestSupport
import Testing

/// Random simulations; ``TrialSeeds`` says which.
@Suite struct SimulationTests {
  @Test func `clients agree in the end, whatever the network does and whenever they are killed`() async throws
  {
    for seed in TrialSeeds(rounds: 3).seeds {
      let figures = try await Simulation(SimulationSettings(), MemoryBackend(), seed: seed).run()
      if TrialSeeds.areAsked { print("seed \(seed): \(figures)") }
      if !figures.problems.isEmpty {
        Issue.record("ROWSMITH_SEED=\(seed)\n\(figures.problems.prefix(20).joined(separator: "\n"))")
      }
    }
  }

  @Test(arguments: SyncDefect.allCases)
  func `a mistake that loses data is found`(_ defect: SyncDefect) async throws {
    var settings = SimulationSettings()
    settings.defects = [defect]
    settings.tune(for: defect)
    let seeds = TrialSeeds(rounds: 3).seeds
    var found = 0
    for seed in seeds {
      let figures = try await Simulation(settings, MemoryBackend(), seed: seed).run()
      if figures.problems.isEmpty { continue }
      found += 1
      if TrialSeeds.areAsked { print("\(defect), seed \(seed): \(figures.problems[0])") }
    }
    if TrialSeeds.areAsked { print("\(defect): found with \(found) of \(seeds.count) seeds") }
    #expect(found * 10 >= seeds.count * 9)
  }
}
