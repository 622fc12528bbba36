import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("Answers that are played again are those of the server")
struct TestingReplayTests {
  let server = StubTransport()
  let folder: TemporaryFolder
  let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = URL(fileURLWithPath: "\(folder.path)/exchanges.json")
  }

  /// Saves what has been recorded, and plays it again.
  private func replay(_ recorder: RecordingTransport) throws -> ReplayTransport {
    try recorder.save(to: url)
    return try ReplayTransport(url: url)
  }

  /// What a transport answers: the status and the body, or the failure.
  private static func outcome(_ transport: some Transport, _ request: HTTPRequest) async -> String {
    do {
      let response = try await transport.send(request)
      return "\(response.status) \(String(decoding: try await response.body.collected(), as: UTF8.self))"
    } catch let error as TransportError {
      return "\(error.reason.rawValue), \(error.message), \(error.mayHaveArrived), \(error.receivedBytes)"
    } catch {
      return "\(error)"
    }
  }

  private let request = HTTPRequest(method: "GET", url: "https://news.example.com/v1/articles")

  @Test("Pages whose links have a token are turned to the last one")
  func pages() async throws {
    let address = "https://news.example.com/v1/articles"
    server.stub(
      "GET", "articles", json: News.json([1]), headers: ["Link": "<\(address)?token=t0p&page=2>; rel=next"])
    server.stub(
      "GET", "articles?token=t0p&page=2", json: News.json([2]),
      headers: ["Link": "<\(address)?token=t0p&page=3>; rel=next, <\(address)?token=t0p>; rel=first"])
    server.stub("GET", "articles?token=t0p&page=3", json: News.json([3]))
    let route = News.articles { $0.pages = .link }
    let recorder = RecordingTransport(server)
    #expect(try await News.client([route], transport: recorder).articles().pageCount == 3)
    let again = try News.client([route], transport: replay(recorder))
    #expect(try await again.articles().pageCount == 3)
    #expect(try again.articleIDs == ["1", "2", "3"])
  }

  @Test(
    "A failure has the reason, the message, and what arrived",
    arguments: [
      (TransportError(.offline, "no network"), "offline, no network, false, 0"),
      (TransportError(.timedOut, "no answer"), "timedOut, no answer, true, 0"),
      (
        TransportError(.timedOut, "no connection", mayHaveArrived: false), "timedOut, no connection, false, 0"
      ),
      (TransportError(.init(rawValue: "own"), "of an app"), "own, of an app, true, 0"),
    ])
  func failures(_ error: TransportError, _ expected: String) async throws {
    let recorder = RecordingTransport(AnyTransport { _ in throw error })
    #expect(await Self.outcome(recorder, request) == expected)
    #expect(try await Self.outcome(replay(recorder), request) == expected)
  }

  @Test("A body that breaks brings what came, then its failure")
  func brokenBody() async throws {
    server.stub("GET", "articles") { _ in
      StubAnswer(
        chunks: [[1, 2], [], [3]], failure: TransportError(.malformed, "wrong chunks", receivedBytes: 3))
    }
    let recorder = RecordingTransport(server)
    #expect(await Self.outcome(recorder, request) == "malformed, wrong chunks, true, 3")
    let response = try await replay(recorder).send(request)
    var received: [UInt8] = []
    let error = await #expect(throws: TransportError.self) {
      for try await chunk in response.body { received += chunk }
    }
    #expect(received == [1, 2, 3])
    #expect(error == TransportError(.malformed, "wrong chunks", receivedBytes: 3))
  }

  @Test("An error that is none of a transport is an interruption")
  func otherError() async throws {
    let recorder = RecordingTransport(AnyTransport { _ in throw CocoaError(.fileReadUnknown) })
    await #expect(throws: CocoaError.self) { try await recorder.send(request) }
    #expect(
      try await Self.outcome(replay(recorder), request)
        == "interrupted, the exchange did not complete, true, 0")
  }

  @Test("An exchange that had not ended when it was saved fails: before its answer, and within its body")
  func unfinished() async throws {
    let (asked, answered) = (Gate(), Gate())
    let recorder = RecordingTransport(
      AnyTransport { request in
        asked.open()
        await answered.wait()
        return HTTPResponse(status: 200, headers: [:], url: request.url, body: HTTPResponseBody([1]))
      })
    let request = request
    let answer = Task { try await recorder.send(request) }
    await asked.wait()
    let expected = "interrupted, the exchange had not ended when it was saved, true, 0"
    #expect(try await Self.outcome(replay(recorder), request) == expected)
    answered.open()
    let response = try await answer.value
    #expect(try await Self.outcome(replay(recorder), request) == expected)
    #expect(try await replay(recorder).send(request).status == 200)
    _ = try await response.body.collected()
    #expect(try await Self.outcome(replay(recorder), request) == "200 \u{1}")
  }

  @Test("The answer comes from where the redirect led, and a POST that became a GET changes nothing")
  func redirected() async throws {
    let recorder = RecordingTransport(
      AnyTransport { request in
        var response = HTTPResponse(
          status: 200, headers: [:], url: "https://u:p@www.example.com/?token=t0p",
          body: HTTPResponseBody(Array("{}".utf8)))
        response.hasLostPost = request.method == "POST"
        return response
      })
    let routes = [News.route("send", .post, "articles"), News.route("read", .get, "articles")]
    let client = try News.client(routes, transport: recorder)
    let lost = await #expect(throws: ClientError.self) { try await client.plain(RouteCall("send")) }
    try await client.plain(RouteCall("read"))
    let played = try replay(recorder)
    let again = try News.client(routes, transport: played)
    let error = await #expect(throws: ClientError.self) { try await again.plain(RouteCall("send")) }
    #expect(error?.reason == .answer)
    #expect(lost?.reason == .answer)
    #expect(try await again.plain(RouteCall("read")).status == 200)
    let response = try await played.send(request)
    #expect(response.url == "https://www.example.com/?token=REDACTED")
    #expect(!response.hasLostPost)
  }

  @Test("Answers are found by method and URL: each once and in order, then the last one")
  func order() async throws {
    for status in [500, 503, 200] { server.stub("GET", "articles", status: status, json: "[]", times: 1) }
    server.stub("HEAD", "articles", status: 204, json: "")
    server.stub("GET", "articles?page=2", json: "[2]")
    let recorder = RecordingTransport(server)
    var (head, second) = (request, request)
    head.method = "HEAD"
    second.url += "?page=2"
    // The newest stub is used up first.
    for request in [request, head, request, second, request] { _ = await Self.outcome(recorder, request) }
    let played = try replay(recorder)
    var outcomes: [String] = []
    for request in [request, request, request, request, second, head, second] {
      outcomes.append(await Self.outcome(played, request))
    }
    #expect(outcomes == ["200 []", "503 []", "500 []", "500 []", "200 [2]", "204 ", "200 [2]"])
  }

  @Test("Requests to one URL get the answers to their JSON, in whatever order they come again")
  func otherOrder() async throws {
    server.stub("POST", "articles") { request in
      guard case .bytes(let bytes)? = request.body else { throw TransportError(.unsendable, "no body") }
      return StubAnswer(status: 201, chunks: [bytes])
    }
    func post(_ title: String) -> HTTPRequest {
      HTTPRequest(
        method: "POST", url: request.url, body: .bytes(Array(#"{"title":"\#(title)","token":"t0p"}"#.utf8)))
    }
    let recorder = RecordingTransport(server)
    for title in ["a", "b", "c"] { _ = await Self.outcome(recorder, post(title)) }
    let played = try replay(recorder)
    var titles: [String] = []
    // Unknown JSON gets what is left, then the last answer.
    for title in ["c", "a", "d", "a", "d"] {
      let outcome = await Self.outcome(played, post(title))
      titles.append(String(outcome.dropFirst(#"201 {"title":""#.count).prefix(1)))
    }
    #expect(titles == ["c", "a", "b", "a", "c"])
  }

  @Test("What was not recorded is told with what was, each once, and without its secrets")
  func unknown() async throws {
    server.stub("GET", "articles", json: "[]")
    let recorder = RecordingTransport(server)
    for _ in 0..<2 { _ = await Self.outcome(recorder, request) }
    var other = request
    other.url += "/7?token=t0p"
    #expect(
      try await Self.outcome(replay(recorder), other)
        == "unsendable, no answer to GET https://news.example.com/v1/articles/7?token=REDACTED was recorded; "
        + "there is GET https://news.example.com/v1/articles, false, 0")
  }

  @Test("A task that is cancelled gets no answer, and uses up none")
  func cancelled() async throws {
    for status in [500, 200] { server.stub("GET", "articles", status: status, json: "[]", times: 1) }
    let recorder = RecordingTransport(server)
    for _ in 0..<2 { _ = await Self.outcome(recorder, request) }
    let played = try replay(recorder)
    let request = request
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await Self.outcome(played, request)
    }
    #expect(await task.value == "cancelled, the task was cancelled, false, 0")
    #expect(await Self.outcome(played, request) == "200 []")
  }

  @Test("A file that is none, or not of a recorder, is an error of Foundation")
  func noFile() throws {
    #expect(throws: CocoaError.self) { try ReplayTransport(url: url) }
    try Data("{}".utf8).write(to: url)
    #expect(throws: DecodingError.self) { try ReplayTransport(path: url.path) }
  }

  @Test("A page of HTML in place of JSON is the same error again, and asked for once")
  func loginPage() async throws {
    server.fail(.loginPage)
    let recorder = RecordingTransport(server)
    let client = try News.client([News.articles()], transport: recorder)
    let error = await #expect(throws: ClientError.self) { try await client.articles() }
    let again = try News.client([News.articles()], transport: replay(recorder))
    let played = await #expect(throws: ClientError.self) { try await again.articles() }
    #expect(error?.reason == .answer)
    #expect(played?.reason == .answer)
    #expect(played?.message == error?.message)
    #expect(played?.status == 200)
  }

  @Test("Of a body that nobody read to its end, a part of JSON is not stored: secrets are not found in it")
  func released() async throws {
    for (chunk, stored) in [(#"{"access_token":"t0p","#, ""), ("<html>", "<html>")] {
      server.stub("GET", "articles") { _ in StubAnswer(chunks: [Array(chunk.utf8), [0x20]]) }
      let recorder = RecordingTransport(server)
      _ = try await recorder.send(request).body.first { _ in true }
      let response = try await replay(recorder).send(request)
      var received: [UInt8] = []
      let error = await #expect(throws: TransportError.self) {
        for try await chunk in response.body { received += chunk }
      }
      #expect(String(decoding: received, as: UTF8.self) == stored)
      #expect(error?.reason == .interrupted)
    }
  }

  @Test("Of JSON that broke off, nothing is stored, and it fails again")
  func brokenJSON() async throws {
    server.stub("GET", "articles") { _ in
      StubAnswer(
        chunks: [Array(#"{"access_token":"t0p","#.utf8)], failure: TransportError(.interrupted, "cut"))
    }
    let recorder = RecordingTransport(server)
    _ = await Self.outcome(recorder, request)
    #expect(try await Self.outcome(replay(recorder), request) == "interrupted, cut, true, 0")
    #expect(try !String(contentsOf: url, encoding: .utf8).contains("t0p"))
  }

  @Test("Pages whose links are paths with an at sign are turned to the last one")
  func paths() async throws {
    server.stub(
      "GET", "@ada/articles", json: News.json([1]),
      headers: ["Link": "</v1/@ada/articles?page=2>; rel=next"])
    server.stub("GET", "@ada/articles?page=2", json: News.json([2]))
    let route = News.articles {
      $0.path = PathTemplate("@ada/articles")
      $0.pages = .link
    }
    let recorder = RecordingTransport(server)
    #expect(try await News.client([route], transport: recorder).articles().pageCount == 2)
    let again = try News.client([route], transport: replay(recorder))
    #expect(try await again.articles().pageCount == 2)
    #expect(try again.articleIDs == ["1", "2"])
  }

  @Test("Pages whose cursor is a token are turned to the last one", arguments: ["", "c"])
  func tokens(_ third: String) async throws {
    func page(_ id: Int, _ next: String) -> String {
      #"{"items":\#(News.json([id])),"nextPageToken":"\#(next)"}"#
    }
    server.stub("GET", "articles", json: page(1, "b"))
    server.stub("GET", "articles?pageToken=b", json: page(2, third))
    server.stub("GET", "articles?pageToken=c", json: page(3, ""))
    let route = News.articles {
      $0.at = ["items"]
      $0.pages = .cursor(place: ["nextPageToken"], parameter: "pageToken")
    }
    let recorder = RecordingTransport(server)
    let count = try await News.client([route], transport: recorder).articles().pageCount
    let again = try News.client([route], transport: replay(recorder))
    #expect(try await again.articles().pageCount == count)
    #expect(try again.articleIDs == (third.isEmpty ? ["1", "2"] : ["1", "2", "3"]))
  }

  @Test(
    "Pages whose cursor is a token are found whatever its parameter is called; a long token is left out",
    arguments: [
      ("b", "b"), ("t0p-of-page-two", "t0p-of-page-two"), ("t0p/of+page=two", "t0p%2Fof%2Bpage%3Dtwo"),
    ])
  func otherNames(_ cursor: String, _ encoded: String) async throws {
    func page(_ id: Int, _ next: String) -> String {
      #"{"items":\#(News.json([id])),"next_token":"\#(next)"}"#
    }
    server.stub("GET", "articles", json: page(1, cursor))
    server.stub("GET", "articles?cursor=\(encoded)", json: page(2, "c"))
    server.stub("GET", "articles?cursor=c", json: page(3, ""))
    let route = News.articles {
      $0.at = ["items"]
      $0.pages = .cursor(place: ["next_token"], parameter: "cursor")
    }
    let recorder = RecordingTransport(server)
    #expect(try await News.client([route], transport: recorder).articles().pageCount == 3)
    let again = try News.client([route], transport: replay(recorder))
    #expect(try await again.articles().pageCount == 3)
    #expect(try again.articleIDs == ["1", "2", "3"])
    #expect(try !String(contentsOf: url, encoding: .utf8).contains("t0p"))
  }

  @Test("A token of an answer is left out of later paths, and these are found with its mark and with another")
  func tokenInPath() async throws {
    let token = "t0p-of-the-session"
    server.stub("POST", "sessions", json: #"{"token":"\#(token)"}"#)
    server.stub("DELETE", "sessions/\(token)", status: 204, json: "")
    let recorder = RecordingTransport(server)
    let address = "https://news.example.com/v1/sessions"
    for (method, url) in [("POST", address), ("DELETE", "\(address)/\(token)")] {
      _ = await Self.outcome(recorder, HTTPRequest(method: method, url: url))
    }
    let played = try replay(recorder)
    #expect(try !String(contentsOf: url, encoding: .utf8).contains("t0p"))
    for name in ["REDACTED", "another"] {
      let request = HTTPRequest(method: "DELETE", url: "\(address)/\(name)")
      #expect(await Self.outcome(played, request) == "204 ")
    }
    let deeper = HTTPRequest(method: "DELETE", url: "\(address)/REDACTED/7")
    #expect(await Self.outcome(played, deeper).hasPrefix("unsendable, no answer to DELETE "))
  }
}
