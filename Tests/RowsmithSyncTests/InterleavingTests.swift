import TestSupport
import Testing

@Suite struct InterleavingTests {
  /// A share of them where the environment does not ask for more: `ROWSMITH_ROUNDS` has all tried.
  @Test(arguments: TwoClientScript.all)
  func `two clients agree in whatever order they write and synchronise`(_ script: TwoClientScript)
    async throws
  {
    let devices = try SimulatedDevices(SimulationSettings(clients: 2), .memory, seed: 1)
    let cases = TwoClientScript.orders(4, 4).flatMap { order in
      TwoClientScript.faults.map { (order, $0) }
    }
    for (number, (order, faults)) in cases.enumerated() where TrialSeeds.areAsked || number % 17 == 0 {
      let item = "i-\(order.map(String.init).joined())-\(faults.map { $0?.rawValue ?? "fine" })"
      try devices.writer(0).makeItem(item, a: nil, folder: nil, &devices.ledger)
      for client in devices.clients { #expect(try await devices.sync(client).isEmpty) }
      try await script.play(item, order, faults, devices)
      for client in devices.clients + [devices.clients[0]] {
        #expect(try await devices.sync(client).isEmpty, "\(item)")
      }
    }
    let (_, problems) = try await devices.settle { _ in devices.clients }
    #expect(devices.world.log.blindWrites.isEmpty)
    if !problems.isEmpty { Issue.record("\(problems.prefix(10).joined(separator: "\n"))") }
  }
}
