import Foundation
import RowsmithClient
import RowsmithSync
import RowsmithTesting
import Testing

/// What Kinto 26.5 was seen to answer, to the byte.
@Suite struct KintoExchangeTests {
  @Test("A creation of what is there already is a conflict with what is there")
  func aCreationThatIsThereAlreadyIsAConflictWithWhatIsThere() async throws {
    let kinto = try KintoStub()
    kinto.transport.stub(
      "PUT", KintoStub.path, status: 412,
      json:
        #"{"code":412,"errno":114,"error":"Precondition Failed","message":"Resource was modified meanwhile","details":{"existing":{"title":"client id","n":2,"tags":["a"],"id":"4b2c0a5e-7d1e-4a5b-9c3d-000000000001","last_modified":1795208156701}}}"#,
      headers: ["Etag": "\"1795208156701\"", "Last-Modified": "Fri, 20 Nov 2026 20:55:56 GMT"])
    let write = kinto.write(.create, #"{"title":"client id","n":2,"tags":["a"]}"#)
    let outcome = await kinto.server.send([try kinto.server.request(for: write)])[0]
    #expect(outcome.name == "conflict" && outcome.record?.version == "1795208156701")
    #expect(
      String(decoding: outcome.record?.json ?? [], as: UTF8.self)
        == #"{"title":"client id","n":2,"tags":["a"],"id":"4b2c0a5e-7d1e-4a5b-9c3d-000000000001","last_modified":1795208156701}"#
    )
    let request = try #require(kinto.transport.requests.first)
    #expect(request.url == "http://kinto.test/\(KintoStub.path)" && request.headers["If-None-Match"] == "*")
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(kinto.bodies("PUT", KintoStub.id) == [#"{"data":{"title":"client id","n":2,"tags":["a"]}}"#])
  }

  @Test("Changes hold records and tombstones")
  func changesHoldRecordsAndTombstones() async throws {
    let kinto = try KintoStub()
    kinto.transport.stub(
      "GET", "records?_since=1795208152088&_sort=last_modified&_limit=1000",
      json:
        #"{"data":[{"title":"t2","n":20,"id":"aaaaaaaa-0000-4000-8000-000000000002","last_modified":1795208157167},{"id":"aaaaaaaa-0000-4000-8000-000000000005","last_modified":1795208157178,"deleted":true}]}"#,
      headers: [
        "Cache-Control": "no-cache, no-store", "Etag": "\"1795208157178\"",
        "Last-Modified": "Fri, 20 Nov 2026 20:55:57 GMT", "Date": "Fri, 20 Nov 2026 20:55:58 GMT",
      ])
    let page = try await kinto.server.changes(SyncQuery(kinto.collection, since: "1795208157088"))
    #expect(page.records.map(\.id.last) == ["2", "5"] && page.records.map(\.isDeleted) == [false, true])
    #expect(page.records.map(\.modified) == [1_795_208_157_167, 1_795_208_157_178])
    #expect(page.records[1].json.isEmpty && page.records[1].version == "1795208157178")
    #expect(page.next == nil && page.cursor == "1795208157178" && page.time == 1_795_208_158_000)
  }

  @Test("An answer 304 or 412 that nobody asked for is no list")
  func anAnswerThatNobodyAskedForIsNoList() async throws {
    let kinto = try KintoStub()
    let path = "v1/buckets/blog/collections/articles/records?_sort=last_modified&_limit=1000"
    kinto.transport.stub(
      "GET", path, status: 304, json: "", headers: ["Etag": "\"1795208157088\"", "Connection": "close"],
      times: 1)
    await #expect(throws: SyncError.self) { try await kinto.server.changes(SyncQuery(kinto.collection)) }
    kinto.transport.stub(
      "GET", path, status: 412,
      json:
        #"{"code":412,"errno":114,"error":"Precondition Failed","message":"Resource was modified meanwhile"}"#,
      headers: ["Etag": "\"1795208157178\""])
    let error = await #expect(throws: SyncError.self) {
      try await kinto.server.changes(SyncQuery(kinto.collection))
    }
    #expect(error?.status == 412 && error?.serverCode == "114")
  }

  private static let root = #"{"http_api_version":"1.22","settings":{"batch_max_requests":25}}"#

  @Test(arguments: ["{}", #"{"hello":"world"}"#, "[]"])
  func `what is no Kinto is told with what an address of one looks like`(_ root: String) async throws {
    let kinto = try KintoStub()
    kinto.transport.stub("GET", "v1/", json: root)
    let error = await #expect(throws: SyncError.self) { try await kinto.server.identify() }
    #expect(error?.reason == .answer)
    #expect(
      error?.message == """
        this is not a Kinto server: its root has no 'http_api_version'. The address must end in the version, as in \
        'https://kinto.example.com/v1'
        """)
  }

  @Test(arguments: [200, 401, 503])
  func `credentials that the root takes for nobody's ask for a login`(_ status: Int) async throws {
    let kinto = try KintoStub()
    kinto.transport.stub("GET", "v1/", json: Self.root)
    kinto.transport.stub("GET", "v1/buckets?_limit=1", status: status, json: #"{"data":[]}"#)
    let error = await #expect(throws: SyncError.self) { try await kinto.server.identify() }
    #expect(error?.reason == .loginNeeded)
    let anonymous = try KintoStub { $0.authentication = nil }
    anonymous.transport.stub("GET", "v1/", json: Self.root)
    #expect(try await anonymous.server.identify().user == "")
  }

  @Test func `a batch that is refused as such goes one by one`() async throws {
    let kinto = try KintoStub()
    kinto.transport.stub(
      "POST", "v1/batch", status: 400,
      json:
        #"{"code":400,"errno":107,"error":"Invalid parameters","message":"requests.1.body in body: Invalid"}"#
    )
    for (id, item) in [("a0", KintoStub.Item.made("a0")), ("a2", .made("a2"))] {
      kinto.transport.stub(
        "PUT", "v1/buckets/blog/collections/articles/records/\(id)", status: item.status, json: item.body)
    }
    kinto.transport.stub(
      "PUT", "v1/buckets/blog/collections/articles/records/a1", status: 400,
      json: #"{"code":400,"errno":107,"error":"Invalid parameters","message":"Words"}"#)
    let outcomes = await kinto.server.send(try kinto.creations(3))
    #expect(outcomes.map(\.name) == ["accepted", "refused", "accepted"])
    #expect(outcomes[1].error?.serverMessage == "Words")
    #expect(kinto.transport.requests.map(\.method) == ["POST", "PUT", "PUT", "PUT"])
  }

  @Test("A batch that wants a login says so inside: one is tried alone, and all come later")
  func aBatchThatWantsALoginSaysSoInside() async throws {
    let kinto = try KintoStub()
    let refused =
      #"{"path":"/v1/buckets/blog/collections/articles/records/aN","status":401,"headers":{"Content-Length":"110","Content-Type":"application/json","WWW-Authenticate":"Basic realm=\"Realm\""},"body":{"code":401,"errno":104,"error":"Unauthorized","message":"Please authenticate yourself to use this endpoint."}}"#
    let items = (0..<2).map { refused.replacingOccurrences(of: "aN", with: "a\($0)") }
    kinto.transport.stub("POST", "v1/batch", json: #"{"responses":[\#(items.joined(separator: ","))]}"#)
    kinto.transport.stub(
      "PUT", "v1/buckets/blog/collections/articles/records/a0", status: 401,
      json:
        #"{"code":401,"errno":104,"error":"Unauthorized","message":"Please authenticate yourself to use this endpoint."}"#,
      headers: ["WWW-Authenticate": "Basic realm=\"Realm\""])
    let outcomes = await kinto.server.send(try kinto.creations(2))
    #expect(outcomes.map(\.name) == ["later", "later"])
    #expect(outcomes.map { $0.error?.reason } == [.loginNeeded, .loginNeeded])
    // The first by itself, to have the password renewed, and nothing after that.
    #expect(kinto.transport.requests.map(\.method) == ["POST", "PUT"])
  }

  @Test("A batch that is too large teaches its limit, and is sent in parts")
  func aBatchThatIsTooLargeTeachesItsLimit() async throws {
    let kinto = try KintoStub()
    kinto.transport.stub("POST", "v1/batch") { request in
      let ids = try KintoBatchTests.ids(of: request)
      if ids.count > 2 {
        return StubAnswer(
          status: 400,
          json:
            #"{"code":400,"errno":107,"error":"Invalid parameters","message":"Number of requests is limited to 2","details":[{"location":"body","name":"requests","description":"Number of requests is limited to 2"}]}"#
        )
      }
      return StubAnswer(json: KintoStub.answer(ids.map { .made($0) }))
    }
    let outcomes = await kinto.server.send(try kinto.creations(6))
    #expect(outcomes.map(\.record?.id) == (0..<6).map { "a\($0)" })
    #expect(kinto.transport.requests.count == 4 && kinto.server.guarantees.maximumBatch == 2)
  }
}
