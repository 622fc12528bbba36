import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("An answer that is not what the route brings imports nothing and says what it was")
struct BadAnswerTests {
  let server = StubTransport()

  /// The error of a call of a route that deletes what the answer does not name.
  func failure(
    _ answer: StubAnswer, at: [String] = [], _ change: (inout ClientOptions) -> Void = { _ in }
  ) async throws -> ClientError {
    server.stub("GET", "articles") { _ in answer }
    let route = News.articles {
      $0.policy = .mergeAndPrune
      $0.at = at
      $0.isCached = true
    }
    let client = try News.client([route], store: News.store([1, 2]), transport: server, change)
    let error = try #require(await client.failure())
    #expect(try client.articleIDs == ["1", "2"])
    #expect(try client.store.lines("SELECT url FROM _rowsmith_answers") == [])
    return error
  }

  @Test("A body that ends too early")
  func cut() async throws {
    let error = try await failure(
      StubAnswer(
        chunks: [Array(#"[{"id":3},{"id""#.utf8)],
        failure: TransportError(.interrupted, "the body ended after 15 of 20 bytes", receivedBytes: 15)))
    #expect(error.reason == .transport)
    #expect(error.message == "the body ended after 15 of 20 bytes")
    #expect(error.transport?.receivedBytes == 15)
  }

  @Test("JSON that ends in the middle though all bytes came")
  func truncated() async throws {
    let error = try await failure(StubAnswer(json: #"[{"id":3},{"id""#))
    #expect(error.reason == .import)
    #expect(error.message.contains("found the end of the document"))
  }

  @Test(
    "A page of HTML, as networks give that want a log-in first", arguments: ["text/html; charset=utf-8", nil])
  func html(_ type: String?) async throws {
    var answer = StubAnswer(json: "\n  <!DOCTYPE html><html>Welcome to the hotel</html>")
    answer.headers["Content-Type"] = type
    let error = try await failure(answer)
    #expect(error.reason == .answer)
    #expect(error.isOffline)
    #expect(error.message.hasPrefix("expected JSON, found a page of HTML"))
    #expect(error.status == 200)
  }

  @Test(
    "What is no JSON at its first byte, in whatever pieces it comes",
    arguments: ["hello", "\u{FEFF}", " \u{FEFF}", "%PDF"])
  func noJSON(_ text: String) async throws {
    let chunks = text.utf8.map { [$0] }
    let error = try await failure(StubAnswer(chunks: chunks, headers: ["Content-Type": "text/plain"]))
    #expect(error.reason == .answer)
    #expect(!error.isOffline)
    #expect(
      error.message == "expected JSON, found something else, its type is 'text/plain'; nothing was imported")
  }

  @Test("JSON behind a byte order mark and space is JSON, whatever type it is said to be")
  func spaces() async throws {
    server.stub("GET", "articles") { _ in
      StubAnswer(chunks: Array("\u{FEFF} \r\n[]".utf8).map { [$0] }, headers: ["Content-Type": "text/plain"])
    }
    let client = try News.client([News.articles()], transport: server)
    #expect(try await client.articles().outcome == .imported)
  }

  @Test("JSON of the wrong shape", arguments: ["[3]", #""no""#, "17", #"[{"title": "no key"}]"#])
  func shape(_ json: String) async throws {
    let error = try await failure(StubAnswer(json: json))
    #expect(error.reason == .import)
    #expect(error.importError != nil)
  }

  @Test(
    "An answer that has nothing where the route says that its records are",
    arguments: ["{}", "[]", "null", #"{"data":7}"#])
  func place(_ json: String) async throws {
    let error = try await failure(StubAnswer(json: json), at: ["data"])
    #expect(error.reason == .import)
  }

  @Test("Success with nothing behind it, where that is not what the status says", arguments: [200, 202, 206])
  func empty(_ status: Int) async throws {
    let error = try await failure(StubAnswer(status: status, json: ""))
    #expect(error.reason == .answer)
    #expect(error.message == "the server answered \(status) without a body; nothing was imported")
  }

  @Test("Success with nothing but space", arguments: ["text/plain", "text/html"])
  func blank(_ type: String) async throws {
    let error = try await failure(StubAnswer(chunks: [[0x20], [0x0A]], headers: ["Content-Type": type]))
    #expect(error.message == "the server answered 200 without a body; nothing was imported")
    #expect(!error.isOffline)
  }

  @Test("More bytes than may come, whether the server says so or just sends them", arguments: [nil, 4000])
  func tooLarge(_ expected: Int?) async throws {
    let pulled = Counter()
    let transport = AnyTransport { request in
      HTTPResponse(
        status: 200, headers: [:], url: request.url, expectedBytes: expected,
        body: HTTPResponseBody { pulled.next() < 40 ? Array(repeating: 0x20, count: 99) + [0x5B] : nil })
    }
    let client = try News.client([News.articles()], transport: transport) { $0.maximumAnswerBytes = 1000 }
    let error = try #require(await client.failure())
    #expect(error.reason == .answer)
    #expect(error.message.contains("the answer has more than 1000 bytes; raise `maximumAnswerBytes`"))
    // The rest is not waited for.
    #expect(pulled.value == (expected == nil ? 11 : 0))
  }

  @Test("304 where nobody asked whether something has changed is asked again, and not taken for success")
  func spurious() async throws {
    server.stub("GET", "articles", json: News.json([5]))
    server.stub("GET", "articles", status: 304, json: "", times: 1)
    let client = try News.client([News.articles { $0.isCached = true }], transport: server)
    #expect(try await client.articles().outcome == .imported)
    #expect(server.requests.map { $0.headers["Cache-Control"] } == [nil, "no-cache"])
    server.stub("GET", "others", status: 304, json: "")
    let other = try News.client([News.route("articles", .get, "others")], transport: server)
    #expect(await other.failure()?.status == 304)
  }
}
