import RowsmithClient
import RowsmithSync
import RowsmithTesting
import Testing

/// How changes are asked for, and what the cursor is.
@Suite struct KintoPullTests {
  private static let records = "v1/buckets/blog/collections/articles/records"

  @Test("The last cursor is the timestamp of when the walk began; no page is read from another host")
  func theCursorIsTheTimestampOfWhenTheWalkBegan() async throws {
    let kinto = try KintoStub()
    // A server behind a proxy takes another address for its own. Nothing is sent there.
    list(
      kinto, "_sort=last_modified&_limit=2", [10_001, 10_002], etag: 10_005, next: "_limit=2&_token=dDE%3D")
    list(kinto, "_limit=2&_token=dDE%3D", [10_003, 10_009], etag: 10_009, next: "_limit=2&_token=dDI%3D")
    list(kinto, "_limit=2&_token=dDI%3D", [10_010], etag: 10_010)
    var query = SyncQuery(kinto.collection, limit: 2)
    var cursors: [String?] = []
    repeat {
      let page = try await kinto.server.changes(query)
      cursors.append(page.cursor)
      query.page = page.next
    } while query.page != nil
    #expect(cursors == ["10002", "10005", "10005"])
    #expect(kinto.transport.requests.allSatisfy { $0.url.hasPrefix("http://kinto.test/v1/buckets/blog/") })
  }

  @Test("The overlap is taken off when asking, and not when keeping")
  func theOverlapIsTakenOffWhenAskingAndNotWhenKeeping() async throws {
    let kinto = try KintoStub()
    list(kinto, "_since=15000&_sort=last_modified&_limit=1000", [18_000], etag: 20_000)
    let page = try await kinto.server.changes(SyncQuery(kinto.collection, since: "20000"))
    #expect(page.cursor == "20000" && page.records.count == 1)
    list(kinto, "_since=0&_sort=last_modified&_limit=1000", [10], etag: 3000)
    #expect(try await kinto.server.changes(SyncQuery(kinto.collection, since: "3000")).cursor == "3000")
    var own = kinto.collection
    own.settings = [.init("overlap", "0.25")]
    list(kinto, "_since=19750&_sort=last_modified&_limit=1000", [], etag: 20_000)
    #expect(try await kinto.server.changes(SyncQuery(own, since: "20000")).cursor == "20000")
  }

  @Test func `where records are known, a list of everything has the tombstones, too`() async throws {
    let kinto = try KintoStub()
    list(kinto, "_sort=last_modified&_limit=1000", [10], etag: 20)
    kinto.transport.stub(
      "GET", "\(Self.records)?_since=0&_sort=last_modified&_limit=1000",
      json: #"{"data":[{"id":"a10","last_modified":10},{"id":"a20","last_modified":20,"deleted":true}]}"#,
      headers: ["ETag": "\"20\""])
    #expect(try await kinto.server.changes(SyncQuery(kinto.collection)).records.map(\.isDeleted) == [false])
    var query = SyncQuery(kinto.collection)
    query.mayBeNew = false
    let page = try await kinto.server.changes(query)
    #expect(page.records.map(\.isDeleted) == [false, true] && page.cursor == "20")
  }

