import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithTesting
import TestSupport
import Testing

@Suite("The number of requests that still wait after a flush")
struct QueueCountTests {
  @Test("They are counted, and neither they nor their bodies are read for it; nor are bodies, to list them")
  func counted() async throws {
    let readings = Guarded<[String]>([])
    var options = StoreOptions()
    options.trace = StatementTrace { statement in
      // All rows of the queue.
      guard statement.sql.hasPrefix("SELECT id, route,"), !statement.sql.contains("(id = ?)"),
        statement.sql.hasSuffix("ORDER BY id") || statement.sql.hasSuffix("LIMIT -1")
      else { return }
      readings.withLock { $0.append(statement.sql) }
    }
    let server = StubTransport()
    server.stub("PUT", "articles/7/like") { _ in throw TransportError(.offline, "no network") }
    var route = News.route("like", .put, "articles/:id/like")
    route.isQueued = true
    let client = try News.client(
      [route], store: try Store(.memory, schema: News.schema, options: options), transport: server)
    for text in ["a", "b", "c"] {
      let body = RequestBody.data(Data(text.utf8), type: "text/plain")
      let _: Answer<Void> = try await client.call(RouteCall("like", path: ["id": .integer(7)], body: body))
    }
    readings.withLock { $0 = [] }
    #expect(await client.queue.flush().waiting == 3)
    #expect(readings.withLock { $0 } == [])
    #expect(try await client.queue.items().count == 3)
    let sql = readings.withLock { $0 }
    #expect(sql.map { $0.contains("body") || $0.contains("given") } == [false], "\(sql)")
  }
}
