import Rowsmith
import RowsmithClient
import RowsmithSync
import Testing

/// What simulations do at random with links to one of several entities, one after another with each server in the process; and that
/// a lost one is found.
@Suite struct SimulatedChoiceTests {
  private func devices(_ server: SimulatedBackendKind) throws -> SimulatedDevices {
    try SimulatedDevices(SimulationSettings(clients: 2), server, seed: 1)
  }

  private func sync(_ devices: SimulatedDevices, _ clients: Int...) async throws {
    for client in clients { #expect(try await devices.sync(devices.clients[client]).isEmpty) }
  }

  private func expectAlike(_ devices: SimulatedDevices) async throws {
    let (_, problems) = try await devices.settle { _ in devices.clients }
    #expect(problems == [])
    #expect(devices.world.log.blindWrites == [])
  }

  private func about(_ item: String, _ client: Int, _ devices: SimulatedDevices) throws -> [String?] {
    try devices.clients[client].process.store.read { db in
      let found = try db.rows("SELECT about_type, about_id FROM Item WHERE id = ?", [.text(item)]).first
      return [found?.text("about_type"), found?.text("about_id")]
    }
  }

  @Test(arguments: SimulatedBackendKind.allCases)
  func `a link leads to the other entity, to a record that is new, and nowhere`(
    _ server: SimulatedBackendKind
  ) async throws {
    let devices = try devices(server)
    let one = devices.writer(0)
    let folder = try one.makeFolder(&devices.ledger)
    try one.makeItem("a", a: nil, folder: nil, &devices.ledger)
    try one.lead("a", to: .init(entity: .folder, key: folder), &devices.ledger)
    try await sync(devices, 0, 1)
    #expect(try about("a", 1, devices) == ["Folder", folder])
    // Each leads to the other, and neither is there.
    for (item, other) in [("b", "c"), ("c", "b")] {
      try one.makeItem(item, a: nil, folder: nil, &devices.ledger)
      try one.lead(item, to: .init(entity: .item, key: other), &devices.ledger)
    }
    try one.lead("a", to: .init(entity: .item, key: "b"), &devices.ledger)
    try await sync(devices, 0, 1)
    for (item, other) in [("a", "b"), ("b", "c"), ("c", "b")] {
      #expect(try about(item, 1, devices) == ["Item", other])
    }
    try one.lead("a", to: nil, &devices.ledger)
    try await sync(devices, 0, 1)
    #expect(try about("a", 1, devices) == [nil, nil])
    try await expectAlike(devices)
  }

  @Test(arguments: SimulatedBackendKind.allCases)
  func `a link arrives before the record that it leads to, and outlives it`(_ server: SimulatedBackendKind)
    async throws
  {
    let devices = try devices(server)
    let (one, two) = (devices.writer(0), devices.writer(1))
    try one.makeItem("a", a: nil, folder: nil, &devices.ledger)
    try one.lead("a", to: .init(entity: .item, key: "late"), &devices.ledger)
    try await sync(devices, 0, 1)
    #expect(try about("a", 1, devices) == ["Item", "late"])
    try one.makeItem("late", a: "here", folder: nil, &devices.ledger)
    try await sync(devices, 0, 1)
    #expect(try two.keys("Item") == ["a", "late"])
    try two.delete("late", &devices.ledger)
    try one.addToken(to: "a", &devices.ledger)
    try await sync(devices, 1, 0, 1)
    for client in [0, 1] { #expect(try about("a", client, devices) == ["Item", "late"]) }
    try await expectAlike(devices)
  }

  @Test(arguments: SimulatedBackendKind.allCases)
  func `of two choices one stands, and the other is in the log as what it was`(
    _ server: SimulatedBackendKind
  ) async throws {
    let devices = try devices(server)
    let writers = [devices.writer(0), devices.writer(1)]
    try writers[0].makeItem("a", a: nil, folder: nil, &devices.ledger)
    try writers[0].retarget("a", to: .item, &devices.ledger)
    try await sync(devices, 0, 1)
    try writers[0].retarget("a", to: .folder, &devices.ledger)
    try writers[1].retarget("a", to: .item, &devices.ledger)
    try await sync(devices, 0, 1)
    let log = try await devices.clients[1].process.store.read { db in
      try db.rows("SELECT name, mine, theirs FROM _rowsmith_conflicts WHERE kind = 'edit'").map { row in
        [row.text("name"), row.text("mine"), row.text("theirs")].map { $0 ?? "" }
      }
    }
    #expect(log.count == 1)
    #expect(log.first?[1].hasPrefix(#"{"type":"Item","id":"c1-"#) == true, "\(log)")
    #expect(log.first?[2].hasPrefix(#"{"type":"Folder","id":"c0-"#) == true, "\(log)")
    try await expectAlike(devices)
  }

  @Test func `a choice that was lost is found`() async throws {
    let devices = try devices(.memory)
    let one = devices.writer(0)
    let folder = try one.makeFolder(&devices.ledger)
    try one.makeItem("a", a: nil, folder: nil, &devices.ledger)
    try one.lead("a", to: .init(entity: .folder, key: folder), &devices.ledger)
    try one.retarget("a", to: .item, &devices.ledger)
    try await expectAlike(devices)
    var ledger = devices.ledger
    ledger.values[.init(item: "a", member: "about")] = .some("item \(folder)")
    ledger.edits[.init(item: "a", member: "subject")]?[1] = .init(
      client: 1, item: "a", value: "ghost", known: [])
    // The same key, and another entity.
    try await devices.clients[1].process.store.write { db in
      try db.run("INSERT INTO _rowsmith_sync_quiet (id) VALUES (1)")
      try db.run("UPDATE Item SET aboutItem = aboutFolder, aboutFolder = NULL WHERE id = 'a'")
      try db.run("DELETE FROM _rowsmith_sync_quiet")
    }
    let problems = try Oracle(world: devices.world, ledger: ledger).problems(devices.clients)
    #expect(problems.contains("a.about is folder \(folder), not item \(folder)"))
    #expect(problems.contains("client 1 wrote ghost as a.subject: it is in no log"))
    #expect(
      problems.contains { $0.hasPrefix("client 1 does not have: Item a") && $0.contains("about: folder") })
  }
}
