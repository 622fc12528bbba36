import Foundation
import Notes
import Rowsmith
import RowsmithAPI
import RowsmithCurl
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// The articles on synchronisation, and comments in it.
@Suite struct SyncSnippets {
  @Test func `conditions of Querying.md on a Bool`() throws {
    let store = try Store(.memory, model: NotesModel())
    try store.write { db in
      try db.insert(Note(id: UUID(), title: "Milk", isPinned: true))
      try db.insert(Note(id: UUID(), title: "Bread"))
    }
    let pinned = Note.filter { $0.isPinned && $0.title != "" }
    let others = Note.filter { !$0.isPinned }
    #expect(try store.fetch(pinned.values { $0.title }) == ["Milk"])
    #expect(try store.fetch(others.values { $0.title }) == ["Bread"])
  }

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

  @Test func `an app follows its session`() async throws {
    func keepAlike(_ session: SyncSession) async {
      for await event in session.start() {
        switch event {
        case .began: print("synchronising")
        case .ended(let report): print(report.stopped.map { "later: \($0)" } ?? "up to date")
        case .loginNeeded: print("log in again, then call start() again")
        case .failed(let error): print("failed:", error)
        }
      }
    }
    let server = MemorySyncServer()
    let store = try Store(.memory, model: NotesModel())
    let session = try SyncSession(store: store, plan: NotesSync.plan, server: server)
    try await store.write { try $0.insert(Tag(id: "t1", name: "Home")) }
    let following = Task { await keepAlike(session) }
    try await eventually { server.entries(in: "tags").count == 1 }
    await session.stop()
    await following.value
  }

  /// Two devices that have both changed the title of one note; the other one's has reached the server.
  private func conflict(_ options: SyncOptions = SyncOptions(), policy: ConflictPolicy? = nil) async throws
    -> (store: Store, session: SyncSession)
  {
    let server = MemorySyncServer()
    var plan = NotesSync.plan
    if let policy { plan.entities[0].memberConflicts = [.init("title", policy)] }
    func device() throws -> (store: Store, session: SyncSession) {
      let store = try Store(.memory, model: NotesModel())
      return (store, try SyncSession(store: store, plan: plan, server: server, options: options))
    }
    let (one, two) = (try device(), try device())
    var note = Note(id: UUID(), title: "Milk")
    try await one.store.write { [note] in try $0.insert(note) }
    try await one.session.sync()
    try await two.session.sync()
    for (device, title) in [(one, "Oat milk"), (two, "Soy milk")] {
      note.title = title
      try await device.store.write { [note] in try $0.upsert(note) }
      try await device.session.sync()
    }
    return two
  }

  @Test func `what has lost is in the log`() async throws {
    let (store, session) = try await conflict()
    #expect(try await store.fetch(session.conflicts()).count == 1)
    for conflict in try await store.fetch(session.conflicts()) {
      print(conflict.entity, conflict.member ?? "as a whole", conflict.policy)
      print("mine:", conflict.mine, "theirs:", conflict.theirs, "base:", conflict.base)
    }
    try await session.forgetConflicts()
    #expect(try await store.fetch(session.conflicts()).isEmpty)
  }

  @Test func `people decide`() async throws {
    func decide(_ session: SyncSession) async throws {
      for conflict in try await session.store.fetch(session.conflicts(openOnly: true)) {
        print(conflict.member ?? "deleted", conflict.mine, conflict.theirs)
        try await session.resolve(conflict.id, .mine)
      }
    }
    let (store, session) = try await conflict(policy: .manual)
    #expect(try await store.fetch(session.conflicts(openOnly: true)).count == 1)
    try await decide(session)
    #expect(try await store.fetch(session.conflicts(openOnly: true)).isEmpty)
    #expect(try await store.fetch(Note.all).map(\.title) == ["Soy milk"])
  }

  @Test func `code decides`() async throws {
    do {
      let (store, server) = (try Store(.memory, model: NotesModel()), MemorySyncServer())
      var options = SyncOptions()
      options.resolvers = [
        ConflictResolver("Note", "title") { values in
          guard case .text(let mine) = values.mine, case .text(let theirs) = values.theirs else { return nil }
          return .text("\(theirs) / \(mine)")
        }
      ]
      let session = try SyncSession(store: store, plan: NotesSync.plan, server: server, options: options)
      let decided = try await conflict(session.options)
      #expect(try await decided.store.fetch(Note.all).map(\.title) == ["Oat milk / Soy milk"])
    }
  }

  @Test func `a report says what was not done, in an account's file`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try Store(.account("alice@example.com", folder: folder), model: NotesModel())
    let session = try SyncSession(store: store, plan: NotesSync.plan, server: MemorySyncServer())
    let report = try await session.sync()
    if let error = report.stopped { print("stopped:", error) }
    for problem in report.setAside { print(problem.entity, problem.id, problem.error) }
    #expect(report.stopped == nil)
    let page = try Page("Sources/RowsmithSync/RowsmithSync.docc/Promises.md").text
    let queries = try #require(
      page.components(separatedBy: "```sql\n").dropFirst().first?.components(separatedBy: "```").first)
    for query in queries.split(separator: "\n") {
      #expect(try await store.read { try $0.rows(String(query)) }.isEmpty)
    }
  }

  @Test func `the article on adapters names every rule`() throws {
    let suite = SyncServerSuite(collection: SyncCollection(name: "Note", path: "notes")) {
      MemorySyncServer()
    }
    let page = try Page("Sources/RowsmithSync/RowsmithSync.docc/Adapters.md").text
    for check in suite.checks { #expect(page.contains("| `\(check.name)` | \(check.rule) |")) }
  }
}
