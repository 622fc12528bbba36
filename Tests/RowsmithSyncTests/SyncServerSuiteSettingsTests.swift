import RowsmithSync
import RowsmithTesting
import Testing

/// The published rules apply to what an adapter promises, and to what a suite is given.
@Suite struct SyncServerSuiteSettingsTests {
  private let server = HookedServer()

  private func suite(_ change: (inout SyncServerSuite) -> Void = { _ in }) -> SyncServerSuite {
    let server = server
    var suite = SyncServerSuite(collection: SyncCollection(name: "Note", path: "notes")) { server }
    change(&suite)
    return suite
  }

  private func findings(_ name: String, _ suite: SyncServerSuite) async throws -> [SyncServerSuite.Finding] {
    await suite.run(try #require(suite.checks.first { $0.name == name }))
  }

  @Test("Tombstones are asked of a server that promises them, and of no other one")
  func tombstones() async throws {
    server.changing { $1.records.removeAll(where: \.isDeleted) }
    for name in ["tombstonesCome", "tombstonesComeWithEverything"] {
      #expect(try await findings(name, suite()).map(\.check) == [name])
    }
    server.guarantees.hasTombstones = false
    for name in ["tombstonesCome", "tombstonesComeWithEverything"] {
      #expect(try await findings(name, suite()) == [])
    }
  }

  @Test("A finding is a line with the rule and what was found instead")
  func finding() async throws {
    server.changing { $1.records.removeAll(where: \.isDeleted) }
    let found = try #require(try await findings("tombstonesCome", suite()).first)
    #expect(found.rule == "a record deleted since the cursor comes as a tombstone")
    #expect(found.description == "tombstonesCome (\(found.rule)): \(found.message)")
  }

  @Test("Without links, permissions, a record that is refused, and members, their rules are passed over")
  func settings() async throws {
    let names = [
      "linksAreRecords", "permissionsGoBeside", "aRefusalIsItsOwn", "integersSurvive", "nullTakesAway",
    ]
    let all = suite {
      $0.links = SyncCollection(name: "Note.tags", path: "note-tags", isLinks: true)
      $0.refused = { _ in "{}" }
      $0.permissions = "{}"
    }
    let none = suite { $0.members = .init(text: "title", number: nil, optional: nil) }
    // Whatever is asked of this server fails.
    server.memory.fail { _ in .later(SyncError(.offline, "nobody is there")) }
    for name in names {
      #expect(try await findings(name, all).map(\.check) == [name])
      #expect(try await findings(name, none) == [])
    }
  }

  @Test(
    "An adapter without an outcome for a request that is sent again breaks a rule",
    arguments: ["repeatedCreationMakesOne", "deletesTwice"])
  func noOutcome(_ name: String) async throws {
    let server = ForgetfulServer()
    let suite = SyncServerSuite(collection: SyncCollection(name: "Note", path: "notes")) { server }
    #expect(try await findings(name, suite).map(\.message) == ["1 requests were given 0 outcomes"])
  }
}

/// An adapter that leaves out the outcomes of requests that it has sent before.
private struct ForgetfulServer: SyncServer {
  private let memory = MemorySyncServer()

  var guarantees: SyncGuarantees { memory.guarantees }

  func identify() async throws -> SyncIdentity { try await memory.identify() }

  func changes(_ query: SyncQuery) async throws -> SyncPage { try await memory.changes(query) }

  func read(_ ids: [String], in collection: SyncCollection) async throws -> [SyncRecord] {
    try await memory.read(ids, in: collection)
  }

  func request(for write: SyncWrite) throws -> SyncRequest { try memory.request(for: write) }

  func send(_ requests: [SyncRequest]) async -> [SyncOutcome] {
    let known = Set(memory.requests.map(\.idempotencyKey))
    let outcomes = await memory.send(requests)
    return zip(requests, outcomes).filter { !known.contains($0.0.idempotencyKey) }.map { $0.1 }
  }
}
