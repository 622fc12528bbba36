import Notes
import RowsmithCurl
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// The articles on synchronisation, and comments in it.
@Suite struct SyncSnippets {
  @Test func `an adapter for Kinto, by its comment`() throws {
    let (password, transport) = ("secret", StubTransport())
    var options = ClientOptions()
    options.authentication = BasicAuthentication(user: "alice", password: password)
    let server = try KintoServer(
      url: "https://kinto.example.com/v1", bucket: "notes-app", transport: transport, options: options)
    #expect(server.bucket == "notes-app")
  }

  @Test func `an adapter is held to the rules`() async throws {
    let address = try await TestKinto.shared(.memory).url
    let transport = CurlTransport()
    let options = Self.options
    let suite = SyncServerSuite(collection: SyncCollection(name: "Note", path: "notes")) {
      try KintoServer(url: address, bucket: "checks", transport: transport, options: options)
    }
    let findings = await suite.run()
    #expect(findings.isEmpty, "\(findings)")
  }

  private static let options: ClientOptions = {
    var options = ClientOptions()
    options.authentication = BasicAuthentication(user: "alice", password: "secret")
    return options
  }()

  @Test func `a session, by its comment`() async throws {
    let store = try Store(.memory, model: NotesModel())
    let server = MemorySyncServer()
    let session = try SyncSession(store: store, plan: NotesSync.plan, server: server)
    let report = try await session.sync()
    #expect(report.stopped == nil && report.isEmpty)
  }

  @Test func `the state of a record, by its comment`() async throws {
    let store = try Store(.memory, model: NotesModel())
    let session = try SyncSession(store: store, plan: NotesSync.plan, server: MemorySyncServer())
    let note = Tag(id: "t1", name: "Home")
    try await store.write { try $0.insert(note) }
    let states = Counter()
    @Sendable func show(_ state: SyncState) { if state == .synced { states.add(1) } }
    let watching = Task {
      for try await state in store.observe(try session.state(of: note)) { show(state) }
    }
    try await session.sync()
    try await eventually { states.value > 0 }
    watching.cancel()
  }

  @Test func `the article on adapters names every rule`() throws {
    let suite = SyncServerSuite(collection: SyncCollection(name: "Note", path: "notes")) {
      MemorySyncServer()
    }
    let page = try Page("Sources/RowsmithSync/RowsmithSync.docc/Adapters.md").text
    for check in suite.checks { #expect(page.contains("| `\(check.name)` | \(check.rule) |")) }
  }
}
