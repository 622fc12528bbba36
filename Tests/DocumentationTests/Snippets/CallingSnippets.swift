import Foundation
import Rowsmith
import RowsmithClient
import RowsmithTesting
import Server
import Testing

/// The article on calling a server, and samples in comments of RowsmithTesting.
@Suite(.timeLimit(.minutes(30))) struct CallingSnippets {
  private let transport = StubTransport()
  private let store: Store
  private let made: ServerClient

  init() throws {
    store = try Store(.memory, model: ServerModel())
    made = try ServerClient(store: store, transport: transport)
    transport.stub("GET", "enterprises", json: #"{"array_of_enterprises": []}"#)
    transport.stub("GET", "enterprises/7", json: #"{"id": 7, "name": "Acme"}"#)
    transport.stub("GET", "articles", json: #"[{"id": 1, "title": "News"}]"#)
    transport.stub("GET", "articles/1", json: #"{"id": 1, "title": "News"}"#)
    transport.stub("GET", "catalog", json: #"{"products": [], "tags": []}"#)
  }

  @Test func `a client, a call and its answer`() async throws {
    var options = ClientOptions()
    options.baseURL = "https://api.example.com/v2"
    options.headers["X-App"] = "Reader 3"
    let client = try ServerClient(store: store, transport: transport, options: options)
    let answer = try await client.enterprise(itemID: 7)
    if let enterprise = try await answer.record() { print(enterprise.name) }
    print(answer.outcome, answer.status ?? 0, answer.report.entities["Enterprise"]?.inserted ?? 0)
    #expect(answer.report.entities["Enterprise"]?.inserted == 1)
    #expect(transport.requests.first?.headers["X-App"] == "Reader 3")
  }

  @Test func `records, forms and JSON are sent`() async throws {
    let client = made
    let folder = FileManager.default.temporaryDirectory
    let picture = folder.appendingPathComponent("\(UUID().uuidString).png").path
    try Data([137, 80, 78, 71]).write(to: URL(fileURLWithPath: picture))
    defer { try? FileManager.default.removeItem(atPath: picture) }
    transport.stub("POST", "articles", status: 201, json: #"{"id": 9, "title": "News"}"#)
    transport.stub("POST", "images", status: 201, json: #"{"id": 4}"#)
    transport.stub("POST", "sessions", json: "{}")
    let answer = try await client.createArticle(Article(id: Article.makeLocalKey(), title: "News"))
    if let article = try await answer.record() { print(article.id) }
    try await client.uploadImage(
      body: .form([.field("product_id", "7"), .file("picture", path: picture, type: "image/png")]))
    try await client.logIn(body: .json(["name": "ada", "password": "engine"]))
    #expect(try await answer.record()?.id == 9)
    #expect(transport.requests.map(\.method) == ["POST", "POST", "POST"])
    let type = transport.requests.dropFirst().first?.headers["Content-Type"]
    #expect(type?.hasPrefix("multipart/form-data") == true)
  }

  @Test func `errors`() async throws {
    let client = made
    do {
      try await client.enterprise(itemID: 8)
    } catch let error as ClientError {
      switch error.reason {
      case .transport: print("no answer:", error.isOffline ? "offline" : error.message)
      case .status: print(error.status ?? 0, error.serverCode ?? "", error.serverMessage ?? "")
      case .answer, .import: print("not what the route brings:", error.message)
      case .loginNeeded: print("log in")
      default: print(error)
      }
    }
    #expect(transport.requests.map(\.url).last?.hasSuffix("enterprises/8") == true)
  }

  @Test func `answers from the database, and pages`() async throws {
    let client = made
    let known = try await client.article(id: 1, options: .cacheFirst)
    let newest = try await client.article(id: 1, options: .networkOnly)
    #expect(known.outcome == .imported && newest.outcome == .imported)
    let everything = try await client.allArticles(perPage: 100)
    print(everything.pageCount, "pages,", everything.recordCount ?? 0, "articles")
    for try await page in client.allArticles.pages(perPage: 100) { print(page.report.bytes) }
    #expect(everything.recordCount == 1)
  }

  @Test func `a list, and progress`() async throws {
    let client = made
    transport.stub("GET", "timeline", json: #"{"articles": [{"id": 1, "title": "News"}], "next": null}"#)
    let list = client.timeline.list(topic: "swift")
    try await list.reload()
    if try await list.hasNext() { try await list.loadNext() }
    let titles = try await list.records().map(\.title)
    #expect(titles == ["News"])
    let progress = CallProgress()
    let watching = Task { for await step in progress.steps { print(step.phase, step.completed) } }
    try await client.everything(options: CallOptions(progress: progress))
    await watching.value
    #expect(progress.foundation.isFinished)
  }

  @Test func `tests of an app`() async throws {
    let server = StubTransport()
    try server.stub(
      ServerClient.self, "tags", json: #"[{"id": 1, "name": "red"}, {"id": 2, "name": "blue"}]"#)
    server.fail(.cutsBody(after: 20))
    let tested = try ServerClient(store: .testing(ServerModel()), transport: server)
    _ = try await tested.tags()
    try tested.client.store.expectRows(
      sql: "SELECT id, name FROM Tag",
      """
      │ id │ name │
      │ 1  │ red  │
      │ 2  │ blue │
      """)
    #expect(server.requests.count == 2)
  }

  @Test func `stubs and faults`() async throws {
    let server = StubTransport()
    try server.stub(ServerClient.self, "enterprise", ["itemID": "7"], json: #"{"id": 7, "name": "Acme"}"#)
    server.fail(.status(503, retryAfter: 2), "GET", "enterprises")
    server.fail(.unreachable, times: nil)
    server.heal()
    let client = try ServerClient(store: store, transport: server)
    #expect(try await client.enterprise(itemID: 7).recordCount == 1)
  }

  @Test func `what is recorded`() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = RecordingTransport(transport)
    let client = try ServerClient(store: store, transport: recorder)
    try await client.enterprises()
    try recorder.save(to: path)
    let replayed = try ServerClient(store: store, transport: ReplayTransport(path: path))
    #expect(try await replayed.enterprises().recordCount == 0)
  }
}
