import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import Testing

@Suite("A client over a new file")
struct NewFileTests {
  /// How a file is written: 1 with a journal that rolls back, 2 with a log.
  private func format(_ path: String) throws -> UInt8 {
    let file = try #require(FileHandle(forReadingAtPath: path))
    defer { try? file.close() }
    try file.seek(toOffset: 18)
    return try #require(file.read(upToCount: 1)?.first)
  }

  @Test(
    "Nobody uses a new file before the first answer is imported, which need not go through a log then",
    arguments: [nil, FetchPolicy.networkFirst, .cacheFirst])
  func firstAnswer(_ policy: FetchPolicy?) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/news.sqlite"
    var list = News.route("list", .get, "articles")
    list.returns = .records("Article")
    list.isCached = true
    list.incremental = Incremental(parameter: "since", attribute: "updatedAt")
    let server = StubTransport()
    let client = try News.client(
      [list], store: try Store(.file(path), schema: News.schema), transport: server)
    server.stub("GET", "articles", status: 404, json: "{}")
    var call = RouteCall("list")
    call.options.fetching = policy
    await #expect(throws: ClientError.self) { let _: Answer<Void> = try await client.call(call) }
    #expect(try format(path) == 1)
    server.stub("GET", "articles", json: #"[{"id": 1, "title": "one"}]"#)
    let answer: Answer<Void> = try await client.call(call)
    #expect(answer.outcome == .imported)
    #expect(try format(path) == 2)
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["1|one"])
    #expect(try await client.queue.items().isEmpty)
  }
}
