import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("Long answers")
struct LargeAnswerTests {
  /// Articles of about 1 KB, made while they are asked for.
  static func transport(records: Int) -> AnyTransport {
    AnyTransport { request in
      let next = Counter()
      let text = String(repeating: "lorem ipsum ", count: 80)
      return HTTPResponse(
        status: 200, headers: [:], url: request.url,
        body: HTTPResponseBody {
          let index = next.next()
          if index > records { return nil }
          if index == records { return Array("]".utf8) }
          return Array("\(index == 0 ? "[" : ",")\n{\"id\":\(index),\"title\":\"\(text)\"}".utf8)
        })
    }
  }

  // In processes of their own: what other tests hold at the same time is not to count.

  #if os(Linux)
    @Test("Neither the call nor its answer holds them in memory")
    func memory() async throws {
      await #expect(processExitsWith: .success) {
        let megabytes = Int(ProcessInfo.processInfo.environment["ROWSMITH_MEGABYTES"] ?? "") ?? 48
        let folder = FileManager.default.temporaryDirectory.appending(path: "rowsmith-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Store(.file(folder.appending(path: "news.sqlite").path), schema: News.schema)
        let route = News.articles { $0.isCached = true }
        // What is made once, and stays.
        try await News.client([route], store: store, transport: LargeAnswerTests.transport(records: 2000))
          .articles()
        let before = try LargeAnswerTests.residentBytes()
        let records = megabytes * 1024
        let client = try News.client(
          [route], store: store, transport: LargeAnswerTests.transport(records: records))
        let answer = try await client.articles()
        try #require(answer.recordCount == records)
        try #require(answer.receivedBytes > megabytes * 900_000)
        try #require(try await answer.record()?.id == 0)
        try #require(try LargeAnswerTests.residentBytes() - before < 32 << 20)
      }
    }

    /// What the process has in memory now.
    static func residentBytes() throws -> Int {
      let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
      return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }) << 10
    }
  #endif

  @Test("Many pages take no files: all of them are one import")
  func pages() async throws {
    await #expect(processExitsWith: .success) {
      let transport = AnyTransport { request in
        let page = request.url.split(separator: "=").last.flatMap { Int($0) } ?? 0
        let ids = page * 200..<(page + 1) * 200
        let headers: HTTPHeaders = page < 499 ? ["Link": "<?page=\(page + 1)>; rel=next"] : [:]
        return HTTPResponse(
          status: 200, headers: headers, url: request.url, body: HTTPResponseBody(Array(News.json(ids).utf8)))
      }
      let client = try News.client([News.articles { $0.pages = .link }], transport: transport)
      let files = try LargeAnswerTests.openFiles()
      let peak = Steps()
      var options = CallOptions()
      options.progress = CallProgress()
      let progress = options.progress
      let reader = Task {
        for await step in progress?.steps ?? AsyncStream(unfolding: { nil }) where step.phase == .importing {
          peak.add(Double(try LargeAnswerTests.openFiles()))
        }
      }
      let answer = try await client.articles(options: options)
      try await reader.value
      try #require(answer.pageCount == 500)
      try #require(answer.recordCount == 100_000)
      try #require(peak.values.max() ?? 0 <= Double(files + 8))
    }
  }

  @Test("Where there is no room for one, a queued call waits: the server has it, and has not refused it")
  func noRoom() async throws {
    await #expect(processExitsWith: .success) {
      setenv("TMPDIR", "/rowsmith/nowhere", 1)
      var create = News.route("create", .post, "articles")
      (create.returns, create.isQueued) = (.records("Article"), true)
      let client = try News.client(
        [create, News.articles()], transport: LargeAnswerTests.transport(records: 400)
      ) { $0.retries = .none }
      let answer = try await client.plain(RouteCall("create", body: .json(.null)))
      try #require(answer.outcome == .queued)
      let items = try await client.queue.items()
      try #require(items.map(\.state) == [.sending])
      try #require(items.map(\.attempts) == [1])
      try #require(await client.failure()?.reason == .database)
    }
  }

  @Test("Nor is what there is no room for an error of the answer if its pages are short")
  func noRoomForPages() async throws {
    await #expect(processExitsWith: .success) {
      setenv("TMPDIR", "/rowsmith/nowhere", 1)
      let transport = AnyTransport { request in
        let page = request.url.split(separator: "=").last.flatMap { Int($0) } ?? 0
        let text = News.json(page * 5000..<(page + 1) * 5000)
        return HTTPResponse(
          status: 200, headers: ["Link": "<?page=\(page + 1)>; rel=next"], url: request.url,
          body: HTTPResponseBody(Array(text.utf8)))
      }
      let client = try News.client([News.articles { $0.pages = .link }], transport: transport)
      let error = await client.failure()
      try #require(error?.reason == .database)
      try #require(error?.status == 200)
    }
  }

  static func openFiles() throws -> Int {
    #if os(Linux)
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    #else
      try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
    #endif
  }
}
