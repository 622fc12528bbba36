import Rowsmith
import RowsmithSync
import RowsmithTesting
import Testing

/// Records that others embed or list, and that have unsent changes.
@Suite struct NestedRecordTests {
  /// A device with two folders, the first of which lists two notes.
  private func folders(_ server: MemorySyncServer, _ model: String) async throws -> Device {
    server.put(#"{"id":"f1","name":"F","notes":["n1","n2"]}"#, id: "f1", in: "folders")
    server.put(#"{"id":"f2","name":"G","notes":[]}"#, id: "f2", in: "folders")
    for id in ["n1", "n2"] { server.put(#"{"id":"\#(id)","folder":"f1"}"#, id: id, in: "notes") }
    let device = try Device(
      server, model: model, .init("Folder", collection: "folders"), .init("Note", collection: "notes"))
    try await device.sync()
    return device
  }

  /// A device with a folder and a note, whose homes have folders.
  private func homes(_ server: MemorySyncServer, _ model: String) async throws -> Device {
    server.put(#"{"id":"f2","name":"F"}"#, id: "f2", in: "folders")
    server.put(#"{"id":"n1"}"#, id: "n1", in: "notes")
    let device = try Device(
      server, model: model, .init("Home", collection: "homes", links: [.init("folders", .array)]),
      .init("Folder", collection: "folders"), .init("Note", collection: "notes"))
    try await device.sync()
    return device
  }

  @Test func `a list in an embedded record overwrites nothing that is unsent`() async throws {
    let model = """
      entities:
        Home:
          attributes: { id: String, place: { type: String?, ImportName: main.name, export: false } }
          relationships: { main: Folder?, folders: "[Folder]" }
        Folder: { attributes: { id: String, name: String }, relationships: { home: Home?, notes: "[Note]" } }
        Note: { attributes: { id: String }, relationships: { folder: Folder? } }
      """
    let server = MemorySyncServer()
    for id in ["f1", "f2"] {
      server.put(#"{"id":"\#(id)","name":"F","notes":[]}"#, id: id, in: "folders")
    }
    for id in ["n1", "n2"] { server.put(#"{"id":"\#(id)"}"#, id: id, in: "notes") }
    let device = try Device(
      server, model: model, .init("Home", collection: "homes"), .init("Folder", collection: "folders"),
      .init("Note", collection: "notes"))
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

  @Test func `the key of one record in an embedded record overwrites nothing that is unsent`() async throws {
    let model = """
      entities:
        Home: { attributes: { id: String }, relationships: { folders: { to: "[Folder]", inverse: none } } }
        Folder: { attributes: { id: String, name: String }, relationships: { cover: Note? } }
        Note: { attributes: { id: String }, relationships: { folder: { to: Folder?, inverse: cover } } }
      """
    let server = MemorySyncServer()
    let device = try await homes(server, model)
    try device.run("UPDATE Note SET folder = 'f2'")
    server.put(#"{"id":"h1","folders":[{"id":"f9","name":"New","cover":"n1"}]}"#, id: "h1", in: "homes")
    try await device.sync()
    #expect(try device.rows("SELECT id, folder FROM Note") == ["n1|f2"])
    #expect(server.entries(in: "notes")["n1"]?.json.contains("f2") == true)
    #expect(try device.rows("SELECT id FROM Folder ORDER BY id") == ["f2", "f9"])
  }

  @Test func `a list in an embedded record takes no place in an ordered list away`() async throws {
    let model = """
      entities:
        Home: { attributes: { id: String }, relationships: { folders: { to: "[Folder]", inverse: none } } }
        Folder: { attributes: { id: String, name: String }, relationships: { notes: { to: "[Note]", ordered: true } } }
        Note: { attributes: { id: String }, relationships: { folder: Folder? } }
      """
    let server = MemorySyncServer()
    let device = try await homes(server, model)
    try device.run("UPDATE Note SET folder = 'f2', folder_position = 7")
    server.put(#"{"id":"h1","folders":[{"id":"f9","name":"New","notes":["n1"]}]}"#, id: "h1", in: "homes")
    try await device.sync()
    #expect(try device.rows("SELECT id, folder, folder_position FROM Note") == ["n1|f2|7"])
    #expect(try device.rows("SELECT id FROM Folder ORDER BY id") == ["f2", "f9"])
  }

  @Test func `what is unsent keeps its place in an ordered list`() async throws {
    let model = """
      entities:
        Folder: { attributes: { id: String, name: String }, relationships: { notes: { to: "[Note]", ordered: true } } }
        Note: { attributes: { id: String }, relationships: { folder: Folder? } }
      """
    let server = MemorySyncServer()
    let device = try await folders(server, model)
    try device.run("INSERT INTO Note (id, folder, folder_position) VALUES ('n3', 'f1', 2)")
    try device.run("UPDATE Note SET folder = 'f2', folder_position = 7 WHERE id = 'n1'")
    server.put(#"{"id":"f1","name":"FF","notes":["n1","n2"]}"#, id: "f1", in: "folders")
    try await device.sync()
    #expect(try device.rows("SELECT name FROM Folder ORDER BY id") == ["FF", "G"])
    #expect(
      try device.rows("SELECT id, folder, folder_position FROM Note ORDER BY id")
        == ["n1|f2|7", "n2|f1|1", "n3|f1|2"])
  }

  @Test func `a record that lists others does not take a required link away`() async throws {
    let model = """
      entities:
        Folder: { attributes: { id: String, name: String }, relationships: { notes: "[Note]" } }
        Note: { attributes: { id: String }, relationships: { folder: Folder } }
      """
    let server = MemorySyncServer()
    let device = try await folders(server, model)
    try device.run("INSERT INTO Note (id, folder) VALUES ('n3', 'f1')")
    try device.run("UPDATE Note SET folder = 'f2' WHERE id = 'n2'")
    server.put(#"{"id":"f1","name":"FF","notes":["n2"]}"#, id: "f1", in: "folders")
    server.put(#"{"id":"n1","folder":"f2"}"#, id: "n1", in: "notes")
    let report = try await device.sync()
    #expect(report.unreadable.isEmpty && report.conflicts == 0, "\(report)")
    #expect(try device.rows("SELECT id, name FROM Folder ORDER BY id") == ["f1|FF", "f2|G"])
    #expect(try device.rows("SELECT id, folder FROM Note ORDER BY id") == ["n1|f2", "n2|f2", "n3|f1"])
  }

  @Test func `an unsent value keeps the entity that has it until the record itself comes`() async throws {
    let model = """
      entities:
        Album:
          attributes: { id: String, place: { type: String?, ImportName: main.name, export: false } }
          relationships: { main: Media? }
        Media: { Discriminator: type, attributes: { id: String, name: String? } }
        Image: { extends: Media, attributes: { code: String?, width: Int? } }
        Video: { extends: Media, attributes: { seconds: Int? } }
      """
    let server = MemorySyncServer()
    server.put(#"{"id":"m","type":"Image","width":5}"#, id: "m", in: "media")
    let device = try Device(
      server, model: model, .init("Album", collection: "albums"), .init("Media", collection: "media"))
    try await device.sync()
    try device.run("UPDATE Media SET code = 'a'")
    server.put(
      #"{"id":"a","main":{"id":"m","type":"Video","name":"N","seconds":3}}"#, id: "a", in: "albums")
    try await device.sync(.pull)
    let values = "SELECT entityName, code, width, seconds FROM Media"
    #expect(try device.rows(values) == ["Image|a|5|-"])
    #expect(try device.rows("SELECT place FROM Album") == ["N"])
    server.put(#"{"id":"m","type":"Video","name":"N","seconds":3}"#, id: "m", in: "media")
    #expect(try await device.sync().conflicts == 1)
    #expect(try device.rows(values) == ["Video|-|-|3"])
    #expect(
      try device.rows("SELECT name, mine, theirs, winner FROM _rowsmith_conflicts") == ["code|a|-|theirs"])
  }
}
