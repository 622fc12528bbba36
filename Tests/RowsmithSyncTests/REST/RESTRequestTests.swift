import RowsmithAPI
import RowsmithClient
import RowsmithSchema
import RowsmithSync
import RowsmithTesting
import Testing

@Suite struct RESTRequestTests {
  let server: RESTSyncServer

  init() throws { server = try Meetings.server(StubTransport()) }

  private func shown(_ write: SyncWrite, _ server: RESTSyncServer? = nil) throws -> String {
    let request = try (server ?? self.server).request(for: write)
    let headers = request.headers.map { " [\($0.name): \($0.value)]" }.joined()
    let body = request.body.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
    return "\(request.method) \(request.path)\(headers)\(body)"
  }

  @Test("A creation is sent under its idempotency key")
  func createsUnderAnIdempotencyKey() throws {
    #expect(
      try shown(Meetings.create("m/1", "A", key: "k"))
        == #"POST /meetings [Idempotency-Key: k] {"id":"m/1","title":"A"}"#)
  }

  @Test("A change has the version in its body, in the route's wrapper")
  func changesHaveTheVersionInTheirBodyAndTheRoutesWrapper() throws {
    #expect(
      try shown(Meetings.change("m/1", #"{"title":"B"}"#, version: "3", key: "k"))
        == #"PATCH /meetings/m%2F1 [Idempotency-Key: k] {"meeting":{"title":"B","lock_version":3}}"#)
  }

  @Test(arguments: [
    (DateFormat.epochMilliseconds, "1700000000000", "1700000000000"),
    (.epochSeconds, "1700000000.5", "1700000000.5"),
    (.iso8601, "2024-05-01T12:00:00Z", #""2024-05-01T12:00:00Z""#),
  ])
  func `a version that is a date is sent as the server writes it`(
    _ format: DateFormat, _ version: String, _ json: String
  ) throws {
    var schema = try Meetings.schema()
    for (place, entity) in schema.entities.enumerated() {
      for (index, attribute) in entity.attributes.enumerated() where attribute.name == "updatedAt" {
        schema.entities[place].attributes[index].dateFormats = [format]
      }
    }
    var options = ClientOptions()
    options.baseURL = "https://example.com/api"
    let server = try RESTSyncServer(
      api: Meetings.api(Meetings.plan("version", "updatedAt")), schema: schema, transport: StubTransport(),
      options: options)
    let shown = try shown(Meetings.change("m", #"{"title":"B"}"#, version: version, key: "k"), server)
    #expect(shown.hasSuffix(#" {"meeting":{"title":"B","updated_at":\#(json)}}"#))
  }

  @Test("A change of a record whose version the server does not say is not sent")
  func aChangeOfARecordWhoseVersionTheServerDoesNotSayIsNotSent() throws {
    let error = #expect(throws: SyncError.self) {
      try server.request(for: Meetings.change("a", #"{"title":"B"}"#, version: nil))
    }
    #expect(error?.reason == .settings && error?.id == "a")
    #expect(error?.message.contains("nothing at 'lock_version'") == true)
  }

  @Test("A deletion has the version if its route takes that")
  func deletionsHaveTheVersionWhereTheirRouteTakesIt() throws {
    #expect(
      try shown(Meetings.delete("m", version: "3", key: "k"))
        == "DELETE /meetings/m?lock_version=3 [Idempotency-Key: k]")
    let other = try Meetings.server(StubTransport()) { api, _ in
      for index in api.routes.indices where api.routes[index].deletes != nil { api.routes[index].query = [] }
    }
    #expect(
      try shown(Meetings.delete("m", version: "3", key: "k"), other)
        == "DELETE /meetings/m [Idempotency-Key: k]")
  }

  @Test("Entity tags go into If-Match")
  func entityTagsGoIntoIfMatch() throws {
    let server = try Meetings.server(StubTransport(), Meetings.plan("version", "ETag"))
    #expect(
      try shown(Meetings.change("m", #"{"title":"B"}"#, version: #""x-1""#, key: "k"), server)
        == #"PATCH /meetings/m [Idempotency-Key: k] [If-Match: "x-1"] {"meeting":{"title":"B"}}"#)
    #expect(
      try shown(Meetings.delete("m", version: #""x-1""#, key: "k"), server)
        == #"DELETE /meetings/m [Idempotency-Key: k] [If-Match: "x-1"]"#)
  }

  @Test(arguments: [
    Meetings.change("m", #"{"title":"B"}"#, version: nil), Meetings.delete("m", version: nil),
  ])
  func `a write without the entity tag that the model says there is is not made`(_ write: SyncWrite) throws {
    let server = try Meetings.server(StubTransport(), Meetings.plan("version", "ETag"))
    let error = #expect(throws: SyncError.self) { try server.request(for: write) }
    #expect(error?.reason == .settings && error?.id == "m")
    #expect(
      error?.message.contains("the answer of GET 'meetings/:id' has no such header") == true,
      "\(error as Any)")
    #expect(error?.message.contains("take 'version' out of 'sync'") == true)
  }

  @Test func `entities have versions each by themselves`() throws {
    var plan = Meetings.plan("version", nil)
    plan.entities[0].settings = [.init("version", "ETag")]
    let server = try Meetings.server(StubTransport(), plan)
    #expect(server.hasVersions(in: Meetings.meetings) && !server.hasVersions(in: Meetings.notes))
    #expect(!server.guarantees.hasVersions)
  }

  @Test("A path names the parent that the server knows, also if the row has another one by now")
  func pathsNameTheParentThatTheServerKnows() throws {
    #expect(try shown(Meetings.note(.create, "n", in: "new")).hasPrefix("POST /meetings/new/notes "))
    let moved = Meetings.note(
      .change, "n", in: "new", changes: #"{"meeting_id":"new"}"#, base: #"{"hash":"n","meeting_id":"old"}"#,
      version: "1")
    #expect(try shown(moved).hasPrefix("PATCH /meetings/old/notes/n "))
    let embedded = Meetings.note(.delete, "n", in: "", base: #"{"hash":"n","meeting":{"id":"old"}}"#)
    #expect(try shown(embedded).hasPrefix("DELETE /meetings/old/notes/n"))
  }

  @Test("A path that cannot be filled is an error of the write")
  func aPathThatCannotBeFilledIsAnErrorOfTheWrite() throws {
    let error = #expect(throws: SyncError.self) {
      try server.request(for: Meetings.note(.change, "n", in: "", base: #"{"hash":"n"}"#, version: "1"))
    }
    #expect(error?.reason == .settings)
    #expect(error?.description.contains("needs a value for 'meeting.id'") == true)
    #expect(error?.entity == "Note" && error?.id == "n")
    #expect(throws: SyncError.self) { try server.request(for: Meetings.delete("..", version: nil)) }
  }

  @Test("A route that puts creates only what is not there, and sends whole records")
  func routesThatPutCreateOnlyWhatIsNotThere() throws {
    let server = try Meetings.server(StubTransport(), Meetings.plan("idempotency", "none")) { api, _ in
      api.routes.removeAll { $0.name == "createMeeting" || $0.name == "updateMeeting" }
      api.routes.append(
        Route(
          name: "put", methods: [.put], path: PathTemplate("meetings/:id"),
          parameters: [.init(name: "id", argument: "id", type: .string)],
          sends: "Meeting", returns: .record("Meeting")))
    }
    #expect(
      try shown(Meetings.create("m", "A"), server)
        == #"PUT /meetings/m [If-None-Match: *] {"id":"m","title":"A"}"#)
    #expect(
      try shown(Meetings.change("m", #"{"title":"B"}"#, version: "3"), server)
        == #"PUT /meetings/m {"id":"m","title":"Old","lock_version":3}"#)
    #expect(!server.guarantees.canPatch)
  }

  @Test("A write makes the same request each time, to the byte")
  func requestsAreTheSameToTheByteEachTime() throws {
    let write = Meetings.change("m", #"{"title":"B"}"#, version: "3", key: "k")
    #expect(try server.request(for: write) == server.request(for: write))
  }
}
