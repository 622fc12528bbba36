import Foundation
import TestSupport
import Testing

/// Random simulations; ``TrialSeeds`` says which. `ROWSMITH_SERVER` names the only server that they have.
///
/// One at a time: forty clients have two hundred files open, and Foundation on Linux can crash when it starts a process from
/// one that has more than 1 300.
@Suite(.serialized) struct SimulationTests {
  @Test(arguments: SimulatedBackendKind.allCases)
  func `clients agree in the end, whatever the network does and whenever they are killed`(
    _ server: SimulatedBackendKind
  ) async throws {
    try await run(SimulationSettings(), server, rounds: 1)
  }

  /// Of the servers, two are enough where the environment does not ask for more.
  @Test(arguments: TrialSeeds.areAsked ? SimulatedBackendKind.allCases : [.memory, .rest])
  func `forty clients agree in the end`(_ server: SimulatedBackendKind) async throws {
    var settings = SimulationSettings()
    (settings.clients, settings.operations) = (40, TrialSeeds.areAsked ? 800 : 100)
    try await run(settings, server, rounds: 1)
  }

  @Test(arguments: SimulatedBackendKind.allCases)
  func `clients agree where most of what they write leads to one of several entities`(
    _ server: SimulatedBackendKind
  ) async throws {
    var settings = SimulationSettings()
    (settings.clients, settings.choices, settings.deletions) = (4, 0.6, 0.1)
    try await run(settings, server, rounds: 1)
  }

  private func run(_ settings: SimulationSettings, _ server: SimulatedBackendKind, rounds: UInt64)
    async throws
  {
    if let one = ProcessInfo.processInfo.environment["ROWSMITH_SERVER"], one != "\(server)" { return }
    for seed in TrialSeeds(rounds: rounds).seeds {
      let figures = try await Simulation(settings, server, seed: seed).run()
      if TrialSeeds.areAsked { print("\(server), \(settings.clients) clients, seed \(seed): \(figures)") }
      if !figures.problems.isEmpty || !figures.blindWrites.isEmpty {
        let problems = (figures.problems + figures.blindWrites).prefix(20).joined(separator: "\n")
        let seed = "ROWSMITH_FIRST=\(seed) ROWSMITH_ROUNDS=1"
        Issue.record("\(seed), \(server), \(settings.clients) clients\n\(problems)")
      }
    }
  }
}
