import Foundation
import Rowsmith
import RowsmithClient
import RowsmithSync

/// One life of a device: a store in a file and a session, from its start until it is killed. It moves only when the scheduler
/// says so, so that nothing of it is used by two threads at a time.
final class SimulatedProcess: @unchecked Sendable {
  let store: Store
  let killSwitch: KillSwitch
  private let session: SyncSession
  private let turnstile: Turnstile
  private let clock: VirtualClock

  private(set) var isSyncing = false
  /// What the last sync has said.
  private(set) var report: SyncReport?
  /// What the last sync has thrown that was not killed.
  private(set) var failure: (any Error)?

  init(path: String, remains: String, client: Int, dice: SimulatedDice, in world: SimulatedWorld) throws {
    let (killSwitch, turnstile) = (KillSwitch(path: path, remains: remains), Turnstile())
    let clock = world.clock
    self.killSwitch = killSwitch
    self.turnstile = turnstile
    self.clock = clock
    store = try Store(.file(path), schema: world.schema)
    var options = SyncOptions()
    options.pageSize = world.settings.pageSize
    options.defects = world.settings.defects
    options.failPoint = { try killSwitch.pass($0) }
    let skew = world.skew(of: client)
    let draws = Draws(dice)
    options.clock.now = { clock.now + skew }
    options.clock.draw = { draws.next() }
    options.clock.sleep = { duration in
      let verdict = await turnstile.wait(for: .sleep(Double(duration.components.seconds) + 1))
      if verdict.isDead { throw SimulatedCrash(step: "sleeping") }
    }
    session = try SyncSession(
      store: store, plan: world.plan, server: world.server(for: client, turnstile, options.clock),
      options: options)
  }

  /// What the sync waits for; nil where none is under way.
  var stop: Turnstile.Stop? { isSyncing ? turnstile.stop : nil }

  /// Begins a sync, and waits until it waits.
  func begin(_ scope: SyncScope) async {
    isSyncing = true
    (report, failure) = (nil, nil)
    Task { [self] in
      do {
        report = try await session.sync(scope)
      } catch {
        if killSwitch.diedAt == nil { failure = error }
      }
      turnstile.end()
    }
    await move()
  }

  /// Lets the sync go on until it waits again.
  func go(_ verdict: Verdict) async {
    if case .sleep(let seconds)? = turnstile.stop { clock.pass(seconds) }
    turnstile.release(verdict)
    await move()
  }

  /// Kills the process while its sync waits.
  func kill() async throws {
    try killSwitch.kill(at: "waiting")
    var verdict = Verdict(fault: .dropBefore)
    verdict.isDead = true
    await go(verdict)
    // It may wait once more before it notices.
    while isSyncing { await go(verdict) }
  }

  private func move() async {
    await turnstile.movement()
    isSyncing = turnstile.stop != nil
  }
}

/// Random numbers for one thread after another.
private final class Draws: @unchecked Sendable {
  private let lock = NSLock()
  private var dice: SimulatedDice

  init(_ dice: SimulatedDice) { self.dice = dice }

  func next() -> Double { lock.withLock { dice.share() } }
}
