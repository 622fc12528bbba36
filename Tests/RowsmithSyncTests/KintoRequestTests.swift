import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithSchema
import RowsmithSync
import RowsmithTesting
import Testing

/// What is sent, and what is not said to Kinto at all.
@Suite struct KintoRequestTests {
  @Test("A change names its version, and keeps null and all digits of a number")
  func aChangeNamesItsVersionAndKeepsNull() throws {
    let kinto = try KintoStub()
    let request = try kinto.server.request(
      for: kinto.write(.change, #"{"title":null,"n":12345678901234567890}"#, version: "17"))
    #expect(
      request.method == "PATCH" && request.path.hasSuffix("/collections/articles/records/\(KintoStub.id)"))
    #expect(request.headers == [.init("If-Match", "\"17\"")])
    #expect(text(request) == #"{"data":{"title":null,"n":12345678901234567890}}"#)
  }

  @Test("No write is blind: it names its version, or that nothing is there")
  func noWriteIsBlind() throws {
    let kinto = try KintoStub()
    for kind in SyncWrite.Kind.allCases {
      let request = try kinto.server.request(for: kinto.write(kind, "{}"))
      #expect(request.headers == [.init("If-None-Match", "*")])
      #expect(request.method == (kind == .delete ? "DELETE" : "PUT"))
    }
    let deletion = try kinto.server.request(for: kinto.write(.delete, version: "17"))
    #expect(deletion.method == "DELETE" && deletion.headers == [.init("If-Match", "\"17\"")])
    #expect(deletion.body == nil && deletion.type == nil)
  }

  @Test("Members that are Kinto's own are not sent; inside other members they are")
  func whatIsKintosOwnIsNotSent() throws {
    let kinto = try KintoStub()
    let request = try kinto.server.request(
      for: kinto.write(.create, #"{"id":"x","last_modified":9999999999999,"deleted":true,"a":{"deleted":1}}"#)
    )
    #expect(text(request) == #"{"data":{"id":"x","a":{"deleted":1}}}"#)
  }

  @Test func `a key that is a number is a text in Kinto`() throws {
    let kinto = try KintoStub()
    for kind in [SyncWrite.Kind.create, .change] {
      let request = try kinto.server.request(
        for: kinto.write(kind, id: "5", #"{"id":5,"n":5}"#, version: kind == .change ? "1" : nil))
      #expect(text(request) == #"{"data":{"id":"5","n":5}}"#)
    }
    func check(_ key: String) throws {
      let text = "rowsmith: 1\nentities: { Note: { PrimaryKey: id, attributes: { id: \(key) } } }"
      let model = ModelCompiler.compile([ModelSource(path: "N.yml", text: text)], name: "N")
      let plan = SyncPlan(server: "kinto", entities: [.init("Note", collection: "notes")])
      try kinto.server.check(plan, try #require(model.schema))
    }
    let error = #expect(throws: SyncError.self) { try check("Int") }
    #expect(error?.reason == .settings && error?.entity == "Note")
    for key in ["{ type: Int, coerce: true }", "String", "UUID", "{ type: Int, ImportName: number }"] {
      try check(key)
    }
  }

  @Test("Permissions stand beside the record with all that there are, and must be an object")
  func permissionsStandBesideTheRecordWithAllThatThereAre() throws {
    let kinto = try KintoStub()
    let request = try kinto.server.request(
      for: kinto.write(.change, "{}", version: "1", permissions: #"{"read":["account:bob"]}"#))
    #expect(text(request) == #"{"data":{},"permissions":{"read":["account:bob"],"write":[]}}"#)
    #expect(throws: SyncError.self) {
      try kinto.server.request(for: kinto.write(.change, "{}", version: "1", permissions: "[]"))
    }
  }

  @Test(
    "An id that Kinto does not take is not sent",
    arguments: ["", "_a", "-a", "a/b", "a b", "ä", "a.b", "a?b", "..", "a%2Fb", "a\n"])
  func anIDThatKintoDoesNotTakeIsNotSent(_ id: String) throws {
    let kinto = try KintoStub()
    let error = #expect(throws: SyncError.self) {
      try kinto.server.request(for: kinto.write(.create, id: id, "{}"))
    }
    #expect(error?.reason == .refused && error?.id == id && error?.entity == "Article")
  }

  @Test(
    "An id that Kinto takes is sent", arguments: ["4b2c0a5e-7d1e-4a5b-9c3d-000000000001", "a", "7", "A_b-C"])
  func anIDThatKintoTakesIsSent(_ id: String) throws {
    let kinto = try KintoStub()
    #expect(
      try kinto.server.request(for: kinto.write(.create, id: id, "{}")).path.hasSuffix("/records/\(id)"))
  }

  @Test("An entity may lie in another bucket")
  func entitiesMayLieInOtherBuckets() throws {
    let kinto = try KintoStub()
    let shared = SyncCollection(name: "Country", path: "countries", settings: [.init("bucket", "shared")])
    let request = try kinto.server.request(
      for: SyncWrite(.delete, in: shared, id: "de", version: "1", idempotencyKey: "key"))
    #expect(request.path == "/buckets/shared/collections/countries/records/de")
  }

  @Test("Settings are checked, those of the plan and those of entities")
  func settingsAreChecked() throws {
    let kinto = try KintoStub()
    func plan(_ settings: [SyncPlan.Setting], _ entity: SyncPlan.Entity) -> SyncPlan {
      SyncPlan(server: "kinto", settings: settings, entities: [entity])
    }
    let schema = Schema(name: "Notes", entities: [])
    let note = SyncPlan.Entity("Note", collection: "notes")
    try kinto.server.check(plan([.init("bucket", "b"), .init("overlap", "2.5")], note), schema)
    #expect(kinto.server.guarantees.cursor == .clock(overlap: 2.5))
    for wrong in [
      SyncPlan.Setting("bucket", "a b"), .init("overlap", "-1"), .init("overlap", "x"), .init("page", "1"),
      .init("url", "https://kinto.example.com/v1"),
    ] {
      let error = #expect(throws: SyncError.self) { try kinto.server.check(plan([wrong], note), schema) }
      #expect(error?.reason == .settings)
    }
    let links = SyncPlan.Links("tags", .relation(collection: "note tags"))
    for entity in [
      SyncPlan.Entity("Note", collection: "my notes"), .init("Note", collection: "notes", links: [links]),
      .init("Note", collection: "notes", settings: [.init("bucket", "/")]),
    ] {
      let error = #expect(throws: SyncError.self) { try kinto.server.check(plan([], entity), schema) }
      #expect(error?.reason == .settings && error?.entity == "Note")
    }
  }

  @Test("An address or a bucket that is none is an error of the settings, and shows no password")
  func anAddressThatIsNoneIsASettingsError() {
    for (url, bucket) in [("kinto.test", "b"), ("http://kinto.test/v1", "a/b"), ("", "b")] {
      let error = #expect(throws: SyncError.self) {
        try KintoServer(url: url, bucket: bucket, transport: StubTransport())
      }
      #expect(error?.reason == .settings)
    }
    for (url, shown) in [
      ("http://ada:secret@kinto.test/v1?a", "http://ada@kinto.test/v1?a"),
      ("ada:secret@kinto.test/v1", "ada@kinto.test/v1"),
    ] {
      let error = #expect(throws: SyncError.self) {
        try KintoServer(url: url, bucket: "b", transport: StubTransport())
      }
      #expect(error?.message.hasPrefix("'\(shown)' cannot be the address") == true)
      #expect(error?.message.contains("secret") == false)
    }
    let stubbed = #expect(throws: SyncError.self) { try KintoStub { $0.baseURL = "kinto.test" } }
    #expect(stubbed?.message.hasPrefix("'kinto.test' cannot be the address") == true)
  }

  private func text(_ request: SyncRequest) -> String { String(decoding: request.body ?? [], as: UTF8.self) }

  @Test func `a change of one member of an object sends the whole object`() throws {
    let kinto = try KintoStub()
    var write = kinto.write(.change, #"{"size":{"height":null},"a":1}"#, version: "1")
    write.record = Array(#"{"id":"x","size":{"width":9},"a":1,"b":2}"#.utf8)
    #expect(
      text(try kinto.server.request(for: write)) == #"{"data":{"size":{"width":9,"height":null},"a":1}}"#)
  }

  @Test(arguments: ["gone: { type: Bool?, ImportName: deleted }", "more: { type: JSON?, ImportName: $rest }"])
  func `members that are Kinto's own are not sent, and the check says so`(_ attribute: String) throws {
    let text =
      "rowsmith: 1\nentities: { Note: { PrimaryKey: id, attributes: { id: String, \(attribute) } } }"
    let model = ModelCompiler.compile([ModelSource(path: "N.yml", text: text)], name: "N")
    let plan = SyncPlan(server: "kinto", entities: [.init("Note", collection: "notes")])
    let schema = try #require(model.schema)
    let error = #expect(throws: SyncError.self) { try KintoStub().server.check(plan, schema) }
    #expect(error?.reason == .settings && error?.entity == "Note")
  }
}
