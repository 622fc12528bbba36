import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// 23: what is unsent, and what has left without an answer, outlives another model; clients of the old one go on.
@Suite struct NewModelProofTests {
  private static func schema(_ attributes: String) -> Schema {
    let text = """
      rowsmith: 1
      entities:
        Note:
          PrimaryKey: id
          attributes: { id: String, \(attributes) }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Notes.yml", text: text)], name: "Notes")
    return model.schema ?? Schema(name: "\(model.diagnostics)", entities: [])
  }

  private static let old = schema("title: String, body: String?, gone: String?")
  private static let new = schema(
    "headline: { type: String, RenamedFrom: title, ImportName: title }, body: String?, color: String?")

  @Test("23: an old file with unsent and frozen work opens with a new model, and agrees with old clients")
  func newModel() async throws {
    let world = try await KintoWorld()
    let folder = FileManager.default.temporaryDirectory.appending(path: "rowsmith-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "notes.sqlite").path
    let plan = KintoWorld.notesOnly
    let other = try Device(world.server(), plan, schema: Self.old)
    do {
      let network = ListeningTransport()
      var options = SyncOptions()
      options.retries.maximumAttempts = 1
      let device = try Device(world.server(network), plan, options: options, file: path, schema: Self.old)
      try device.run("INSERT INTO Note (id, title, gone) VALUES ('a', 'A', 'x'), ('b', 'B', 'x')")
      try await device.sync()
      try await other.sync()
      try device.run("UPDATE Note SET title = 'AA' WHERE id = 'a'")
      try device.run("INSERT INTO Note (id, title) VALUES ('c', 'C')")
      network.loseAnswers(1)
      #expect(try await device.sync().stopped != nil)
      #expect(try device.count("SELECT count(*) FROM _rowsmith_queue WHERE state = 'sending'") > 0)
      try device.run("UPDATE Note SET title = 'BB', gone = 'y' WHERE id = 'b'")
    }
    // Somebody else goes on with the old one.
    try other.run("UPDATE Note SET body = 'theirs' WHERE id = 'b'")
    try await other.sync()
    var options = StoreOptions()
    options.onModelChange = .migrateLosingData
    let store = try Store(.file(path), schema: Self.new, options: options)
    let device = Device(
      store: store, session: try SyncSession(store: store, plan: plan, server: world.server()))
    try device.run("UPDATE Note SET color = 'red' WHERE id = 'b'")
    for _ in 0..<2 {
      let report = try await device.sync()
      #expect(report.stopped == nil && report.setAside.isEmpty && report.conflicts == 0, "\(report)")
    }
    #expect(
      try device.rows("SELECT id, headline, body, color FROM Note ORDER BY id") == [
        "a|AA|-|-", "b|BB|theirs|red", "c|C|-|-",
      ])
    try await other.sync()
    try other.run("UPDATE Note SET body = 'again' WHERE id = 'b'")
    try await other.sync()
    #expect(
      try other.rows("SELECT id, title, body FROM Note ORDER BY id") == ["a|AA|-", "b|BB|again", "c|C|-"])
    // What the old client does not know stays.
    let there = try await world.records("notes").first { $0["id"] == "b" }
    #expect(there?["color"] == "red" && there?["gone"] == "x" && there?["title"] == "BB")
    try await device.sync()
    #expect(try device.rows("SELECT body, color FROM Note WHERE id = 'b'") == ["again|red"])
  }

  @Test("23: an attribute that is new in the model brings what the server had of it before")
  func newAttribute() async throws {
    let world = try await KintoWorld()
    let folder = FileManager.default.temporaryDirectory.appending(path: "rowsmith-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "notes.sqlite").path
    let newer = try Device(world.server(), KintoWorld.notesOnly, schema: Self.new)
    try newer.run("INSERT INTO Note (id, headline, color) VALUES ('a', 'A', 'red'), ('b', 'B', 'blue')")
    try await newer.sync()
    do {
      let device = try Device(world.server(), KintoWorld.notesOnly, file: path, schema: Self.old)
      #expect(try await device.sync().pulled == 2)
    }
    let device = try Device(world.server(), KintoWorld.notesOnly, file: path, schema: Self.new)
    #expect(try await device.sync().changes["Note"]?.count == 2)
    #expect(try device.rows("SELECT id, headline, color FROM Note ORDER BY id") == ["a|A|red", "b|B|blue"])
    #expect(try await device.sync().isEmpty)
  }
}
