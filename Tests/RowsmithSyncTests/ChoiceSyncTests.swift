import Rowsmith
import RowsmithAPI
import RowsmithModel
import RowsmithSchema
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// Records that lead to one of several entities: which of them, and which record, go as one value.
@Suite struct ChoiceSyncTests {
  static let schema: Schema = {
    let yaml = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Issue: { attributes: { id: String, title: String? }, relationships: { comments: { to: [Comment], inverse: subject } } }
        Pull: { attributes: { id: String, title: String? } }
        Comment:
          attributes: { id: String, text: String? }
          relationships: { subject: { oneOf: { issue: Issue, pr: Pull } } }
      """
    return ModelCompiler.compile([ModelSource(path: "Hub.yml", text: yaml)], name: "Hub").schema
      ?? Schema(name: "", entities: [])
  }()

  static func plan(_ conflict: ConflictPolicy = .fieldMerge, subject: ConflictPolicy? = nil) -> SyncPlan {
    SyncPlan(
      server: "memory", conflict: conflict, deleteConflict: .editWins,
      entities: [
        .init("Issue", collection: "issues"), .init("Pull", collection: "pulls"),
        .init(
          "Comment", collection: "comments",
          memberConflicts: subject.map { [.init("subject", $0)] } ?? []),
      ])
  }

  private static let subjects = "SELECT id, subject_type, subject_id FROM Comment ORDER BY id"
  private static let parts = "SELECT subjectIssue, subjectPull FROM Comment ORDER BY id"

  private func device(
    _ server: any SyncServer, _ plan: SyncPlan = ChoiceSyncTests.plan(),
    resolvers: [ConflictResolver] = []
  ) throws -> Device {
    var options = SyncOptions()
    options.resolvers = resolvers
    return try Device(server, plan, options: options, schema: Self.schema)
  }

  @Test(arguments: [
    ("subject: { oneOf: [Issue, Pull] }", "'Comment.subject' leads to 'Issue'"),
    ("issues: { to: [Issue], inverse: none }", "'Comment.issues' leads to 'Issue'"),
  ])
  func `links to records whose keys are data are refused before writes are tracked`(
    _ link: String, _ beginning: String
  ) throws {
    let model = """
      entities:
        Issue: { attributes: { id: Data } }
        Pull: { attributes: { id: Data } }
        Comment: { attributes: { id: String }, relationships: { \(link) } }
      """
    let error = #expect(throws: SyncError.self) {
      try Device(
        MemorySyncServer(), model: model,
        .init("Comment", collection: "comments", links: [.init("issues", .array)]))
    }
    #expect(error?.reason == .settings && error?.entity == "Comment")
    #expect(error?.message.hasPrefix("\(beginning), whose primary key 'id' is Data") == true)
  }

  /// Two devices that have one comment on the issue i1, each with what it does to that; the first one's reaches the server
  /// first.
  private func meet(
    _ plan: SyncPlan, _ first: String, _ second: String,
    resolvers: [ConflictResolver] = []
  ) async throws -> (one: Device, two: Device, server: MemorySyncServer) {
    let server = MemorySyncServer()
    let (one, two) = (
      try device(server, plan, resolvers: resolvers), try device(server, plan, resolvers: resolvers)
    )
    try one.run("INSERT INTO Comment (id, text, subjectIssue) VALUES ('c1', 'a', 'i1')")
    try await one.sync()
    try await two.sync()
    try one.run(first)
    try two.run(second)
    try await one.sync()
    try await two.sync()
    try await one.sync()
    return (one, two, server)
  }

  @Test func `what a record leads to goes and comes with what that is`() async throws {
    let server = MemorySyncServer()
    let (one, two) = (try device(server), try device(server))
    try one.run("INSERT INTO Pull (id) VALUES ('p1')")
    try one.run("INSERT INTO Comment (id, subjectPull) VALUES ('c1', 'p1')")
    try one.run("INSERT INTO Comment (id, subjectIssue) VALUES ('c2', 'i9')")
    try one.run("INSERT INTO Comment (id) VALUES ('c3')")
    let report = try await one.sync()
    #expect(report.pushed == 4 && report.setAside.isEmpty)
    let sent = try #require(server.entries(in: "comments")["c1"]?.json)
    #expect(sent.contains(#""subject_id":"p1""#) && sent.contains(#""subject_type":"pr""#), "\(sent)")
    // What it leads to is made first.
    #expect(server.requests.first?.collection.name == "Pull")
    try await two.sync()
    #expect(try two.rows(Self.subjects) == ["c1|Pull|p1", "c2|Issue|i9", "c3|-|-"])
    #expect(try await two.sync().isEmpty)
  }

  @Test func `a change of what it leads to is sent with its kind, and so is that it leads nowhere`()
    async throws
  {
    let server = MemorySyncServer()
    let (one, two) = (try device(server), try device(server))
    try one.run("INSERT INTO Comment (id, text, subjectIssue) VALUES ('c1', 'a', 'i1'), ('c2', 'b', 'i1')")
    try await one.sync()
    try one.run("UPDATE Comment SET subjectIssue = 'i2' WHERE id = 'c1'")
    try one.run("UPDATE Comment SET subjectIssue = NULL, subjectPull = 'i1' WHERE id = 'c2'")
    try await one.sync()
    let changes = server.requests.suffix(2).map { String(decoding: $0.body ?? [], as: UTF8.self) }.sorted()
    #expect(
      changes == [
        #"{"id":"c1","subject_id":"i2","subject_type":"issue"}"#,
        #"{"id":"c2","subject_id":"i1","subject_type":"pr"}"#,
      ])
    try await two.sync()
    #expect(try two.rows(Self.subjects) == ["c1|Issue|i2", "c2|Pull|i1"])
    try one.run("UPDATE Comment SET subjectIssue = NULL, subjectPull = NULL WHERE id = 'c1'")
    try one.run("UPDATE Comment SET text = 'c' WHERE id = 'c2'")
    try await one.sync()
    #expect(
      server.requests.suffix(2).map { String(decoding: $0.body ?? [], as: UTF8.self) }.sorted() == [
        #"{"id":"c1","subject_id":null,"subject_type":null}"#, #"{"id":"c2","text":"c"}"#,
      ])
    try await two.sync()
    #expect(try two.rows(Self.subjects) == ["c1|-|-", "c2|Pull|i1"])
  }

  @Test func `a change that is taken back is no change`() async throws {
    let server = MemorySyncServer()
    let one = try device(server)
    try one.run("INSERT INTO Comment (id, subjectIssue) VALUES ('c1', 'i1')")
    try await one.sync()
    let count = server.requests.count
    try one.run("UPDATE Comment SET subjectIssue = NULL, subjectPull = 'p1'")
    try one.run("UPDATE Comment SET subjectIssue = 'i1', subjectPull = NULL")
    try await one.sync()
    #expect(server.requests.count == count)
  }

  @Test(arguments: [(ConflictPolicy.serverWins, "-|p7"), (.clientWins, "i2|-"), (.manual, "i2|-")])
  func `two kinds in conflict are one value, of which no part stays`(
    _ policy: ConflictPolicy, _ parts: String
  ) async throws {
    let (one, two, _) = try await meet(
      Self.plan(policy), "UPDATE Comment SET subjectIssue = NULL, subjectPull = 'p7'",
      "UPDATE Comment SET subjectIssue = 'i2'")
    #expect(try two.rows(Self.parts) == [parts])
    if policy != .manual { #expect(try one.rows(Self.parts) == [parts]) }
    let logged = try await two.store.fetch(two.session.conflicts())
    #expect(logged.map(\.member) == ["subject"])
    #expect(logged.map(\.base) == [.text(#"{"type":"Issue","id":"i1"}"#)])
    #expect(logged.map(\.mine) == [.text(#"{"type":"Issue","id":"i2"}"#)])
    #expect(logged.map(\.theirs) == [.text(#"{"type":"Pull","id":"p7"}"#)])
  }

  @Test func `the policy of the relationship comes before that of the model`() async throws {
    let (_, two, _) = try await meet(
      Self.plan(.serverWins, subject: .clientWins),
      "UPDATE Comment SET subjectIssue = NULL, subjectPull = 'p7', text = 'theirs'",
      "UPDATE Comment SET subjectIssue = 'i2', text = 'mine'")
    #expect(try two.rows("SELECT text, subjectIssue, subjectPull FROM Comment") == ["theirs|i2|-"])
  }

  @Test func `what both sides changed elsewhere stands beside it`() async throws {
    let (one, two, _) = try await meet(
      Self.plan(), "UPDATE Comment SET subjectIssue = NULL, subjectPull = 'p7'",
      "UPDATE Comment SET text = 'b'")
    for device in [one, two] {
      #expect(try device.rows("SELECT text, subjectIssue, subjectPull FROM Comment") == ["b|-|p7"])
    }
  }

  @Test func `who decides a conflict gives a value, which is checked`() async throws {
    let (one, two, _) = try await meet(
      Self.plan(.manual), "UPDATE Comment SET subjectIssue = NULL, subjectPull = 'p7'",
      "UPDATE Comment SET subjectIssue = 'i2'")
    let conflict = try #require(try await two.store.fetch(two.session.conflicts()).first)
    let error = await #expect(throws: SyncError.self) {
      try await two.session.resolve(conflict.id, .value(.text(#"{"type":"Wiki","id":"w"}"#)))
    }
    #expect(error?.message.hasSuffix(#"and an 'id', found '{"type":"Wiki","id":"w"}'"#) == true)
    try await two.session.resolve(conflict.id, .value(.text(#"{"type":"Pull","id":"p8"}"#)))
    #expect(try two.rows(Self.parts) == ["-|p8"])
    try await two.sync()
    try await one.sync()
    #expect(try one.rows(Self.parts) == ["-|p8"])
  }

  @Test func `an app's resolver is asked once`() async throws {
    let resolver = ConflictResolver("Comment", "subject") { values in
      values.mine == .text(#"{"type":"Issue","id":"i2"}"#) ? .text(#"{"type":"Pull","id":"both"}"#) : nil
    }
    let (one, two, _) = try await meet(
      Self.plan(), "UPDATE Comment SET subjectIssue = NULL, subjectPull = 'p7'",
      "UPDATE Comment SET subjectIssue = 'i2'", resolvers: [resolver])
    for device in [one, two] { #expect(try device.rows(Self.parts) == ["-|both"]) }
  }

  @Test func `a record that is not here yet is asked for by its key, of its kind`() async throws {
    let server = MemorySyncServer()
    server.put(#"{"id":"c1","subject_id":"p1","subject_type":"pr"}"#, id: "c1", in: "comments")
    let one = try device(server)
    try await one.sync()
    #expect(try one.rows(Self.subjects) == ["c1|Pull|p1"])
    #expect(try one.rows("SELECT id FROM Pull").isEmpty && one.rows("SELECT id FROM Issue").isEmpty)
    server.put(#"{"id":"p1","title":"late"}"#, id: "p1", in: "pulls")
    try await one.sync()
    #expect(
      try one.rows("SELECT title FROM Comment JOIN Pull ON Pull.id = subject_id AND subject_type = 'Pull'")
        == ["late"])
  }

  @Test func `a deletion that is taken back gives the link back`() async throws {
    let server = MemorySyncServer()
    let one = try device(server)
    try one.run("INSERT INTO Comment (id, subjectPull) VALUES ('c1', 'p1')")
    try await one.sync()
    try one.run("DELETE FROM Comment")
    try await one.session.discard("Comment", key: .text("c1"))
    #expect(try one.rows(Self.subjects) == ["c1|Pull|p1"])
  }

  @Test(arguments: TestKinto.Backend.allCases)
  func `Kinto has the key and what it is a key of, and devices agree`(_ backend: TestKinto.Backend)
    async throws
  {
    let kinto = try await TestKinto.shared(backend)
    let bucket = TestKinto.bucket()
    let (one, two) = (
      try device(KintoServer.test(kinto, bucket: bucket)), try device(KintoServer.test(kinto, bucket: bucket))
    )
    try one.run("INSERT INTO Comment (id, text, subjectIssue) VALUES ('c1', 'a', 'i1'), ('c2', 'b', 'i1')")
    #expect(try await one.sync().setAside.isEmpty)
    try await two.sync()
    #expect(try two.rows(Self.subjects) == ["c1|Issue|i1", "c2|Issue|i1"])
    try one.run("UPDATE Comment SET subjectIssue = NULL, subjectPull = 'p7'")
    try two.run("UPDATE Comment SET subjectIssue = 'i2' WHERE id = 'c1'")
    try two.run("UPDATE Comment SET text = 'c' WHERE id = 'c2'")
    for device in [one, two, one] { #expect(try await device.sync().stopped == nil) }
    for device in [one, two] {
      let parts = try device.rows("SELECT text, subjectIssue, subjectPull FROM Comment ORDER BY id")
      #expect(parts.last == "c|-|p7")
      #expect(parts.first == "a|i2|-" || parts.first == "a|-|p7")
    }
    #expect(try one.rows(Self.parts) == two.rows(Self.parts))
    try one.run("UPDATE Comment SET subjectIssue = NULL, subjectPull = NULL")
    for device in [one, two] { #expect(try await device.sync().stopped == nil) }
    #expect(try two.rows(Self.subjects) == ["c1|-|-", "c2|-|-"])
  }

  @Test func `what both made is one value, too`() async throws {
    let server = MemorySyncServer()
    let plan = Self.plan(.serverWins)
    let (one, two) = (try device(server, plan), try device(server, plan))
    try one.run("INSERT INTO Comment (id, subjectPull) VALUES ('c1', 'p1')")
    try two.run("INSERT INTO Comment (id, subjectIssue) VALUES ('c1', 'i1')")
    try await one.sync()
    try await two.sync()
    #expect(try two.rows(Self.parts) == ["-|p1"])
  }

  /// A model whose issues are told by a value of its own.
  private static func model(issue: String) throws -> Schema {
    let yaml = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Issue: { Discriminator: { key: kind, values: { \(issue): Issue, bug: Bug } }, attributes: { id: String } }
        Bug: { extends: Issue }
        Pull: { attributes: { id: String } }
        Comment:
          attributes: { id: String, text: String? }
          relationships: { subject: { oneOf: { \(issue): Issue, pr: Pull } } }
      """
    return try #require(
      ModelCompiler.compile([ModelSource(path: "Hub.yml", text: yaml)], name: "Hub").schema)
  }

  @Test(arguments: [("7", JSONValue.number("7")), ("true", .bool(true)), (#""7""#, .string("7"))])
  func `the server's last state has what it leads to as it is sent`(issue: String, kind: JSONValue)
    async throws
  {
    let server = HookedServer()
    let one = try Device(server, Self.plan(), schema: Self.model(issue: issue))
    try one.run("INSERT INTO Comment (id, text, subjectIssue) VALUES ('c1', 'a', 'i1')")
    try await one.sync()
    try one.run("UPDATE Comment SET text = 'b'")
    try await one.sync()
    let write = try #require(server.written.last)
    for state in [write.record, write.base] {
      let json = try JSONValue(parsing: String(decoding: state, as: UTF8.self))
      #expect(json["subject_type"] == kind)
    }
  }

  @Test func `that a kind is a number now is no reason to read everything again`() async throws {
    func fingerprints(_ issue: String) async throws -> [String] {
      let device = try Device(MemorySyncServer(), Self.plan(), schema: Self.model(issue: issue))
      try await device.sync()
      return try device.rows("SELECT collection, model FROM _rowsmith_sync_cursors ORDER BY collection")
    }
    let text = try await fingerprints(#""7""#)
    #expect(text.count == 3)
    #expect(try await fingerprints("7") == text)
    #expect(try await fingerprints("8") != text)
  }
}
