import Foundation
import Rowsmith
import RowsmithClient
import RowsmithTesting
import Server
import Testing

/// The articles of RowsmithClient.docc, and samples in comments of RowsmithClient.
@Suite(.timeLimit(.minutes(30))) struct ClientSnippets {
  private let transport = StubTransport()
  private let store: Store
  private let client: ServerClient
  private static let one = #"{"id": 1, "title": "News", "views": 0, "published": true}"#

  init() throws {
    store = try Store(.memory, model: ServerModel())
    var options = ClientOptions()
    options.retries = .none
    client = try ServerClient(store: store, transport: transport, options: options)
    transport.stub("GET", "articles", json: "[\(Self.one)]")
  }

  @Test func `the overview`() async throws {
    do {
      let client = try ServerClient(store: store, transport: transport)
      let answer = try await client.articles(author: "Ada")
      for article in try await answer.records() { print(article.title) }
      #expect(answer.recordCount == 1)
    }
    let server = StubTransport()
    server.stub("GET", "articles", json: #"[{"id": 1, "title": "News", "views": 0, "published": true}]"#)
    let client = try ServerClient(store: .testing(ServerModel()), transport: server)
    #expect(try await client.articles().recordCount == 1)
  }

  @Test func `what waits is sent later`() async throws {
    transport.stub("POST", "articles") { _ in throw TransportError(.offline, "no network") }
    let article = Article(id: Article.makeLocalKey(), title: "Offline first", body: "It works.")
    let answer = try await client.createArticle(article)
    if answer.outcome == .queued { print("sent later") }
    #expect(answer.outcome == .queued)
    let shown = AsyncStream.makeStream(of: [String].self)
    let show = { @Sendable (lines: [String]) in _ = shown.continuation.yield(lines) }
    let (store, client) = (store, client)
    let observing = Task {
      for try await items in store.observe(client.queue.contents) {
        show(items.map { "\($0.route): \($0.state.rawValue)" })
      }
    }
    for await lines in shown.stream {
      #expect(lines == ["createArticle: waiting"])
      break
    }
    observing.cancel()
    transport.stub("POST", "articles", status: 201, json: #"{"id": 9, "title": "Offline first"}"#)
    let report = await client.queue.flush()
    print(report.sent, "sent,", report.refused.count, "refused,", report.waiting, "waiting")
    #expect(report.sent == 1)
    let sending = Task { await client.queue.flush(whenever: TimerReachability(every: .seconds(30))) }
    sending.cancel()
    await sending.value
  }

  @Test(arguments: [true, false]) func `what is refused is mended or given up`(isMended: Bool) async throws {
    transport.stub("POST", "articles", status: 422, json: #"{"error": {"error_description": "too short"}}"#)
    let article = Article(id: Article.makeLocalKey(), title: "")
    await #expect(throws: ClientError.self) { try await client.createArticle(article) }
    let state = try await client.queue.state(of: article)
    if let reason = state.refusal, let item = state.items.first {
      print("the server says:", reason)
      if isMended {
        try await client.queue.retry(item.id)
      } else {
        try await client.queue.discardChanges(of: article)
      }
    }
    #expect(state.refusal == "too short")
    #expect(try await client.queue.needsFlushing() == isMended)
    #expect(try await store.fetch(Article.all.count()) == (isMended ? 1 : 0))
  }

  @Test func `what is refused is given up, by HowDoI`() async throws {
    let answer = try await client.articles(author: "Ada")
    #expect(answer.recordCount == 1)
    transport.stub("POST", "articles", status: 422, json: "{}")
    await #expect(throws: ClientError.self) {
      try await client.createArticle(Article(id: Article.makeLocalKey(), title: ""))
    }
    for item in try await client.queue.items() where item.state == .refused {
      try await client.queue.giveUp(item.id)
    }
    #expect(try await client.queue.items().isEmpty)
    #expect(try await store.fetch(Article.all.count()) == 1)
  }

  @Test func `a list with what its records lead to, by its comment`() async throws {
    transport.stub("GET", "timeline", json: #"{"articles": [\#(Self.one)], "next": null}"#)
    let shown = AsyncStream.makeStream(of: [String].self)
    let show = { @Sendable (titles: [String]) in _ = shown.continuation.yield(titles) }
    let (store, client) = (store, client)
    let observing = Task {
      let list = client.timeline.list(topic: "swift")
      try await list.reload()
      let graphs = try list.contents().including { $0.comments }
      for try await articles in store.observe(graphs) {
        show(articles.map { "\($0.record.title): \($0.related.count)" })
      }
    }
    for await titles in shown.stream {
      #expect(titles == ["News: 0"])
      break
    }
    observing.cancel()
  }

  @Test func `a list, its pages, progress and batches`() async throws {
    transport.stub("GET", "timeline", json: #"{"articles": [\#(Self.one)], "next": null}"#)
    let shown = AsyncStream.makeStream(of: [String].self)
    let show = { @Sendable (titles: [String]) in _ = shown.continuation.yield(titles) }
    let (store, client) = (store, client)
    let observing = Task {
      let list = client.timeline.list(topic: "swift")
      try await list.reload()
      if try await list.hasNext() { try await list.loadNext() }
      for try await articles in store.observe(try list.contents()) {
        show(articles.map(\.title))
      }
    }
    for await titles in shown.stream {
      #expect(titles == ["News"])
      break
    }
    observing.cancel()
    for try await page in client.allArticles.pages() { print(page.report) }
    transport.stub("GET", "catalog", json: #"{"products": [], "tags": []}"#)
    let progress = CallProgress()
    async let answer = client.everything(options: CallOptions(progress: progress))
    for await step in progress.steps { print(step.phase, step.completed, step.total ?? 0) }
    #expect(try await answer.outcome == .imported)
    transport.stub("POST", "batch", json: #"[{"code": 200, "body": "{}"}, {"code": 200, "body": "{}"}]"#)
    let calls = [1, 2].map { RouteCall("enterpriseExists", method: .head, path: ["id": .integer($0)]) }
    for result in await client.client.batch(calls) { print(try result.get().status ?? 0) }
  }

  private struct Keychain {
    func save(_ tokens: BearerAuthentication.Tokens?) {}
  }

  @Test func `a token that is renewed`() async throws {
    let saved = BearerAuthentication.Tokens(access: "old", refresh: "r")
    let keychain = Keychain()
    let authentication = BearerAuthentication(tokens: saved) { tokens, session in
      var request = HTTPRequest(
        method: "POST", url: "sessions/refresh", headers: ["Content-Type": "application/json"])
      request.body = .bytes(Array("{\"refresh_token\":\"\(tokens.refresh ?? "")\"}".utf8))
      let answer = try await session.send(request)
      return try .reading(answer)
    } changed: { tokens in
      keychain.save(tokens)
    }
    transport.stub("GET", "articles") { request in
      request.headers["Authorization"] == "Bearer new"
        ? StubAnswer(json: "[]") : StubAnswer(status: 401, json: "{}")
    }
    transport.stub(
      "POST", "sessions/refresh", json: #"{"access_token": "new", "refresh_token": "s"}"#)
    var options = ClientOptions()
    options.authentication = authentication
    let client = try ServerClient(store: store, transport: transport, options: options)
    #expect(try await client.articles().status == 200)
  }
}
