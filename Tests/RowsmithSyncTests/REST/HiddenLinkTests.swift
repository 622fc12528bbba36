import Rowsmith
import RowsmithClient
@testable import RowsmithSync
import RowsmithTesting
import Testing

/// A record that leads to one which the server knows by a key of its own, and does not show.
@Suite struct HiddenLinkTests {
  /// Comments of two articles.
  private static let comments =
    #"[{"id":3,"client_uuid":"\#(Articles.ids[1])","body":"A","article_id":7,"lock_version":1},"#
    + #"{"id":4,"client_uuid":"\#(Articles.ids[2])","body":"B","article_id":8,"lock_version":1}]"#

  private let transport = StubTransport()

  private func stub(articles: String) {
    transport.stub("GET", "articles", json: articles)
  }

  private func device() throws -> Device {
    let server = try Meetings.server(transport, Articles.plan)
    return try Device(server, Articles.plan, schema: try Meetings.schema())
  }

  private func comment(_ version: Int, _ body: String) -> String {
    #"[{"id":3,"client_uuid":"\#(Articles.ids[1])","body":"\#(body)","article_id":7,"lock_version":\#(version)}]"#
  }

  @Test func `the link stays, is sent as it was, and leads to the record once that is shown`() async throws {
    stub(articles: "[]")
    transport.stub("GET", "article_comments", json: comment(1, "A"))
    let device = try device()
    let report = try await device.sync()
    #expect(report.stopped == nil && report.setAside.isEmpty)
    let made = NamedUUID.ofRecord("7", in: "articles")
    #expect(try device.rows("SELECT article FROM ArticleComment") == [made])
    // It is not asked for again and again.
    let asked = transport.requests.filter { $0.url.contains("ids=7") }.count
    transport.stub("GET", "article_comments", json: comment(2, "B"))
    try await device.sync()
    #expect(transport.requests.filter { $0.url.contains("ids=7") }.count == asked)
    #expect(try device.rows("SELECT article, body FROM ArticleComment") == ["\(made)|B"])
    // Somebody shares the article, which its maker has given a key.
    stub(articles: #"[{"id":7,"client_uuid":"\#(Articles.ids[0])","title":"T","lock_version":4}]"#)
    try await device.sync()
    #expect(try device.rows("SELECT article FROM ArticleComment") == [Articles.ids[0]])
    #expect(
      try device.rows("SELECT key FROM _rowsmith_sync_rows WHERE entity = 'Article'") == [Articles.ids[0]])
    #expect(try device.rows("SELECT * FROM _rowsmith_sync_unsent").isEmpty)
  }

  @Test func `a change of the row that leads there names the server's key`() async throws {
    stub(articles: "[]")
    transport.stub("GET", "article_comments", json: comment(1, "A"))
    let device = try device()
    try await device.sync()
    try device.run(
      "INSERT INTO ArticleComment (id, body, article) SELECT '\(Articles.ids[2])', 'Mine', article FROM ArticleComment"
    )
    transport.stub("POST", "article_comments", status: 201, json: "{}")
    try await device.sync()
    let post = try #require(transport.requests.last { $0.method == "POST" })
    #expect(post.text.contains(#""article_id":7"#))
  }

