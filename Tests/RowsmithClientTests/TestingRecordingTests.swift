import Foundation
import Rowsmith
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("Exchanges that are recorded and played again")
struct TestingRecordingTests {
  let server = StubTransport()
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var path: String { "\(folder.path)/exchanges.json" }

  func client(_ transport: any Transport, _ store: Store? = nil) throws -> Client {
    let routes = [
      News.articles {
        $0.isCached = true
        $0.query = [.init(name: "api_key", argument: "key", type: .string)]
      }, News.route("logIn", .post, "sessions"), News.route("file", .get, "file"),
    ]
    return try News.client(routes, store: store, transport: transport) {
      $0.retries = .none
      $0.authentication = BearerAuthentication(tokens: .init(access: "t0psecret"))
    }
  }

  @Test("What was answered comes again: in order, the last answer for ever; what fails fails again")
  func replay() async throws {
    server.stub("GET", "articles", status: 304, json: "")
    server.stub("GET", "articles", json: News.json([2, 1]), headers: ["ETag": "\"a\""], times: 1)
    server.stub("GET", "file") { _ in
      StubAnswer(chunks: [[0xFF, 0, 7]], failure: TransportError(.interrupted, "cut"))
    }
    let recorder = RecordingTransport(server)
    let recording = try client(recorder)
    for _ in 0..<2 { try await recording.articles() }
    await #expect(throws: ClientError.self) { try await recording.plain(RouteCall("file")) }
    try recorder.save(to: path)

    let replay = try client(ReplayTransport(path: path))
    #expect(try await replay.articles().records().map(\.id) == [2, 1])
    for _ in 0..<3 { #expect(try await replay.articles().outcome == .notModified) }
    let error = await #expect(throws: ClientError.self) { try await replay.plain(RouteCall("file")) }
    #expect(error?.transport?.message == "cut")
    let unknown = await #expect(throws: ClientError.self) { try await replay.plain(RouteCall("logIn")) }
    #expect(
      unknown?.message
        == "no answer to POST https://news.example.com/v1/sessions was recorded; there is "
        + "GET https://news.example.com/v1/articles, GET https://news.example.com/v1/file")
  }

  @Test(
    "No secret is in the file: not of headers, the URL, or JSON; and the calls are found again all the same")
  func secrets() async throws {
    server.stub(
      "POST", "sessions", json: #"{"user": {"access_token": "t0psecret", "tokens_left": 7}}"#,
      headers: ["Set-Cookie": "t0psecret", "Link": "<https://x/?token=t0psecret>; rel=next"])
    server.stub("GET", "articles", json: "[]")
    let call = RouteCall("logIn", body: .json(.object([.init("Password", .string("t0psecret"))])))
    let recorder = RecordingTransport(server)
    let recording = try client(recorder)
    try await recording.plain(call)
    try await recording.articles(query: ["api_key": .text("t0psecret")])
    try recorder.save(to: path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("t0psecret"))
    #expect(text.contains(#"\"tokens_left\":7"#))

    let replay = try client(ReplayTransport(path: path))
    #expect(try await replay.plain(call).status == 200)
    #expect(try await replay.articles(query: ["api_key": .text("another")]).status == 200)
  }
}
