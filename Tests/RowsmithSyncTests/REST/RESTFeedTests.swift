import RowsmithSync
import RowsmithTesting
import Testing

/// The feed of changes, from a server in the process.
@Suite struct RESTFeedTests {
  let transport = StubTransport()
  let server: RESTSyncServer

  init() throws { server = try Meetings.server(transport, Meetings.plan("changes", "/changes")) }

  @Test("A page has each record once, in the place of its last change")
  func aPageHasEachRecordOnceInThePlaceOfItsLastChange() async throws {
    transport.stub(
      "GET", "changes",
      json: #"""
        {"changes": [
          {"seq": 4, "model": "meetings", "id": "a", "op": "create", "record": {"id": "a", "lock_version": 2}},
          {"seq": 5, "model": "meetings", "id": "b", "op": "delete", "tombstone": {"id": "b", "lock_version": 3}},
          {"seq": 6, "model": "notes", "id": "n", "op": "create", "record": {"hash": "n"}},
          {"seq": 7, "model": "meetings", "id": "a", "op": "update", "record": {"id": "a", "lock_version": 2}}
        ], "cursor": 7, "more": true, "server_time": "2026-01-01T00:00:40.000Z"}
        """#)
    let page = try await server.changes(SyncQuery(Meetings.meetings, since: "3", limit: 4))
    #expect(
      transport.requests.map(\.url) == ["https://example.com/api/changes?since=3&limit=4&models=meetings"])
    #expect(page.records.map(\.id) == ["b", "a"] && page.records.map(\.isDeleted) == [true, false])
    #expect(page.records.map(\.version) == ["3", "2"])
    #expect(page.next == "7" && page.cursor == "7" && page.time == 1_767_225_640_000)
    _ = try? await server.changes(SyncQuery(Meetings.meetings, since: "3", page: "7", limit: 4))
    #expect(transport.requests.last?.url == "https://example.com/api/changes?since=7&limit=4&models=meetings")
  }

  @Test("Without a cursor nothing is said of where to begin")
  func withoutACursorNothingIsSaidOfWhereToBegin() async throws {
    transport.stub("GET", "changes", json: #"{"changes": [], "cursor": 0, "more": false}"#)
    let page = try await server.changes(SyncQuery(Meetings.meetings))
    #expect(transport.requests.map(\.url) == ["https://example.com/api/changes?limit=1000&models=meetings"])
    #expect(page.next == nil && page.cursor == "0" && page.records.isEmpty)
  }

  @Test("A cursor that the server does not know needs a reset")
  func aCursorThatIsNotKnownNeedsAReset() async throws {
    transport.stub("GET", "changes", status: 410, json: "{}", times: 1)
    transport.stub("GET", "changes", status: 400, json: #"{"reset": true}"#, times: 1)
    for _ in 0..<2 {
      let error = await #expect(throws: SyncError.self) {
        try await server.changes(SyncQuery(Meetings.meetings, since: "9"))
      }
      #expect(error?.reason == .resetNeeded)
    }
  }

  @Test(
    "What is no feed, or has more and does not go on, is an error",
    arguments: [
      "{}", "[]", #"{"changes": []}"#, #"{"changes": [{"model": "meetings"}], "cursor": 1}"#,
      #"{"changes": [], "cursor": 9, "more": true}"#,
    ])
  func whatIsNoFeedIsAnError(json: String) async throws {
    transport.stub("GET", "changes", json: json)
    let error = await #expect(throws: SyncError.self) {
      try await server.changes(SyncQuery(Meetings.meetings, since: "9"))
    }
    #expect(error?.reason == .answer)
  }

  @Test func `keys that differ in their bytes only are those of two records`() async throws {
    transport.stub(
      "GET", "changes",
      json:
        #"{"changes": [{"model": "meetings", "id": "\u00e9", "op": "create", "record": {"id": "\u00e9"}},"#
        + #"{"model": "meetings", "id": "e\u0301", "op": "create", "record": {"id": "e\u0301"}}],"#
        + #""cursor": 2, "more": false}"#)
    let page = try await server.changes(SyncQuery(Meetings.meetings))
    #expect(page.records.map { Array($0.id.utf8) } == [Array("\u{e9}".utf8), Array("e\u{301}".utf8)])
  }

  @Test func `a deletion may name nothing but the server's key`() async throws {
    var plan = Articles.plan
    plan.settings.append(.init("changes", "/changes"))
    transport.stub(
      "GET", "changes",
      json:
        #"{"changes": [{"model": "articles", "id": 7, "op": "create", "record": {"id": 7, "client_uuid": "\#(Articles.ids[0])"}},"#
        + #"{"model": "articles", "id": 7, "op": "delete"}], "cursor": 1, "more": false}"#)
    let page = try await Meetings.server(transport, plan).changes(SyncQuery(Articles.articles))
    #expect(page.records.map(\.isDeleted) == [true] && page.records.map(\.serverKey) == ["7"])
  }
}
