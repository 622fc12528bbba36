import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("A call tells how far it is", .timeLimit(.minutes(30)))
struct ProgressTests {
  let server = StubTransport()

  @Test("The steps go from the download to the import, and end with the call")
  func steps() async throws {
    let json = Array(News.json(1...2000).utf8)
    server.stub("GET", "articles") { _ in
      StubAnswer(
        chunks: stride(from: 0, to: json.count, by: 1000).map { Array(json[$0..<min($0 + 1000, json.count)]) }
      )
    }
    let client = try News.client([News.articles()], transport: server)
    let progress = CallProgress()
    let reader = Task {
      var phases: [CallProgress.Phase] = []
      var last: CallProgress.Step?
      for await step in progress.steps {
        if phases.last != step.phase { phases.append(step.phase) }
        last = step
      }
      return (phases, last)
    }
    try await client.articles(options: CallOptions(progress: progress))
    let (phases, last) = await reader.value
    // A slow reader sees the newest step alone, which is of the import.
    #expect([[.downloading, .importing], [.importing]].contains(phases))
    #expect(last?.completed == json.count)
    #expect(last?.total == json.count)
    #expect(last?.records == 2000)
  }

  @Test("The download is told of as it comes, and how many there will be where the server says so")
  func download() async throws {
    let progress = CallProgress()
    let seen = Steps()
    let transport = AnyTransport { request in
      let json = Array(News.json(1...8000).utf8)
      let sent = Counter()
      return HTTPResponse(
        status: 200, headers: [:], url: request.url, expectedBytes: json.count,
        body: HTTPResponseBody {
          seen.add(progress.foundation.fractionCompleted)
          let start = sent.next() * 100_000
          return start < json.count ? Array(json[start..<min(start + 100_000, json.count)]) : nil
        })
    }
    let client = try News.client([News.articles()], transport: transport)
    try await client.articles(options: CallOptions(progress: progress))
    #expect(seen.values == seen.values.sorted())
    #expect(seen.values.first == 0)
    // The download is 45 of 100 parts, told of about every 64 KiB.
    #expect((0.4...0.45).contains(seen.values.last ?? 0))
    #expect(progress.foundation.fractionCompleted == 1)
    #expect(progress.foundation.isFinished)
  }

  @Test("An upload is told of as it leaves")
  func upload() async throws {
    server.stub("POST", "things") { request in
      request.sent?(5, 20)
      request.sent?(20, 20)
      return StubAnswer(status: 204, json: "")
    }
    let client = try News.client([News.route("things", .post, "things")], transport: server)
    let progress = CallProgress()
    let reader = Task { await progress.steps.first { _ in true } }
    try await client.plain(
      RouteCall(
        "things", body: .data(Data("hello".utf8), type: "text/plain"),
        options: CallOptions(progress: progress)))
    let step = try #require(await reader.value)
    #expect(step.phase == .uploading)
    #expect(step.total == 20)
  }

  @Test("So is one that goes through the queue, which has the timeouts of its call, too")
  func queuedUpload() async throws {
    server.stub("POST", "things") { request in
      request.sent?(20, 20)
      return StubAnswer(status: 204, json: "")
    }
    var things = News.route("things", .post, "things")
    things.isQueued = true
    let client = try News.client([things], transport: server)
    let progress = CallProgress()
    let reader = Task { await progress.steps.first { _ in true } }
    var options = CallOptions(progress: progress)
    options.timeouts = HTTPTimeouts()
    options.timeouts?.idle = .seconds(300)
    try await client.plain(
      RouteCall("things", body: .data(Data("hello".utf8), type: "text/plain"), options: options))
    let step = try #require(await reader.value)
    #expect(step.phase == .uploading)
    #expect(server.requests.map(\.timeouts.idle) == [.seconds(300)])
  }

  @Test("What waits in the queue does not keep the progress of its call, which has ended")
  func queuedProgress() async throws {
    server.stub("POST", "things") { _ in throw TransportError(.offline, "no network") }
    var things = News.route("things", .post, "things")
    things.isQueued = true
    let client = try News.client([things], transport: server) { $0.retries = .none }
    weak var told: CallProgress?
    do {
      let progress = CallProgress()
      told = progress
      let options = CallOptions(progress: progress)
      #expect(try await client.plain(RouteCall("things", options: options)).outcome == .queued)
    }
    while told != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(try await client.queue.needsFlushing())
  }

  @Test("The steps end with a call that fails, and with one that is not made at all")
  func failures() async throws {
    let client = try News.client([News.articles()], transport: server)
    for route in ["articles", "none"] {
      let progress = CallProgress()
      _ = await client.failure(route, CallOptions(progress: progress))
      for await _ in progress.steps {}
      #expect(progress.foundation.isFinished)
    }
  }

  @Test("The steps end with the batch in which the call goes")
  func batch() async throws {
    server.stub("POST", "batch", json: #"[{"code":200,"body":"[{\"id\":1}]"}]"#)
    let api = API(
      baseURL: "https://news.example.com", batch: .init(path: "batch"), routes: [News.articles()])
    let client = try Client(store: News.store(), api: api, transport: server)
    let progress = CallProgress()
    let results = await client.batch([RouteCall("articles", options: CallOptions(progress: progress))])
    #expect(try results[0].get().outcome == .imported)
    for await _ in progress.steps {}
    #expect(progress.foundation.isFinished)
  }

  @Test("Each step names its page")
  func pages() async throws {
    server.stub("GET", "articles", json: News.json([1]), headers: ["Link": "<?page=2>; rel=next"])
    server.stub("GET", "articles?page=2", json: News.json([2]))
    let client = try News.client([News.articles { $0.pages = .link }], transport: server)
    let progress = CallProgress()
    var pages = client.pages(RouteCall("articles", options: CallOptions(progress: progress)))
      .makeAsyncIterator()
    let reader = Task { await progress.steps.reduce(into: Set<Int>()) { $0.insert($1.page) } }
    while try await pages.next() != nil {}
    #expect(await reader.value.contains(2))
  }
}

/// Numbers, in the order in which they were noted on any thread.
final class Steps: @unchecked Sendable {
  /// Guards the rest.
  private let lock = NSLock()
  private var noted: [Double] = []

  var values: [Double] { lock.withLock { noted } }
  func add(_ value: Double) { lock.withLock { noted.append(value) } }
}

extension Client {
  /// The pages of a call that brings articles.
  func pages(_ call: RouteCall) -> AnswerPages<Article> { AnswerPages(self, call) }
}
