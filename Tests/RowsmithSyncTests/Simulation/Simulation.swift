import RowsmithSync

/// Many clients with stores of their own and one server, with a network that loses requests and answers, and processes that
/// are killed at any step. One thing happens at a time, and a seed decides which.
final class Simulation {
  private let devices: SimulatedDevices
  private let settings: SimulationSettings
  private var dice: SimulatedDice
  private var figures = SimulationFigures()

  private var clients: [SimulatedClient] { devices.clients }

  init(_ settings: SimulationSettings, _ backend: SimulatedBackendKind, seed: UInt64) throws {
    self.settings = settings
    dice = SimulatedDice(seed: seed)
    devices = try SimulatedDevices(settings, backend, seed: dice.seed())
  }

  /// Runs it to its end.
  func run() async throws -> SimulationFigures {
    for _ in 0..<settings.operations { try await operate() }
    (figures.settleRounds, figures.problems) = try await devices.settle { _ in dice.shuffled(clients) }
    figures.blindWrites = devices.world.log.blindWrites
    figures.crashes = clients.flatMap(\.crashes)
    return figures
  }

  /// One write, and what else happens meanwhile.
  private func operate() async throws {
    let isAmid = dice.happens(settings.duringPush)
    if isAmid { for _ in 0..<30 where pushing.isEmpty { try await move() } }
    let pushing = pushing
    guard let client = dice.pick(isAmid && !pushing.isEmpty ? pushing : clients) else { return }
    let writer = RandomWriter(
      writer: devices.writer(client.number), clients: settings.clients, deletions: settings.deletions,
      choices: settings.choices, isAmid: isAmid)
    try writer.write(&devices.ledger, &dice)
    figures.operations += 1
    if dice.happens(1 / settings.operationsPerSync) { try await beginSync() }
    // A sync has some twenty exchanges: as many happen on average as are begun.
    if dice.happens(settings.overtakes) { try await overtake() }
    for _ in 0..<dice.number(0..<Int(50 / settings.operationsPerSync) + 1) { try await move() }
  }

  /// The clients whose writes are on their way.
  private var pushing: [SimulatedClient] { clients.filter(\.isSending) }

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

  /// Somebody changes what another client has made without hearing of it, before that one sends it again.
  private func overtake() async throws {
    let unheard = try clients.filter(\.isAsleep).flatMap { try devices.writer($0.number).sending("create") }
    guard let item = dice.pick(unheard.filter { devices.world.backend.record($0, in: "items") != nil }),
      let other = dice.pick(clients.filter { !$0.process.isSyncing })
    else { return }
    for _ in 0..<2 {
      try await other.begin(.both)
      try await devices.finish(other)
      let writer = devices.writer(other.number)
      if try writer.keys("Item").contains(item) { try writer.addToken(to: item, &devices.ledger) }
    }
  }

  /// Lets one of the syncs that are under way go on, or kills it.
  private func move() async throws {
    // Who waits for time to pass waits longer than who waits for an answer.
    let syncing = clients.filter(\.process.isSyncing)
    let asleep = syncing.filter(\.isAsleep)
    let awake = syncing.filter { !$0.isAsleep }
    guard let client = dice.pick(dice.happens(settings.wakes) ? asleep : awake) else { return }
    devices.world.clock.pass(dice.share() * 0.2)
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
    } else if dice.happens(requests > 0 ? settings.faults : settings.readFaults) {
      let faults: [Fault] =
        requests == 0
        ? [.dropBefore, .offline, .throttled, .failedAfter]
        : [.dropBefore, .dropAfter, .dropAfter, .dropMiddle, .cutAnswer, .throttled, .failedAfter]
      verdict.fault = dice.pick(faults)
    }
    if let fault = verdict.fault { figures.faults[fault, default: 0] += 1 }
    return verdict
  }
}