  @Test func `a row that leads to one which cannot be imported is sent with the server's key`() async throws {
    stub(articles: #"[{"id":7,"client_uuid":"\#(Articles.ids[0])","title":{"en":"T"},"lock_version":1}]"#)
    transport.stub("GET", "article_comments", json: comment(1, "A"))
    let device = try device()
    #expect(try await device.sync().unreadable.map(\.id).contains(Articles.ids[0]))
    try device.run("UPDATE ArticleComment SET body = 'Mine'")
    transport.stub(
      "PATCH", "article_comments/3",
      json:
        #"{"id":3,"client_uuid":"\#(Articles.ids[1])","body":"Mine","article_id":7,"lock_version":2}"#)
    let report = try await device.sync(.push)
    #expect(report.setAside.isEmpty && report.pushed == 1, "\(report)")
    #expect(try device.rows("SELECT article, body FROM ArticleComment") == ["\(Articles.ids[0])|Mine"])
    // Once it can be, it comes.
    stub(articles: #"[{"id":7,"client_uuid":"\#(Articles.ids[0])","title":"T","lock_version":2}]"#)
    transport.stub("GET", "article_comments", json: "[]")
    try await device.sync(.pull)
    #expect(try device.rows("SELECT title FROM Article") == ["T"])
  }

  @Test func `a collection that is not shown takes away nothing of those that lead there`() async throws {
    transport.stub("GET", "articles", status: 403, json: "{}")
    transport.stub("GET", "article_comments", json: Self.comments)
    let device = try device()
    let report = try await device.sync()
    #expect(report.stopped == nil && report.setAside.map(\.entity) == ["Article"])
    #expect(try device.rows("SELECT body FROM ArticleComment ORDER BY body") == ["A", "B"])
  }

  @Test(arguments: [400, 500])
  func `a record that the server cannot give takes away nothing of those that lead there`(_ status: Int)
    async throws
  {
    transport.stub("GET", "articles") { request in
      let isList = !request.url.contains("ids=")
      return StubAnswer(status: isList ? 200 : status, json: isList ? "[]" : "{}")
    }
    transport.stub("GET", "articles/7", status: status, json: "{}")
    transport.stub(
      "GET", "articles/8", json: #"{"id":8,"client_uuid":"\#(Articles.ids[0])","title":"T","lock_version":1}"#
    )
    transport.stub("GET", "article_comments", json: Self.comments)
    let device = try device()
    let report = try await device.sync()
    #expect(report.stopped == nil)
    #expect(report.setAside.map { "\($0.entity) \($0.id)" } == ["Article 7"])
    #expect(
      try device.rows("SELECT body, article FROM ArticleComment ORDER BY body")
        == ["A|\(NamedUUID.ofRecord("7", in: "articles"))", "B|\(Articles.ids[0])"])
    #expect(try device.rows("SELECT title FROM Article") == ["T"])
    // It is asked for again.
    transport.stub(
      "GET", "articles/7",
      json: #"{"id":7,"client_uuid":"\#(Articles.ids[3])","title":"Late","lock_version":1}"#)
    #expect(try await device.sync().setAside.isEmpty)
    #expect(try device.rows("SELECT title FROM Article ORDER BY title") == ["Late", "T"])
    #expect(
      try device.rows("SELECT article FROM ArticleComment WHERE body = 'A'") == [Articles.ids[3]])
  }

  @Test func `a record that comes because another one leads to it is counted like others`() async throws {
    stub(articles: "[]")
    transport.stub(
      "GET", "articles/7", json: #"{"id":7,"client_uuid":"\#(Articles.ids[0])","title":"T","lock_version":1}"#
    )
    transport.stub("GET", "article_comments", json: comment(1, "A"))
    let device = try device()
    let report = try await device.sync()
    #expect(try device.rows("SELECT title FROM Article") == ["T"])
    #expect(report.entities["Article"]?.inserted == 1 && report.pulled == 2, "\(report)")
    #expect(report.changes["Article"] == [.text(Articles.ids[0]): .inserted])
  }

  @Test func `a tombstone with nothing but the server's key deletes the record`() async throws {
    stub(articles: #"[{"id":7,"client_uuid":"\#(Articles.ids[0])","title":"T","lock_version":1}]"#)
    transport.stub("GET", "article_comments", json: "[]")
    let device = try device()
    try await device.sync()
    #expect(try device.rows("SELECT title FROM Article") == ["T"])
    stub(articles: #"[{"id":7,"deleted":true,"lock_version":2}]"#)
    try await device.sync()
    #expect(try device.rows("SELECT title FROM Article") == [])
    #expect(
      try device.rows("SELECT key, state FROM _rowsmith_sync_rows WHERE entity = 'Article'")
        == ["\(Articles.ids[0])|2"])
  }
}

extension HTTPRequest {
  /// Its body.
  fileprivate var text: String {
    if case .bytes(let bytes)? = body { String(decoding: bytes, as: UTF8.self) } else { "" }
  }
}
