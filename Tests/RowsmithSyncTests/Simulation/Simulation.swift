import Foundation
import Rowsmith
import RowsmithSync

/// Many clients with stores of their own and one server, with a network that loses requests and answers, and processes that
/// are killed at any step. One thing happens at a time, and a seed decides which.
final class Simulation {
  private let world: SimulatedWorld
  private let folder: URL
  private var dice: SimulatedDice
  private var ledger = Ledger()
  private var clients: [SimulatedClient] = []
  private var figures = SimulationFigures()

  private var settings: SimulationSettings { world.settings }

  init(_ settings: SimulationSettings, _ backend: any SimulatedBackend, seed: UInt64) throws {
    world = SimulatedWorld(settings, backend, seed: seed)
    dice = SimulatedDice(seed: seed)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("rowsmith-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for number in 0..<settings.clients {
      clients.append(try SimulatedClient(number, in: folder, world, SimulatedDice(seed: dice.seed())))
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs it to its end.
  func run() async throws -> SimulationFigures {
    for _ in 0..<settings.operations { try await operate() }
    try await settle()
    for client in clients { client.end() }
    figures.crashes = clients.flatMap(\.crashes)
    figures.problems += clients.flatMap(\.failures)
    return figures
  }

  // MARK: While there are faults

  /// One write, and what else happens meanwhile.
  private func operate() async throws {
    let pushing = clients.filter { if case .exchange(1...)? = $0.process.stop { true } else { false } }
    let isAmid = !pushing.isEmpty && dice.happens(settings.duringPush)
    guard let client = dice.pick(isAmid ? pushing : clients) else { return }
    let writer = Writer(
      client: client.number, clients: settings.clients, store: client.process.store,
      deletions: settings.deletions)
    try writer.write(&ledger, &dice)
    figures.operations += 1
    if dice.happens(1 / settings.operationsPerSync) { try await beginSync() }
    // A sync has some twenty exchanges: as many happen on average as are begun.
    for _ in 0..<dice.number(0..<Int(50 / settings.operationsPerSync) + 1) { try await move() }
  }

  private func beginSync() async throws {
    let idle = clients.filter { !$0.process.isSyncing }
    guard let client = dice.pick(idle) else { return }
    client.isOffline = dice.happens(settings.offline)
    var scope: SyncScope =
      switch dice.share() {
      case ..<0.08: .pull
      case ..<0.16: .push
      default: .both
      }
    if dice.happens(settings.fullSyncs) { scope = dice.happens(0.5) ? .full : .verify }
    let crash = dice.happens(settings.crashes) ? dice.number(1..<90) : nil
    figures.syncs += 1
    try await client.begin(scope, crash: crash)
  }

  /// Lets one of the syncs that are under way go on, or kills it.
  private func move() async throws {
    guard let client = dice.pick(clients.filter(\.process.isSyncing)) else { return }
    if dice.happens(settings.crashes / 100) { return try await client.kill() }
    try await client.go(verdict(client))
  }

  private func verdict(_ client: SimulatedClient) -> Verdict {
    var verdict = Verdict(place: dice.number(0..<100), isBrief: dice.happens(0.3))
    guard case .exchange(let requests)? = client.process.stop else { return verdict }
    figures.exchanges += 1
    if client.isOffline {
      verdict.fault = .offline
    } else if dice.happens(requests > 0 ? settings.refusals : settings.forgottenCursors) {
      verdict.fault = requests > 0 ? .refused : .forgotCursor
    } else if dice.happens(requests > 0 ? settings.faults : settings.faults / 2) {
      let faults: [Fault] =
        requests == 0
        ? [.dropBefore, .offline, .throttled, .failedAfter]
        : [.dropBefore, .dropAfter, .dropAfter, .dropMiddle, .cutAnswer, .throttled, .failedAfter]
      verdict.fault = dice.pick(faults)
    }
    if let fault = verdict.fault { figures.faults[fault, default: 0] += 1 }
    return verdict
  }

  // MARK: Afterwards

  /// Lets all clients synchronise without faults until all are alike.
  private func settle() async throws {
    for client in clients { try await finish(client) }
    let oracle = Oracle(world: world, ledger: ledger)
    for round in 1...settings.maximumSettleRounds {
      figures.settleRounds = round
      for client in dice.shuffled(clients) {
        try SimulatedUser(store: client.process.store).retry()
        try await client.begin(.both)
        try await finish(client)
        if let stopped = client.process.report?.stopped {
          figures.problems.append("client \(client.number): a sync without faults stopped: \(stopped)")
        }
      }
      if try oracle.differences(clients).isEmpty || !figures.problems.isEmpty { break }
    }
    figures.problems += try oracle.problems(clients)
  }

  private func finish(_ client: SimulatedClient) async throws {
    client.process.killSwitch.arm(nil)
    var exchanges = 0
    while client.process.isSyncing {
      exchanges += 1
      guard exchanges < settings.maximumExchanges else {
        figures.problems.append("client \(client.number): a sync does not come to its end")
        return try await client.kill()
      }
      try await client.go(.fine)
    }
  }
}

/// What a user does about what was set aside.
struct SimulatedUser {
  let store: Store

  /// Has everything tried again that the server has refused.
  func retry() throws {
    try store.write { db in
      _ = try db.run("DELETE FROM _rowsmith_queue WHERE lane = 'sync' AND state = 'refused'", [])
    }
  }
}
