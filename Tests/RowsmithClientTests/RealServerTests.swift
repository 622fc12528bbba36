import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithCurl
import RowsmithTesting
import Server
import TestSupport
import Testing

@Suite("Against a real server", .serialized, .timeLimit(.minutes(30)))
struct RealServerTests {
  @Test("A list, a record, a relationship's value and a document come as they are there")
  func results() async throws {
    let real = try await RealServer()
    let client = try real.client()
    let store = client.client.store
    let list = try await client.enterprises()
    #expect(list.status == 200)
    #expect(list.recordCount == 12)
    #expect(try await list.records().map(\.itemID) == Array(1...12))
    #expect(try await client.enterprise(itemID: 3).record()?.itemID == 3)
    try await #expect(client.everything().report.entities["Product"]?.inserted == 24)
    try await client.productReviews()
    let before = try store.rowTable(sql: "SELECT * FROM ProductReview ORDER BY id")
    let reviewed = try #require(try store.lines("SELECT product FROM ProductReview WHERE product > 0").first)
    try await store.write { db in try db.execute(sql: "DELETE FROM ProductReview WHERE product = \(reviewed)")
    }
    try await client.reviews(id: try #require(Int(reviewed)))
    try store.expectRows(sql: "SELECT * FROM ProductReview ORDER BY id", before)
    #expect(try await client.enterpriseExists(id: 3).status == 200)
  }

  @Test("An error says what the server says")
  func errors() async throws {
    let client = try await RealServer().client()
    let error = await #expect(throws: ClientError.self) { try await client.enterprise(itemID: 99_999) }
    #expect(error?.status == 404)
    #expect(error?.serverMessage?.isEmpty == false)
    #expect(error?.serverCode?.isEmpty == false)
  }

  @Test("Pages of every kind bring all records, in one import")
  func pages() async throws {
    let real = try await RealServer()
    let total = try await real.rows("articles")
    for name in ["link", "after", "cursor", "url"] {
      let client = try real.client()
      let answer =
        switch name {
        case "link": try await client.allArticles(perPage: 5)
        case "after": try await client.articlesAfter(limit: 5)
        case "cursor": try await client.cursorArticles(limit: 5)
        default: try await client.linkedArticles(limit: 5)
        }
      #expect(answer.pageCount > 4, "\(name)")
      #expect(answer.recordCount == total, "\(name)")
      #expect(try client.client.store.count("Article") == total, "\(name)")
    }
    let client = try real.client()
    #expect(try await client.pagedEnterprises(perPage: 5).recordCount == 12)
    #expect(try await client.offsetProducts(limit: 5).recordCount == 24)
    var pages: [Int] = []
    for try await page in client.pagedEnterprises.pages(perPage: 5) { pages.append(page.recordCount ?? 0) }
    #expect(pages.filter { $0 > 0 } == [5, 5, 2])
  }

  @Test("A server that gives fewer than it was asked for loses nothing, and nothing is pruned that it has")
  func cappedPages() async throws {
    let real = try await RealServer()
    let client = try real.client()
    try await client.offsetProducts(limit: 50)
    #expect(try client.client.store.count("Product") == 24)
    try await real.configure(#"{"page_size": 7}"#)
    #expect(try await client.allArticles().recordCount == 24)
    #expect(try client.client.store.count("Article") == 24)
  }

  @Test("What somebody else has deleted goes with the last page, and not where a page fails")
  func pruning() async throws {
    let real = try await RealServer()
    let client = try real.client()
    let store = client.client.store
    try await client.allArticles(perPage: 5)
    _ = try await real.server.exchange("DELETE", "/api/articles/7")
    for fault in ["truncate=40", "cut=40", "status=500", "portal", "empty"] {
      try await real.server.setFaults(
        #"{"seed": 1, "rules": [{"path": "^/api/articles", "p": 1, "fault": "\#(fault)", "skip": 3}]}"#)
      await #expect(throws: ClientError.self, "\(fault)") { try await client.allArticles(perPage: 5) }
      #expect(try store.count("Article") == 24, "\(fault)")
    }
    try await real.server.setFaults(#"{"rules": []}"#)
    #expect(try await client.allArticles(perPage: 5).report.entities["Article"]?.deleted == 1)
    #expect(try store.lines("SELECT id FROM Article WHERE id = 7") == [])
  }

  @Test("A list that has not changed is 304; after a local deletion it is brought whole")
  func caching() async throws {
    let real = try await RealServer()
    let client = try real.client()
    let store = client.client.store
    #expect(try await client.enterprises().outcome == .imported)
    let second = try await client.enterprises()
    #expect(second.outcome == .notModified)
    #expect(try await second.records().count == 12)
    try await store.write { db in _ = try db.delete(entity: "Enterprise", key: [.integer(2)]) }
    #expect(try await client.enterprises().outcome == .imported)
    #expect(try store.count("Enterprise") == 12)
    _ = try await real.server.exchange("PATCH", "/api/enterprises/2", Array(#"{"name": "Other"}"#.utf8))
    #expect(try await client.enterprises().report.entities["Enterprise"]?.updated == 1)
    // A 304 that nobody asked for.
    try await store.deleteAllData()
    try await real.fail("spurious304", "enterprises")
    #expect(try await client.enterprises().outcome == .imported)
    #expect(try store.count("Enterprise") == 12)
  }

  @Test("Within `maxAge` the server is not asked, and without a server the database answers")
  func policies() async throws {
    let real = try await RealServer()
    // No time passes: a busy machine may take longer than `maxAge`.
    let client = try real.client {
      let now = $0.clock.now()
      $0.clock.now = { now }
    }
    try await client.product(id: 3)
    #expect(try await client.product(id: 3).outcome == .fromDatabase)
    #expect(try await real.count("/api/products/3.json") == 1)
    try await client.enterprises()
    try await real.fail("portal", "enterprises", times: 9)
    let answer = try await client.enterprises()
    #expect(answer.outcome == .fromDatabase)
    #expect(try await answer.records().count == 12)
  }

  @Test("Only what has changed is brought, deletions included, until both sides are the same")
  func incremental() async throws {
    let real = try await RealServer()
    let client = try real.client()
    try await client.changedArticles(perPage: 5, includeDeleted: true)
    for seed in 1...3 {
      try await real.server.control("mutate", #"{"n": 12, "seed": \#(seed), "models": ["articles"]}"#)
      try await client.changedArticles(perPage: 5, includeDeleted: true)
      let whole = try real.client()
      _ = try await whole.allArticles()
      let sql = "SELECT id, title, views, updatedAt FROM Article ORDER BY id"
      try client.client.store.expectRows(sql: sql, whole.client.store.rowTable(sql: sql))
    }
  }

  @Test("A list is in the order of the server, page by page, and in another one when that has changed")
  func list() async throws {
    let real = try await RealServer()
    try await real.server.control("timeline", #"{"topic": "swift", "articles": [9, 2, 14, 5, 1]}"#)
    let client = try real.client()
    let list = client.timeline.list(topic: "swift", limit: 2)
    try await list.reload()
    #expect(try await list.records().map(\.id) == [9, 2])
    while try await list.hasNext() { try await list.loadNext() }
    #expect(try await list.records().map(\.id) == [9, 2, 14, 5, 1])
    try await real.server.control("timeline", #"{"topic": "swift", "articles": [1, 9, 3]}"#)
    try await list.reload()
    #expect(try await list.records().map(\.id) == [1, 9])
  }

  @Test(
    "What breaks on the way is asked for again",
    arguments: [
      "drop=before", "rst=before", "drop=mid", "rst=mid", "cut=30", "badchunk", "status=503:0",
      "status=429:0", "after_status=500",
    ])
  func retries(_ fault: String) async throws {
    let real = try await RealServer(rows: 8)
    let client = try real.client()
    try await real.fail(fault, "tags", times: 2)
    let total = try await real.rows("tags")
    #expect(try await client.tags().recordCount == total)
    #expect(try await real.count("/api/tags") >= 3)
  }

  @Test(
    "What is not what the route brings imports nothing and says what it was",
    arguments: [
      ("truncate=30", ClientError.Reason.import), ("portal", .answer), ("wrongtype", .answer),
      ("empty", .answer),
      ("garbage", .answer), ("status=404", .status), ("cut=30", .transport),
    ])
  func badAnswers(_ fault: String, _ reason: ClientError.Reason) async throws {
    let real = try await RealServer(rows: 8)
    let client = try real.client { $0.retries = .none }
    let store = client.client.store
    // The route deletes what the answer does not name.
    try await store.importJSON(.string(#"{"id": 999, "name": "mine"}"#), into: .entity("Tag"))
    let error = await #expect(throws: ClientError.self) {
      try await client.tags(options: CallOptions(headers: ["X-Fault": fault]))
    }
    #expect(error?.reason == reason)
    #expect(try store.lines("SELECT id FROM Tag") == ["999"])
  }

  @Test("Cancelled, a call ends at once and imports nothing")
  func cancelling() async throws {
    let real = try await RealServer(rows: 8)
    let client = try real.client { $0.timeouts.idle = .seconds(3600) }
    let clock = ContinuousClock()
    let began = clock.now
    for fault in ["delay=3600000", "stall=20:3600000", "slow=1"] {
      let call = Task { try await client.tags(options: CallOptions(headers: ["X-Fault": fault])) }
      while try await real.count("/api/tags") == 0 { try await Task.sleep(for: .milliseconds(20)) }
      try await Task.sleep(for: .milliseconds(100))
      call.cancel()
      let result = await call.result
      let error = #expect(throws: ClientError.self, "\(fault)") { try result.get() }
      #expect(error?.reason == .cancelled, "\(fault)")
    }
    #expect(clock.now - began < .seconds(1200))
    #expect(try client.client.store.count("Tag") == 0)
  }

  @Test("Forty calls with a token that has expired are served with one refresh")
  func refresh() async throws {
    let real = try await RealServer(rows: 8)
    let (client, _) = try await loggedIn(real)
    try await client.tags()
    try await real.server.control("expire_tokens", #"{"user": "ada"}"#)
    let statuses = try await withThrowingTaskGroup(of: Int?.self) { group in
      for key in 0..<40 {
        group.addTask { try await client.product(id: key % 8 + 1, options: .networkOnly).status }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(statuses).isSubset(of: [200, 304]))
    #expect(try await real.count("/secure/sessions/refresh") == 1)
  }

  @Test("A refresh that fails keeps the login, one that is refused ends it")
  func refreshRefused() async throws {
    let real = try await RealServer(rows: 8)
    let (client, authentication) = try await loggedIn(real)
    try await real.server.control("expire_tokens", #"{"user": "ada"}"#)
    try await real.server.setFaults(
      #"{"seed": 1, "rules": [{"path": "^/secure/sessions/refresh", "p": 1, "fault": "drop=before", "max": 1}]}"#
    )
    let lost = await #expect(throws: ClientError.self) { try await client.tags() }
    #expect(lost?.reason == .transport)
    try await client.tags()
    try await real.server.control("expire_tokens", #"{"user": "ada"}"#)
    try await real.configure(#"{"refresh": "refuse"}"#)
    let refused = await #expect(throws: ClientError.self) { try await client.tags(options: .networkOnly) }
    #expect(refused?.reason == .loginNeeded)
    try await real.configure(#"{"refresh": "allow"}"#)
    await authentication.set(try await logIn(real))
    try await client.tags(options: .networkOnly)
  }

  @Test("Name and password are taken, and wrong ones refused")
  func basic() async throws {
    let real = try await RealServer(rows: 8)
    let right = try real.client("basic") {
      $0.authentication = BasicAuthentication(user: "ada", password: "secret")
    }
    #expect(try await right.tags().status == 200)
    let wrong = try real.client("basic") {
      $0.authentication = BasicAuthentication(user: "ada", password: "no")
    }
    let error = await #expect(throws: ClientError.self) { try await wrong.tags() }
    #expect(error?.reason == .loginNeeded)
    #expect(error?.serverCode == "2")
  }

  @Test("The progress goes through the download and the import")
  func progress() async throws {
    let client = try await RealServer().client()
    let progress = CallProgress()
    let reader = Task { await progress.steps.reduce(into: [CallProgress.Step]()) { $0.append($1) } }
    let answer = try await client.everything(options: CallOptions(progress: progress))
    let last = try #require(await reader.value.last)
    #expect(last.phase == .importing)
    #expect(last.completed == answer.receivedBytes)
    #expect(progress.foundation.isFinished)
  }

  @Test("What was recorded of it is played again without it")
  func recording() async throws {
    let real = try await RealServer(rows: 8)
    let folder = try TemporaryFolder()
    let recorder = RecordingTransport(CurlTransport())
    var options = ClientOptions()
    options.baseURL = real.server.url("/api")
    let first = try ServerClient(store: .testing(ServerModel()), transport: recorder, options: options)
    _ = try await first.allArticles(perPage: 3)
    try recorder.save(to: "\(folder.path)/articles.json")
    let replay = try ReplayTransport(path: "\(folder.path)/articles.json")
    let second = try ServerClient(store: .testing(ServerModel()), transport: replay, options: options)
    #expect(try await second.allArticles(perPage: 3).recordCount == 8)
    let sql = "SELECT * FROM Article"
    try second.client.store.expectRows(sql: sql, first.client.store.rowTable(sql: sql))
  }

  /// A client of the closed zone whose user has logged in.
  private func loggedIn(_ real: RealServer) async throws -> (ServerClient, BearerAuthentication) {
    let authentication = BearerAuthentication(
      tokens: try await logIn(real),
      renew: { tokens, session in
        var request = HTTPRequest(
          method: "POST", url: "sessions/refresh", headers: ["Content-Type": "application/json"])
        request.body = .bytes(Array(#"{"refresh_token": "\#(tokens.refresh ?? "")"}"#.utf8))
        return try .reading(try await session.send(request))
      })
    return (try real.client("secure") { $0.authentication = authentication }, authentication)
  }

  private func logIn(_ real: RealServer) async throws -> BearerAuthentication.Tokens {
    let answer = try await real.client("secure").logIn(
      body: .json(.object([.init("username", .string("ada")), .init("password", .string("secret"))])))
    let json = try JSONValue(parsing: String(decoding: answer.body, as: UTF8.self))
    guard case .string(let access)? = json["access_token"], case .string(let refresh)? = json["refresh_token"]
    else {
      throw ClientError(.answer, "no tokens")
    }
    return .init(access: access, refresh: refresh)
  }
}
