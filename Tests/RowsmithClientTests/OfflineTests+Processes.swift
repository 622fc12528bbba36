import Foundation
import Rowsmith
import RowsmithClient
import RowsmithTesting
import Testing

// Several processes with one file: two stores of it behave like them.
extension OfflineTests {
  @Test("An edit that another process commits while an answer waits to be imported stays")
  func editOfAnotherProcess() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/news.sqlite"
    let client = try self.client(try Store(.file(path), schema: News.schema))
    try await client.store.importJSON(.string(#"[{"id":1,"title":"old"}]"#), into: .entity("Article"))
    let other = try self.client(try Store(.file(path), schema: News.schema))
    server.stub("GET", "articles", json: #"[{"id":1,"title":"theirs"}]"#)
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let edit = Task {
      try await other.store.write { db in
        try db.execute(sql: "UPDATE Article SET title = 'mine' WHERE id = 1")
        beginning.finish()
        // Meanwhile the answer comes, and its import waits for this transaction.
        Thread.sleep(forTimeInterval: 0.5)
      }
    }
    for await _ in begun {}
    let _: Answer<Void> = try await client.call(RouteCall("list"))
    try await edit.value
    #expect(try client.store.lines("SELECT id, title FROM Article") == ["1|mine"])
    #expect(try await client.queue.state(entity: "Article", key: [.integer(1)]).changed == ["title"])
  }

  @Test("A request that was under way when the store was closed is sent by the next client of the process")
  func closedUnderWay() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/news.sqlite"
    do {
      let client = try self.client(try Store(.file(path), schema: News.schema))
      try await client.store.write {
        try $0.execute(sql: "INSERT INTO Article (id, title) VALUES (-7, 'new')")
      }
      server.stub("POST", "articles") { [store = client.store] _ in
        await store.close()
        throw TransportError(.interrupted, "cut off")
      }
      await #expect(throws: (any Error).self) { try await self.call(client, "create", "Article", -7) }
    }
    let other = try self.client(try Store(.file(path), schema: News.schema))
    server.stub("POST", "articles", status: 201, json: #"{"id": 31, "title": "new"}"#)
    #expect(await other.queue.flush().sent == 1)
    #expect(try other.store.lines("SELECT id, title FROM Article") == ["31|new"])
  }
}
