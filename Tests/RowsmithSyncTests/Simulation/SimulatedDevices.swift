import Foundation
import Rowsmith
import RowsmithClient
import RowsmithSync

/// Several clients and their server, with what was written.
final class SimulatedDevices {
  let world: SimulatedWorld
  let clients: [SimulatedClient]
  var ledger = Ledger()
  private let folder: URL

  private var settings: SimulationSettings { world.settings }

  init(_ settings: SimulationSettings, _ backend: SimulatedBackendKind, seed: UInt64) throws {
    let world = SimulatedWorld(settings, backend, seed: seed)
    let folder = SimulatedDevices.base.appendingPathComponent("rowsmith-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var dice = SimulatedDice(seed: seed)
    clients = try (0..<settings.clients).map {
      try SimulatedClient($0, in: folder, world, SimulatedDice(seed: dice.seed()))
    }
    (self.world, self.folder) = (world, folder)
  }

  /// Memory where there is such a folder: it is processes that are killed, not machines, so that nothing has to reach a disk.
  private static var base: URL {
    let memory = "/dev/shm"
    return FileManager.default.isWritableFile(atPath: memory)
      ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
  }

  deinit {
    for client in clients { client.end() }
    try? FileManager.default.removeItem(at: folder)
  }

  /// Who writes at a client.
  func writer(_ number: Int) -> Writer { Writer(client: number, store: clients[number].process.store) }

  /// Lets a sync go on to its end, without faults.
  func finish(_ client: SimulatedClient) async throws {
    client.process.killSwitch.arm(nil)
    var exchanges = 0
    while client.process.isSyncing {
      exchanges += 1
      guard exchanges < settings.maximumExchanges else {
        throw SyncError(.answer, "client \(client.number): a sync does not come to its end")
      }
      try await client.go(.fine)
    }
  }

  /// Synchronises a client without faults; what the server has refused is tried again.
  ///
  /// - Returns: what is wrong with that.
  func sync(_ client: SimulatedClient) async throws -> [String] {
    try await finish(client)
    try retry(client.process.store)
    try await client.begin(.both)
    try await finish(client)
    guard let stopped = client.process.report?.stopped else { return [] }
    return ["client \(client.number): a sync without faults stopped: \(stopped)"]
  }

  private func retry(_ store: Store) throws {
    try store.write { db in
      _ = try db.run("DELETE FROM _rowsmith_queue WHERE lane = 'sync' AND state = 'refused'", [])
    }
  }

  /// Lets all clients synchronise without faults until all are alike.
  ///
  /// - Returns: how many rounds that took, and what is not as it has to be.
  func settle(_ order: (Int) -> [SimulatedClient]) async throws -> (rounds: Int, problems: [String]) {
    var (rounds, problems): (Int, [String]) = (0, [])
    do {
      for client in clients { try await finish(client) }
      let oracle = Oracle(world: world, ledger: ledger)
      for round in 1...settings.maximumSettleRounds {
        rounds = round
        // What was written in the round before may be taken for lost for so long: that would be sent once more.
        world.backend.pass(3)
        for client in order(round) { problems += try await sync(client) }
        if try oracle.differences(clients).isEmpty || !problems.isEmpty { break }
      }
      problems += try oracle.problems(clients)
    } catch let error as SyncError {
      problems.append("\(error)")
    }
    return (rounds, problems + clients.flatMap(\.failures))
  }
}
