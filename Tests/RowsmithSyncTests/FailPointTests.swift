import RowsmithSync
import TestSupport
import Testing

/// A process that is killed at each step of a sync, one after another.
@Suite struct FailPointTests {
  private func settings(_ clients: Int = 2) -> SimulationSettings {
    var settings = SimulationSettings()
    (settings.clients, settings.pageSize) = (clients, 3)
    return settings
  }

  /// Two devices with the same rows, of which each has changed some, the same among them: the second one has sent its changes.
  private func quarrel() async throws -> SimulatedDevices {
    let devices = try SimulatedDevices(settings(), .memory, seed: 1)
    let (one, two) = (devices.writer(0), devices.writer(1))
    let (tag, folder) = (try one.makeTag(&devices.ledger), try one.makeFolder(&devices.ledger))
    for number in 1...6 { try one.makeItem("i\(number)", a: nil, folder: folder, &devices.ledger) }
    for client in devices.clients { #expect(try await devices.sync(client).isEmpty) }

    try two.retitle("i1", &devices.ledger)
    try two.addToken(to: "i1", &devices.ledger)
    try two.delete("i2", &devices.ledger)
    try two.set("b", of: "i3", to: "b3", &devices.ledger)
    try two.relink("fans", "i4", tag, &devices.ledger)
    try two.addToken(to: "i6", &devices.ledger)
    try two.retarget("i5", to: .folder, &devices.ledger)
    #expect(try await devices.sync(devices.clients[1]).isEmpty)

    try one.retitle("i1", &devices.ledger)
    try one.addToken(to: "i1", &devices.ledger)
    try one.addToken(to: "i2", &devices.ledger)
    try one.set("c", of: "i3", to: "c3", &devices.ledger)
    try one.relink("tags", "i4", tag, &devices.ledger)
    try one.delete("i6", &devices.ledger)
    try one.retarget("i5", to: .item, &devices.ledger)
    try one.lead("i3", to: .init(entity: .item, key: "i2"), &devices.ledger)
    let other = try one.makeFolder(&devices.ledger)
    try one.makeItem("i7", a: "a7", folder: other, &devices.ledger)
    try one.relink("fans", "i7", tag, &devices.ledger)
    return devices
  }

  /// - Parameter scope: what the sync does that is killed.
  @Test(arguments: [SyncScope.both, .verify])
  func `whatever step a sync is killed at, the next ones make everything alike`(_ scope: SyncScope)
    async throws
  {
    let whole = try await quarrel()
    let before = whole.clients[0].process.killSwitch.steps.count
    try await whole.clients[0].begin(scope)
    try await whole.finish(whole.clients[0])
    let steps = whole.clients[0].process.killSwitch.steps.dropFirst(before)
    #expect(steps.count > 40 && Set(steps).count > 20)
    for number in 1...steps.count where TrialSeeds.areAsked || number % 7 == 0 {
      let devices = try await quarrel()
      let client = devices.clients[0]
      try await client.begin(scope, crash: number)
      while client.process.isSyncing { try await client.go(.fine) }
      #expect(client.crashes.count == 1)
      let (_, problems) = try await devices.settle { _ in devices.clients }
      #expect(devices.world.log.blindWrites.isEmpty)
      if !problems.isEmpty {
        let step = client.crashes.first ?? ""
        Issue.record("killed at '\(step)':\n\(problems.prefix(10).joined(separator: "\n"))")
      }
    }
  }
}
