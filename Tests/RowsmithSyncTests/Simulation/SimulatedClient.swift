import Foundation
import Rowsmith
import RowsmithSync

/// A device, through all lives of its process.
final class SimulatedClient {
  let number: Int
  private let world: SimulatedWorld
  private let folder: URL
  private var lives = 0
  private var dice: SimulatedDice
  private(set) var process: SimulatedProcess
  /// At which steps it was killed.
  private(set) var crashes: [String] = []
  /// What syncs have thrown that nobody made them throw.
  private(set) var failures: [String] = []
  /// Whether it has no connection.
  var isOffline = false

  init(_ number: Int, in folder: URL, _ world: SimulatedWorld, _ dice: SimulatedDice) throws {
    self.number = number
    self.folder = folder
    self.world = world
    self.dice = dice
    process = try SimulatedClient.start(number, 0, folder, world, dice)
  }

  private static func start(
    _ number: Int, _ life: Int, _ folder: URL, _ world: SimulatedWorld, _ dice: SimulatedDice
  ) throws -> SimulatedProcess {
    func path(_ life: Int) -> String { folder.appendingPathComponent("\(number)-\(life).sqlite").path }
    return try SimulatedProcess(
      path: path(life), remains: path(life + 1), client: number, dice: dice, in: world)
  }

  /// Whether a write of it is on its way.
  var isSending: Bool { if case .exchange(1...)? = process.stop { true } else { false } }

  /// Whether its sync waits before it tries something again.
  var isAsleep: Bool { if case .sleep? = process.stop { true } else { false } }

  /// Begins a sync.
  ///
  /// - Parameter crash: at which of its steps it is killed, if it comes so far.
  func begin(_ scope: SyncScope, crash: Int? = nil) async throws {
    process.killSwitch.arm(crash)
    await process.begin(scope)
    try look()
  }

  /// Lets the sync go on.
  func go(_ verdict: Verdict) async throws {
    await process.go(verdict)
    try look()
  }

  /// Kills the process while its sync waits.
  func kill() async throws {
    try await process.kill()
    try look()
  }

  /// Starts anew after a crash.
  private func look() throws {
    guard !process.isSyncing else { return }
    if let failure = process.failure { failures.append("client \(number): a sync failed: \(failure)") }
    guard let step = process.killSwitch.diedAt else { return }
    crashes.append(step)
    process.store.close()
    lives += 1
    process = try SimulatedClient.start(number, lives, folder, world, dice)
    dice = SimulatedDice(seed: dice.seed())
    // The lease of the dead runs out.
    world.clock.pass(31)
  }

  /// Closes the file.
  func end() { process.store.close() }
}
