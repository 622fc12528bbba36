import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import Testing

/// Records that are of another entity of their family now, which is not sent yet, when the model changes.
@Suite struct MigratedKindTests {
  private static func schema(_ image: String, _ discriminator: String) throws -> Schema {
    let text = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Media: { Discriminator: \(discriminator), attributes: { id: String, title: String? } }
        \(image), extends: Media, attributes: { width: Int? } }
        Video: { extends: Media, attributes: { seconds: Int? } }
      """
    return try #require(
      ModelCompiler.compile([ModelSource(path: "Notes.yml", text: text)], name: "Notes").schema)
  }

  @Test func `a record that is of another entity of its family is sent after a migration`() async throws {
    let file = NSTemporaryDirectory() + "kinds-\(UUID().uuidString).db"
    defer {
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + suffix) }
    }
    let server = MemorySyncServer()
    let plan = SyncPlan(server: "memory", entities: [.init("Media", collection: "media")])
    do {
      let store = try Store(.file(file), schema: try Self.schema("Image: { doc: A", "type"))
      let session = try SyncSession(store: store, plan: plan, server: server)
      try await store.write { db in
        try db.execute(sql: "INSERT INTO Media (entityName, id) VALUES ('Image', 'a'), ('Video', 'b')")
      }
      #expect(try await session.sync().pushed == 2)
      try await store.write { db in
        try db.execute(
          sql: "UPDATE Media SET entityName = CASE entityName WHEN 'Image' THEN 'Video' ELSE 'Image' END")
      }
    }
    let kindsNow = "{ key: type, values: { Media: Media, Image: Picture, Video: Video } }"
    let store = try Store(
      .file(file), schema: try Self.schema("Picture: { RenamedFrom: Image", kindsNow))
    let noted = try await store.read {
      try $0.rows("SELECT key, name, base FROM _rowsmith_sync_values ORDER BY key")
    }
    #expect(
      noted.map { $0.values } == [
        [.text("a"), .text("entityName"), .text("Picture")],
        [.text("b"), .text("entityName"), .text("Video")],
      ])
    let session = try SyncSession(store: store, plan: plan, server: server)
    #expect(try await session.sync().pushed == 2)
    let kinds = try await store.read { try $0.rows("SELECT entityName FROM Media ORDER BY id") }
    #expect(kinds.map { $0.values } == [[.text("Video")], [.text("Picture")]])
    let there = server.entries(in: "media")
    #expect(there["a"]?.json.contains(#""type":"Video""#) == true)
    #expect(there["b"]?.json.contains(#""type":"Image""#) == true)
  }
}
