import Rowsmith
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import Testing

/// Records that others embed, and that list further ones.
@Suite struct NestedRecordTests {
  @Test func `a list in an embedded record overwrites nothing that is unsent`() async throws {
    let yaml = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Home:
          attributes: { id: String, place: { type: String?, ImportName: main.name, export: false } }
          relationships: { main: Folder?, folders: "[Folder]" }
        Folder: { attributes: { id: String, name: String }, relationships: { home: Home?, notes: "[Note]" } }
        Note: { attributes: { id: String }, relationships: { folder: Folder? } }
      """
    let schema = try #require(
      ModelCompiler.compile([ModelSource(path: "M.yml", text: yaml)], name: "M").schema)
    let plan = SyncPlan(
      server: "memory",
      entities: [
        .init("Home", collection: "homes"), .init("Folder", collection: "folders"),
        .init("Note", collection: "notes"),
      ])
    let server = MemorySyncServer()
    for id in ["f1", "f2"] {
      server.put(#"{"id":"\#(id)","name":"F","notes":[]}"#, id: id, in: "folders")
    }
    for id in ["n1", "n2"] { server.put(#"{"id":"\#(id)"}"#, id: id, in: "notes") }
    let device = try Device(server, plan, schema: schema)
    try await device.sync()
    try device.run("UPDATE Note SET folder = 'f2'")
    try device.run("INSERT INTO Note (id, folder) VALUES ('n3', 'f1')")
    // One is known here and something else is read from inside it; the other is not known yet.
    server.put(
      """
      {"id":"h1","main":{"id":"f1","name":"F","notes":["n1"]},"folders":[{"id":"f9","name":"New","notes":["n2"]}]}
      """, id: "h1", in: "homes")
    try await device.sync()
    #expect(try device.rows("SELECT id, folder FROM Note ORDER BY id") == ["n1|f2", "n2|f2", "n3|f1"])
    for (id, folder) in [("n1", "f2"), ("n2", "f2"), ("n3", "f1")] {
      #expect(server.entries(in: "notes")[id]?.json.contains(folder) == true)
    }
    #expect(try device.rows("SELECT id, place FROM Home") == ["h1|F"])
  }
}
