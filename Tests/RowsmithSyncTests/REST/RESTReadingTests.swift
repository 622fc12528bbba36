import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import Testing

/// What a server answers of single records and of itself, also where that is odd.
@Suite struct RESTReadingTests {
  private let transport = StubTransport()

  private func json(_ id: String, _ more: String = "") -> String {
    #"{"id":"\#(id)","title":"T","updated_at":"2026-01-01T00:00:01.000Z"\#(more)}"#
  }

  @Test func `a key with a comma in it is not two keys`() async throws {
    transport.stub("GET", "meetings/Smith%2C%20John", json: json("Smith, John"))
    transport.stub("GET", "meetings/b", json: json("b"))
    let records = try await Meetings.server(transport).read(["Smith, John", "b"], in: Meetings.meetings)
    #expect(records.map(\.id) == ["Smith, John", "b"])
  }

  @Test func `a password in the address of the server is sent, and is in no message`() async throws {
    transport.stub("GET", "meetings/a", status: 500, json: "{}")
    let server = try Meetings.server(
      transport, at: "https://ada:secret@example.com/api", Meetings.plan("user", nil))
    #expect(try await server.identify().server == "https://ada@example.com/api")
    let error = await #expect(throws: SyncError.self) {
      try await server.read(["a"], in: Meetings.meetings)
    }
    #expect(error?.request == "GET https://example.com/api/meetings/a")
    #expect(transport.requests.last?.url == "https://ada:secret@example.com/api/meetings/a")
  }

  @Test func `an address that is none is named without its password`() throws {
    let thrown = #expect(throws: SyncError.self) {
      try Meetings.server(transport, at: "https://ada:secret@example.com/api#1")
    }
    let error = try #require(thrown)
    #expect(error.reason == .settings && error.request == "https://ada@example.com/api#1")
    #expect(!error.description.contains("secret"))
  }

  @Test(arguments: ["[]", "3", #"{"title":"T"}"#, #"{"id":"other","title":"T"}"#])
  func `an answer that is not the record is no word of its deletion`(_ body: String) async throws {
    transport.stub("GET", "meetings/a", json: body)
    let error = await #expect(throws: SyncError.self) {
      try await Meetings.server(transport).read(["a"], in: Meetings.meetings)
    }
    #expect(error?.reason == .answer && error?.message == "expected the record, found something else")
    #expect(error?.entity == "Meeting" && error?.id == "a")
    #expect(error?.request == "GET https://example.com/api/meetings/a")
  }

  @Test(arguments: ["{}", "3", #"{"meetings":[]}"#, "null"])
  func `an answer that is no list is no word of the deletion of what was asked for`(_ body: String)
    async throws
  {
    transport.stub("GET", "meetings?ids=a,b&include_deleted=1&per_page=2") { _ in StubAnswer(json: body) }
    transport.stub("GET", "meetings?include_deleted=1&per_page=2&ids=a%2Cb", json: body)
    let error = await #expect(throws: SyncError.self) {
      try await Meetings.server(transport).read(["a", "b"], in: Meetings.meetings)
    }
    #expect(error?.reason == .answer && error?.message == "expected a list, found something else")
    #expect(error?.entity == "Meeting" && error?.request == "GET https://example.com/api/meetings")
  }

  @Test func `a page that is short or empty is not the last if it names another`() async throws {
    transport.stub("GET", "meetings", json: "[]", headers: ["Link": "<meetings?page=2>; rel=next"])
    transport.stub("GET", "meetings?page=2", json: "[]", headers: ["Link": "<meetings?page=3>; rel=next"])
    transport.stub(
      "GET", "meetings?page=3", json: "[\(json("b"))]", headers: ["Link": "<meetings?page=4>; rel=next"])
    transport.stub(
      "GET", "meetings?page=4", json: "[\(json("a")),\(json("x"))]",
      headers: ["Link": "<https://cdn.example.com/5>; rel=next"])
    let records = try await Meetings.server(transport).read(["a", "b"], in: Meetings.meetings)
    #expect(records.map(\.id) == ["b", "a"])
    transport.stub(
      "GET", "meetings?page=3", json: "[]", headers: ["Link": "<meetings?page=2>; rel=next"])
    let error = await #expect(throws: SyncError.self) {
      try await Meetings.server(transport).read(["a", "b"], in: Meetings.meetings)
    }
    #expect(error?.reason == .answer && error?.entity == "Meeting")
  }

  /// What comes behind the last page, and how many records the server counts; -1 if it does not know.
  @Test(arguments: [(200, nil), (400, nil), (404, nil), (500, 3), (200, -1)] as [(Int, Int?)])
  func `a short page is followed by others if pages are counted`(_ status: Int, _ total: Int?) async throws {
    transport.stub("GET", "meetings", status: status, json: status == 200 ? "[\(json("c"))]" : "{}")
    var headers = HTTPHeaders()
    if let total { headers["X-Total-Count"] = "\(total)" }
    for ids in [["c"], ["x"], ["a", "b"]] {
      let page = ids.map { json($0) }.joined(separator: ",")
      // The newest stub answers first.
      transport.stub("GET", "meetings", json: "[\(page)]", headers: headers, times: 1)
    }
    let server = try Meetings.server(transport) { api, _ in
      api.routes[0].pages = .page(parameter: "page", size: "per_page")
    }
    let records = try await server.read(["a", "b", "c", "d"], in: Meetings.meetings)
    #expect(records.map(\.id) == (total != 3 ? ["a", "b", "c"] : ["a", "b"]))
    #expect(transport.requests.count == (total != 3 ? 4 : 2))
  }

  @Test func `a page that comes again is behind the last one also where the number is in it`() async throws {
    let item = json("a")
    transport.stub("GET", "meetings") { request in
      StubAnswer(json: #"{"asked":"\#(request.url)","items":[\#(item)]}"#)
    }
    let server = try Meetings.server(transport) { api, _ in
      api.routes[0].pages = .page(parameter: "page", size: "per_page")
      api.routes[0].at = ["items"]
    }
    #expect(try await server.read(["a", "b"], in: Meetings.meetings).map(\.id) == ["a"])
    #expect(transport.requests.count == 2)
  }

  @Test(arguments: ["{}", #"{"username":""}"#, #"{"username":null}"#, "[]", #"{"user":"ada"}"#])
  func `who the user is has to be said`(_ body: String) async throws {
    transport.stub("GET", "me", json: body)
    let error = await #expect(throws: SyncError.self) { try await Meetings.server(transport).identify() }
    #expect(error?.reason == .answer && error?.request == "GET https://example.com/api/me")
    #expect(
      error?.message == "the answer does not name the user: it has nothing at 'username'")
  }

  @Test(
    arguments: [
      (#""state":"removed""#, true), (#""state":"live""#, false), (#""state":3"#, true),
      (#""state":3.0"#, true),
      (#""state":"3""#, false), (#""state":2.5"#, true), (#""state":null"#, false), (#""state":{}"#, false),
      (#""flags":{"gone":true}"#, true), (#""flags":{"gone":1}"#, true), (#""flags":{"gone":false}"#, false),
      (#""flags":{"gone":"true"}"#, false), (#""deleted_at":"2026-01-01""#, true),
      (#""deleted_at":"""#, false),
      (#""deleted_at":0"#, false), (#""deleted_at":[]"#, true), (#""ratio":true"#, true),
      (#""ratio":1"#, true),
    ])
  func `a record is deleted by the same signs for a sync as for an import`(
    _ member: String, _ isDeleted: Bool
  )
    async throws
  {
    let path = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/SyncREST.yml")
    let text = try String(contentsOf: path, encoding: .utf8).replacing(
      "DeletedWhen: deleted",
      with: "DeletedWhen: [deleted_at, { state: [removed, 3, 2.5], flags.gone: true, ratio: 1.0 }]")
    let model = ModelCompiler.compile([ModelSource(path: "SyncREST.yml", text: text)], name: "SyncREST")
    let schema = try #require(model.schema, "\(model.diagnostics)")
    var api = try #require(model.api)
    api.sync = Meetings.plan
    var options = ClientOptions()
    options.baseURL = "https://example.com/api"
    let server = try RESTSyncServer(api: api, schema: schema, transport: transport, options: options)
    transport.stub("GET", "meetings/a", json: json("a", ",\(member)"))
    let record = try #require(await server.read(["a"], in: Meetings.meetings).first)
    #expect(record.isDeleted == isDeleted)

    let store = try Store(.memory, schema: schema)
    try await store.importJSON(.string(json("a")), into: .entity("Meeting"))
    try await store.importJSON(.string(json("a", ",\(member)")), into: .entity("Meeting"))
    #expect(try await store.read { try $0.rows("SELECT id FROM Meeting").isEmpty } == isDeleted)
  }

  @Test(arguments: [401, 429, 500, 503])
  func `who does not say whether a record is hidden has not deleted it`(_ status: Int) async throws {
    transport.stub("GET", "meetings/a", status: status, json: "{}")
    let error = await #expect(throws: SyncError.self) {
      try await Meetings.server(transport).hidden(["a"], in: Meetings.meetings)
    }
    #expect(error?.entity == "Meeting" && error?.id == "a")
  }

  @Test func `hidden is what is forbidden, and nothing else`() async throws {
    transport.stub("GET", "meetings/a", status: 403, json: "{}")
    transport.stub("GET", "meetings/b", json: json("b"))
    transport.stub("GET", "meetings/c", status: 404, json: "{}")
    transport.stub("GET", "meetings/d", status: 410, json: "{}")
    let hidden = try await Meetings.server(transport).hidden(
      ["a", "b", "c", "d", "", ".."], in: Meetings.meetings)
    #expect(hidden == ["a"])
  }

  @Test(arguments: ["", ".", ".."])
  func `a key that no path can have is the key of no record`(_ id: String) async throws {
    #expect(try await Meetings.server(transport).read([id], in: Meetings.meetings).isEmpty)
    #expect(transport.requests.isEmpty)
  }

  @Test func `an empty link holds up nothing`() async throws {
    transport.stub("GET", "me", json: #"{"username":"ada"}"#)
    transport.stub("GET", "meetings", json: "[]")
    transport.stub("GET", "notes", json: "[]")
    transport.stub("GET", "notes", json: #"[{"hash":"a","text":"T","meeting_id":""}]"#, times: 1)
    transport.stub("POST", "meetings", status: 204, json: "")
    let device = try Device(Meetings.server(transport), Meetings.plan, schema: Meetings.schema())
    try device.run("INSERT INTO Meeting (id, title) VALUES ('m', 'A')")
    let report = try await device.sync()
    #expect(report.stopped == nil && report.pushed == 1)
  }
}