  @Test func `a tag that a proxy has weakened has the timestamp, too`() async throws {
    let kinto = try KintoStub()
    kinto.transport.stub(
      "GET", "\(Self.records)?_sort=last_modified&_limit=1000",
      json: #"{"data":[{"id":"a10","last_modified":10}]}"#, headers: ["ETag": #"W/"20""#])
    let page = try await kinto.server.changes(SyncQuery(kinto.collection))
    #expect(page.cursor == "20" && page.records.map(\.id) == ["a10"])
  }

  @Test("A timestamp behind the cursor by more than the overlap is a reset; by less, the cursor stays")
  func aTimestampBehindTheCursorIsAReset() async throws {
    let kinto = try KintoStub()
    let since = "_since=15000&_sort=last_modified&_limit=1000"
    list(kinto, since, [], etag: 14_999)
    #expect(await reason(kinto, since: "20000") == .resetNeeded)
    // Two transactions at the same moment: not yet a reset, and the cursor stays.
    list(kinto, since, [], etag: 19_998)
    #expect(try await kinto.server.changes(SyncQuery(kinto.collection, since: "20000")).cursor == "20000")
  }

  @Test("A cursor that Kinto does not take is a reset; for one that is no timestamp it is not asked")
  func aCursorThatKintoDoesNotTakeIsAReset() async throws {
    let kinto = try KintoStub()
    kinto.transport.stub(
      "GET", "\(Self.records)?_since=99999999994999&_sort=last_modified&_limit=1000", status: 400,
      json: #"{"code":400,"errno":107,"error":"Invalid parameters","message":"Invalid value for _since"}"#)
    #expect(await reason(kinto, since: "99999999999999") == .resetNeeded)
    for cursor in ["abc", "", "-1", "1.5", "99999999999999999999"] {
      #expect(await reason(kinto, since: cursor) == .resetNeeded)
    }
    #expect(kinto.transport.requests.count == 1)
  }

  @Test func `what the server says of a cursor cannot write into a terminal, and is not as long as it likes`()
    async throws
  {
    let kinto = try KintoStub()
    kinto.transport.stub(
      "GET", "\(Self.records)?_since=15000&_sort=last_modified&_limit=1000", status: 400,
      json: #"{"code":400,"errno":107,"message":"no\u001b\#(String(repeating: "!", count: 600))"}"#)
    let error = await #expect(throws: SyncError.self) {
      try await kinto.server.changes(SyncQuery(kinto.collection, since: "20000"))
    }
    let shown = #"no\u001b"# + String(repeating: "!", count: 497)
    #expect(error?.message == "the server rejected the cursor: \(shown)")
  }

  @Test("What is not there yet is empty; after that 404 is a reset, and 403 is forbidden")
  func whatIsNotThereYetIsEmptyAndWhatIsNotThereAnyMoreIsAReset() async throws {
    for (status, errno, reason) in [(404, 111, SyncError.Reason.resetNeeded), (403, 121, .forbidden)] {
      let kinto = try KintoStub()
      let json = #"{"code":\#(status),"errno":\#(errno),"error":"Error"}"#
      kinto.transport.stub(
        "GET", "\(Self.records)?_sort=last_modified&_limit=1000", status: status, json: json)
      let page = try await kinto.server.changes(SyncQuery(kinto.collection))
      #expect(page.records.isEmpty && page.next == nil && page.cursor == nil)
      var known = SyncQuery(kinto.collection)
      known.mayBeNew = false
      if status == 403 {
        let query = known
        kinto.transport.stub(
          "GET", "\(Self.records)?_since=0&_sort=last_modified&_limit=1000", status: status, json: json)
        let error = await #expect(throws: SyncError.self) { try await kinto.server.changes(query) }
        #expect(error?.reason == .forbidden)
      }
      let path = "\(Self.records)?_since=15000&_sort=last_modified&_limit=1000"
      kinto.transport.stub("GET", path, status: status, json: json)
      #expect(await self.reason(kinto, since: "20000") == reason)
    }
  }

  @Test("A page that Kinto does not know counts as interrupted")
  func aPageThatKintoDoesNotKnowCanBeAskedForAgain() async throws {
    let kinto = try KintoStub()
    kinto.transport.stub("GET", "\(Self.records)?_token=x", status: 400, json: #"{"code":400,"errno":107}"#)
    let query = SyncQuery(kinto.collection, since: "20000", page: "20000 _token=x")
    let error = await #expect(throws: SyncError.self) { try await kinto.server.changes(query) }
    #expect(error?.reason == .interrupted)
  }

  @Test(
    "A failure has its reason, and says when to come again if the server does",
    arguments: [
      (StubFault.status(401), "loginNeeded"), (.status(503, retryAfter: 9), "throttled"),
      (.status(500), "interrupted"), (.unreachable, "offline"), (.dropsAnswer, "interrupted"),
      (.truncatesBody(after: 30), "answer"), (.cutsBody(after: 30), "interrupted"), (.loginPage, "offline"),
    ])
  func failuresHaveTheirReasons(_ fault: StubFault, _ reason: String) async throws {
    let kinto = try KintoStub()
    list(kinto, "_sort=last_modified&_limit=1000", [10], etag: 10)
    kinto.transport.fail(fault)
    let error = await #expect(throws: SyncError.self) {
      try await kinto.server.changes(SyncQuery(kinto.collection))
    }
    #expect(error?.reason.rawValue == reason && error?.retryAfter == (reason == "throttled" ? 9 : nil))
  }

  @Test func `a server that a page of HTML says to leave alone is not taken for a network`() async throws {
    let kinto = try KintoStub()
    kinto.transport.stub(
      "GET", Self.records, status: 503, json: "<html>Maintenance</html>",
      headers: ["Content-Type": "text/html", "Retry-After": "3600"])
    let error = await #expect(throws: SyncError.self) {
      try await kinto.server.changes(SyncQuery(kinto.collection))
    }
    #expect(error?.reason == .throttled && error?.retryAfter == 3600 && error?.status == 503)
  }

  @Test(
    "What is no list is an error",
    arguments: [
      #"{"data":[{"id":"a"}]}"#, #"{"data":[1]}"#, #"{"data":{}}"#, "[]", #"{"data":[]} x"#, #"{"data":[],}"#,
      #"{"data":[{"id":"a","last_modified":"1"}]}"#, "{}",
    ])
  func whatIsNoListIsAnError(_ json: String) async throws {
    let kinto = try KintoStub()
    kinto.transport.stub("GET", Self.records, json: json, headers: ["ETag": "\"10\""])
    #expect(await reason(kinto) == .answer)
  }

  @Test("Versions alone come without the rest")
  func versionsAloneComeWithoutTheRest() async throws {
    let kinto = try KintoStub()
    list(kinto, "_sort=last_modified&_limit=1000&_fields=last_modified,deleted", [10], etag: 10)
    let page = try await kinto.server.changes(SyncQuery(kinto.collection, needsOnlyVersions: true))
    #expect(page.records.map(\.version) == ["10"] && page.records[0].json.isEmpty)
  }

  @Test("A server that wants to be left alone is heard")
  func aServerThatWantsToBeLeftAloneIsHeard() async throws {
    let kinto = try KintoStub { $0.clock.now = { 1000 } }
    #expect(await kinto.server.backoff == nil)
    kinto.transport.stub(
      "GET", Self.records, json: #"{"data":[]}"#, headers: ["ETag": "\"10\"", "Backoff": "30"])
    _ = try await kinto.server.changes(SyncQuery(kinto.collection))
    #expect(await kinto.server.backoff == 30)
  }

  @Test("A page of ten thousand records is read whole")
  func aPageOfTenThousandRecordsIsReadWhole() async throws {
    let kinto = try KintoStub()
    list(kinto, "_sort=last_modified&_limit=10000", (1...10_000).map { $0 }, etag: 10_000)
    let page = try await kinto.server.changes(SyncQuery(kinto.collection, limit: 10_000))
    #expect(page.records.count == 10_000)
  }

  private func reason(_ kinto: KintoStub, since: String? = nil) async -> SyncError.Reason? {
    let error = await #expect(throws: SyncError.self) {
      try await kinto.server.changes(SyncQuery(kinto.collection, since: since))
    }
    return error?.reason
  }

  /// Answers a list with records of these times.
  private func list(_ kinto: KintoStub, _ query: String, _ times: [Int], etag: Int, next: String? = nil) {
    var headers: HTTPHeaders = ["ETag": "\"\(etag)\""]
    if let next { headers["Next-Page"] = "http://elsewhere.test/v1/other?\(next)" }
    let items = times.map { #"{"title":"A title with \"quotes\"","id":"a\#($0)","last_modified":\#($0)}"# }
    kinto.transport.stub(
      "GET", "\(Self.records)?\(query)", json: #"{"data":[\#(items.joined(separator: ","))]}"#,
      headers: headers)
  }
}
