import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import Testing

/// A model that comes back after another one, which had no place for some of its data.
@Suite struct FormerModelTests {
  private static let model =
    "Note: { attributes: { id: String, stars: Int? } }, Tag: { attributes: { id: String } }"

  @Test(arguments: [
    "Note: { attributes: { id: String } }, Tag: { attributes: { id: String } }",
    "Note: { attributes: { id: String, stars: Int? } }",
  ])
  func `what a migration has deleted is read again under the model of before`(between: String) async throws {
    let file = NSTemporaryDirectory() + "former-\(UUID().uuidString).db"
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file + end) } }
    let server = MemorySyncServer()
    server.put(#"{"id":"n1","stars":5}"#, id: "n1", in: "notes")
    server.put(#"{"id":"t1"}"#, id: "t1", in: "tags")
    let plan = SyncPlan(
      server: "memory", entities: [.init("Note", collection: "notes"), .init("Tag", collection: "tags")])
    func opened(_ entities: String) throws -> Store {
      let text = "rowsmith: 1\nentities: { \(entities) }"
      let schema = try #require(
        ModelCompiler.compile([ModelSource(path: "Notes.yml", text: text)], name: "Notes").schema)
      var options = StoreOptions()
      options.onModelChange = .migrateLosingData
      return try Store(.file(file), schema: schema, options: options)
    }
    do {
      _ = try await SyncSession(store: opened(Self.model), plan: plan, server: server).sync()
      _ = try opened(between)
    }
    let store = try opened(Self.model)
    _ = try await SyncSession(store: store, plan: plan, server: server).sync()
    let rows = try await store.read { try $0.rows("SELECT n.id, stars, t.id FROM Note AS n, Tag AS t") }
    #expect(rows.map { $0.values } == [[.text("n1"), .integer(5), .text("t1")]])
  }
}
