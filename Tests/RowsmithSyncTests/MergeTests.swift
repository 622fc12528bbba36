import Rowsmith
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

@Suite struct MergeTests {
  /// Two devices that have one note, each with an edit of its own: the first one's reaches the server first.
  private func conflict(
    _ plan: SyncPlan, _ first: String, _ second: String, resolvers: [ConflictResolver] = []
  ) async throws -> (one: Device, two: Device, server: MemorySyncServer, report: SyncReport) {
    let server = MemorySyncServer()
    var options = SyncOptions()
    options.resolvers = resolvers
    let (one, two) = (try Device(server, plan, options: options), try Device(server, plan, options: options))
    try one.run(#"INSERT INTO Note (id, title, body, labels) VALUES ('n1', 'A', 'B', '["x","y"]')"#)
    try await one.sync()
    try await two.sync()
    try one.run(first)
    try two.run(second)
    try await one.sync()
    let report = try await two.sync()
    try await one.sync()
    return (one, two, server, report)
  }

  @Test("Changes of different attributes both stand")
  func differentAttributesBothStand() async throws {
    let (one, two, _, report) = try await conflict(
      Notes.plan(), "UPDATE Note SET title = 'A1'", "UPDATE Note SET body = 'B2'")
    #expect(report.merged == 1 && report.conflicts == 0)
    for device in [one, two] { #expect(try device.rows("SELECT title, body FROM Note") == ["A1|B2"]) }
  }

  @Test(
    "The policy decides where both changed one value, and the log has what there was",
    arguments: [(ConflictPolicy.serverWins, "A1"), (.clientWins, "A2"), (.manual, "A2")])
  func thePolicyDecidesWhereBothChangedOneValue(_ policy: ConflictPolicy, _ value: String) async throws {
    let (_, two, _, report) = try await conflict(
      Notes.plan(conflict: policy), "UPDATE Note SET title = 'A1'", "UPDATE Note SET title = 'A2'")
    #expect(report.conflicts == 1)
    #expect(try two.rows("SELECT title FROM Note") == [value])
    let logged = try await two.store.fetch(two.session.conflicts())
    #expect(
      logged.map(\.mine) == [.text("A2")] && logged.map(\.theirs) == [.text("A1")]
        && logged.map(\.base) == [.text("A")])
    #expect(logged.first?.isOpen == (policy == .manual))
  }

  @Test("Lists are sets under union: both additions are there, and what either removed is not")
  func listsAreSetsUnderUnion() async throws {
    let plan = Notes.plan(members: [.init("labels", .union), .init("tags", .union)])
    let (one, two, _, _) = try await conflict(
      plan, #"UPDATE Note SET labels = '["x","y","one"]'"#, #"UPDATE Note SET labels = '["y","two"]'"#)
    for device in [one, two] {
      #expect(try device.rows("SELECT labels FROM Note") == [#"["y","one","two"]"#])
    }
  }

  @Test("An app's resolver comes before the policy")
  func anAppsResolverComesBeforeThePolicy() async throws {
    let resolver = ConflictResolver("Note", "title") { values in
      guard case .text(let mine) = values.mine, case .text(let theirs) = values.theirs else { return nil }
      return .text("\(theirs)+\(mine)")
    }
    let (one, two, _, _) = try await conflict(
      Notes.plan(), "UPDATE Note SET title = 'A1'", "UPDATE Note SET title = 'A2'", resolvers: [resolver])
    for device in [one, two] { #expect(try device.rows("SELECT title FROM Note") == ["A1+A2"]) }
  }

  @Test func `a conflict stays open when the record comes again with something else`() async throws {
    let (one, two, server, _) = try await conflict(
      Notes.plan(conflict: .manual), "UPDATE Note SET title = 'A1'", "UPDATE Note SET title = 'A2'")
    try one.run("UPDATE Note SET body = 'B1'")
    try await one.sync()
    let sent = server.requests.count
    try await two.sync()
    #expect(server.requests.count == sent)
    #expect(try two.rows("SELECT title, body FROM Note") == ["A2|B1"])
    #expect(
      try two.rows("SELECT base, mine, theirs, winner FROM _rowsmith_conflicts") == ["A|A2|A1|-"])
    // Where the server's value goes back, nothing is contested any more.
    try one.run("UPDATE Note SET title = 'A'")
    try await one.sync()
    try await two.sync()
    #expect(try two.rows("SELECT winner FROM _rowsmith_conflicts") == ["both"])
    #expect(server.entries(in: "notes")["n1"]?.json.contains("A2") == true)
  }

  @Test func `a resolver that fails holds up its record alone, and is asked again when that comes`()
    async throws
  {
    struct Unready: Error {}
    let isReady = Counter()
    let resolver = ConflictResolver("Note", "title") { values in
      if isReady.value == 0 { throw Unready() }
      return .text("both")
    }
    let server = MemorySyncServer()
    var options = SyncOptions()
    options.resolvers = [resolver]
    let (one, two) = (try Device(server), try Device(server, options: options))
    try one.run("INSERT INTO Note (id, title, body) VALUES ('n1', 'A', 'B'), ('n2', 'A', 'B')")
    try await one.sync()
    try await two.sync()
    try one.run("UPDATE Note SET title = 'A1'")
    try two.run("UPDATE Note SET title = 'A2' WHERE id = 'n1'")
    try await one.sync()
    let report = try await two.sync()
    #expect(report.stopped == nil && report.setAside.map(\.id) == ["n1"])
    #expect(report.setAside.first?.error.reason == .resolver)
    #expect(report.setAside.first?.error.underlying is Unready)
    #expect(try two.rows("SELECT id, title FROM Note ORDER BY id") == ["n1|A2", "n2|A1"])
    #expect(try await two.store.fetch(two.session.state(of: "Note", key: .text("n1"))) == .inConflict)
    #expect(server.entries(in: "notes")["n1"]?.json.contains("A1") == true)
    isReady.add(1)
    try one.run("UPDATE Note SET body = 'B1' WHERE id = 'n1'")
    try await one.sync()
    #expect(try await two.sync().setAside.isEmpty)
    #expect(try two.rows("SELECT title, body FROM Note WHERE id = 'n1'") == ["both|B1"])
    #expect(server.entries(in: "notes")["n1"]?.json.contains("both") == true)
  }

  @Test(
    "A deletion and a change end as the policy says, whichever reaches the server first",
    arguments: [DeleteConflictPolicy.deleteWins, .editWins])
  func aDeletionAndAChangeMeet(_ policy: DeleteConflictPolicy) async throws {
    let rows = policy == .editWins ? ["A2"] : []
    let edited = try await conflict(
      Notes.plan(deleteConflict: policy), "DELETE FROM Note", "UPDATE Note SET title = 'A2'")
    for device in [edited.one, edited.two] { #expect(try device.rows("SELECT title FROM Note") == rows) }
    #expect(edited.report.conflicts == 1)
    let deleted = try await conflict(
      Notes.plan(deleteConflict: policy), "UPDATE Note SET title = 'A2'", "DELETE FROM Note")
    for device in [deleted.one, deleted.two] { #expect(try device.rows("SELECT title FROM Note") == rows) }
    #expect(deleted.report.conflicts == 1)
  }

  @Test("A manual conflict waits until somebody decides, and that stands everywhere")
  func aManualConflictWaitsUntilSomebodyDecides() async throws {
    let (one, two, server, _) = try await conflict(
      Notes.plan(conflict: .manual), "UPDATE Note SET title = 'A1', body = 'B1'",
      "UPDATE Note SET title = 'A2'")
    #expect(try two.rows("SELECT title, body FROM Note") == ["A2|B1"])
    #expect(try await two.store.fetch(two.session.state(of: "Note", key: .text("n1"))) == .inConflict)
    let sent = server.requests.count
    try await two.sync()
    #expect(server.requests.count == sent)
    let open = try await two.store.fetch(two.session.conflicts(openOnly: true))
    try await two.session.resolve(try #require(open.first).id, .value(.text("A3")))
    #expect(try await two.store.fetch(two.session.state(of: "Note", key: .text("n1"))) == .unsent)
    try await two.sync()
    try await one.sync()
    for device in [one, two] { #expect(try device.rows("SELECT title, body FROM Note") == ["A3|B1"]) }
  }

  @Test("What was deleted or changed comes back where that is discarded, and what was made goes")
  func whatWasDeletedComesBackWhereItIsDiscarded() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title, body) VALUES ('n1', 'A', 'B'), ('n2', 'C', 'D')")
    try await device.sync()
    try device.run("DELETE FROM Note WHERE id = 'n1'")
    try device.run("UPDATE Note SET title = 'CC' WHERE id = 'n2'")
    try device.run("INSERT INTO Note (id, title) VALUES ('n3', 'E')")
    for id in ["n1", "n2", "n3"] { try await device.session.discard("Note", key: .text(id)) }
    #expect(try device.rows("SELECT id, title, body FROM Note ORDER BY id") == ["n1|A|B", "n2|C|D"])
    #expect(try await device.sync().pushed == 0)
  }

  @Test(
    "A resolver of what does not synchronise is a mistake",
    arguments: [("Note", "titel"), ("Nope", nil), ("Draft", nil), ("Note", "secret"), ("Note", "fans")])
  func aResolverOfWhatDoesNotSynchroniseIsAMistake(_ entity: String, _ member: String?) throws {
    var options = SyncOptions()
    options.resolvers = [ConflictResolver(entity, member) { _ in nil }]
    let error = #expect(throws: SyncError.self) {
      try Device(MemorySyncServer(), options: options)
    }
    #expect(error?.reason == .settings && error?.message.contains("name one of") == true)
    options.resolvers = [
      ConflictResolver("Note", "tags") { _ in nil }, ConflictResolver("Note") { _ in nil },
      ConflictResolver("Note", "folder") { _ in nil },
    ]
    _ = try Device(MemorySyncServer(), options: options)
  }

  @Test func `a record embedded in another overwrites nothing that is unsent`() async throws {
    let server = MemorySyncServer()
    server.put(#"{"id":"f1","name":"F"}"#, id: "f1", in: "folders")
    server.put(#"{"id":"n1","title":"A","folder":{"id":"f1","name":"F"}}"#, id: "n1", in: "notes")
    let device = try Device(server)
    try await device.sync()
    try device.run("UPDATE Folder SET name = 'Mine'")
    server.put(#"{"id":"n1","title":"B","folder":{"id":"f1","name":"F"}}"#, id: "n1", in: "notes")
    try await device.sync()
    #expect(try device.rows("SELECT title, folder, name FROM Note JOIN Folder") == ["B|f1|Mine"])
    #expect(server.entries(in: "folders")["f1"]?.json.contains("Mine") == true)
    // One that was deleted here is not made again.
    try device.run("DELETE FROM Folder")
    server.put(#"{"id":"n2","title":"C","folder":{"id":"f1","name":"F"}}"#, id: "n2", in: "notes")
    try await device.sync()
    #expect(try device.rows("SELECT id FROM Folder") == [])
  }

  @Test func `an embedded record from which more is read overwrites nothing that is unsent`() async throws {
    let model = """
      entities:
        Folder: { attributes: { id: String, name: String } }
        Note:
          attributes: { id: String, place: { type: String?, ImportName: folder.name, export: false } }
          relationships: { folder: Folder? }
      """
    let server = MemorySyncServer()
    func putNotes(_ name: String) {
      for id in ["1", "2"] {
        server.put(
          #"{"id":"n\#(id)","folder":{"id":"f\#(id)","name":"\#(name)"}}"#, id: "n\(id)", in: "notes")
      }
    }
    for id in ["f1", "f2"] { server.put(#"{"id":"\#(id)","name":"F"}"#, id: id, in: "folders") }
    putNotes("F")
    let device = try Device(
      server, model: model, .init("Folder", collection: "folders"), .init("Note", collection: "notes"))
    try await device.sync()
    try device.run("UPDATE Folder SET name = 'Mine' WHERE id = 'f1'")
    try device.run("DELETE FROM Folder WHERE id = 'f2'")
    putNotes("G")
    #expect(try await device.sync().waiting == 0)
    #expect(try device.rows("SELECT id, name FROM Folder") == ["f1|Mine"])
    #expect(try device.rows("SELECT id, folder, place FROM Note ORDER BY id") == ["n1|f1|G", "n2|f2|G"])
    #expect(server.entries(in: "folders")["f1"]?.json.contains("Mine") == true)
    #expect(server.entries(in: "folders")["f2"]?.isDeleted == true)
  }

  @Test func `links that were added to a deleted record are an edit, and what it lacks is none`() async throws
  {
    let server = MemorySyncServer()
    let device = try Device(server)
    server.put(#"{"id":"t1"}"#, id: "t1", in: "tags")
    for id in ["n1", "n2"] {
      server.put(#"{"id":"\#(id)","title":"A","body":"B","tags":[]}"#, id: id, in: "notes")
    }
    try await device.sync()
    try device.run("DELETE FROM Note")
    server.put(#"{"id":"n1","title":"A","body":"B","tags":["t1"]}"#, id: "n1", in: "notes")
    server.put(#"{"id":"n2","title":"A","tags":[]}"#, id: "n2", in: "notes")
    #expect(try await device.sync().conflicts == 1)
    #expect(try device.rows("SELECT id, target FROM Note JOIN Note_tags ON source = id") == ["n1|t1"])
    #expect(server.entries(in: "notes").mapValues(\.isDeleted) == ["n1": false, "n2": true])
  }

  @Test(arguments: [
    (#""images":[{"url":"v"}],"size":{"width":2}"#, "n|v|2"),
    (#""images":[{"url":"u"}],"size":null"#, "n|u|-"),
    (#""images":[{"url":"u"}],"size":{}"#, "n|u|-"),
  ])
  func `a record that is deleted here comes back if something inside a member was changed elsewhere`(
    _ members: String, _ row: String
  ) async throws {
    let server = MemorySyncServer()
    let model = """
      values: { Size: { width: Int? } }
      entities:
        Note: { attributes: { id: String, photo: { type: String?, ImportName: images.0.url }, size: Size? } }
      """
    let device = try Device(server, model: model, .init("Note", collection: "notes"))
    try device.run("INSERT INTO Note (id, photo, size_width) VALUES ('n', 'u', 2)")
    try await device.sync()
    try device.run("DELETE FROM Note")
    server.put(#"{"id":"n",\#(members)}"#, id: "n", in: "notes")
    #expect(try await device.sync().conflicts == 1)
    #expect(try device.rows("SELECT id, photo, size_width FROM Note") == [row])
  }

  @Test func `a change at one position of an array leaves what is at the others`() async throws {
    let server = MemorySyncServer()
    let model = """
      entities:
        Note:
          attributes:
            id: String
            photo: { type: String?, ImportName: images.0.url }
            thumb: { type: String?, ImportName: images.1.url }
      """
    func device() throws -> Device { try Device(server, model: model, .init("Note", collection: "notes")) }
    let one = try device()
    try one.run("INSERT INTO Note (id, photo, thumb) VALUES ('n', 'u', 'v')")
    try await one.sync()
    for column in ["photo", "thumb"] {
      try one.run("UPDATE Note SET \(column) = 'w'")
      try await one.sync()
      let two = try device()
      try await two.sync()
      #expect(try two.rows("SELECT photo, thumb FROM Note") == one.rows("SELECT photo, thumb FROM Note"))
    }
  }

  @Test func `changes of a record that came inside another one only count, too`() async throws {
    let server = MemorySyncServer()
    server.put(#"{"id":"n1","title":"A","folder":{"id":"f1","name":"F"}}"#, id: "n1", in: "notes")
    server.put(#"{"id":"n2","title":"A","folder":{"id":"f2","name":"G"}}"#, id: "n2", in: "notes")
    let device = try Device(server)
    try await device.sync()
    try device.run("UPDATE Folder SET name = 'Mine' WHERE id = 'f1'")
    try device.run("DELETE FROM Folder WHERE id = 'f2'")
    server.put(#"{"id":"f1","name":"F"}"#, id: "f1", in: "folders")
    server.put(#"{"id":"f2","name":"G"}"#, id: "f2", in: "folders")
    try await device.sync()
    #expect(try device.rows("SELECT id, name FROM Folder") == ["f1|Mine"])
    #expect(server.entries(in: "folders")["f1"]?.json.contains("Mine") == true)
    #expect(server.entries(in: "folders")["f2"]?.isDeleted == true)
  }

  @Test func `a record that lists the others overwrites nothing that is unsent of them`() async throws {
    let model = """
      entities:
        Folder: { attributes: { id: String, name: String }, relationships: { notes: "[Note]" } }
        Note: { attributes: { id: String }, relationships: { folder: Folder?, tags: "[Tag]" } }
        Tag: { attributes: { id: String, name: String }, relationships: { notes: "[Note]" } }
      """
    let server = MemorySyncServer()
    server.put(#"{"id":"f1","name":"F","notes":["n1","n2"]}"#, id: "f1", in: "folders")
    server.put(#"{"id":"f2","name":"G","notes":[]}"#, id: "f2", in: "folders")
    server.put(#"{"id":"t1","name":"T","notes":["n1"]}"#, id: "t1", in: "tags")
    server.put(#"{"id":"n1","folder":"f1","tags":["t1"]}"#, id: "n1", in: "notes")
    server.put(#"{"id":"n2","folder":"f1","tags":[]}"#, id: "n2", in: "notes")
    let device = try Device(
      server, model: model, .init("Folder", collection: "folders"),
      .init("Note", collection: "notes", links: [.init("tags", .array)]), .init("Tag", collection: "tags"))
    try await device.sync()
    func check() async throws {
      #expect(try await device.sync().conflicts == 0)
      #expect(try device.rows("SELECT id, folder FROM Note ORDER BY id") == ["n1|f2", "n2|-", "n3|f1"])
      #expect(try device.rows("SELECT source, target FROM Note_tags") == ["n2|t1"])
      let notes = server.entries(in: "notes").mapValues(\.json)
      #expect(notes["n1"]?.contains("f2") == true && notes["n1"]?.contains("t1") == false)
      #expect(notes["n2"]?.contains("f1") == false && notes["n2"]?.contains("t1") == true)
    }
    try device.run("UPDATE Note SET folder = CASE id WHEN 'n1' THEN 'f2' END")
    try device.run("INSERT INTO Note (id, folder) VALUES ('n3', 'f1')")
    try device.run("DELETE FROM Note_tags")
    try device.run("INSERT INTO Note_tags (source, target) VALUES ('n2', 't1')")
    // The answer to the change of a folder lists its notes, too.
    try device.run("UPDATE Folder SET name = 'Mine' WHERE id = 'f2'")
    server.put(#"{"id":"f1","name":"FF","notes":["n1","n2"]}"#, id: "f1", in: "folders")
    server.put(#"{"id":"t1","name":"TT","notes":["n1"]}"#, id: "t1", in: "tags")
    try await check()
    #expect(try device.rows("SELECT name FROM Folder ORDER BY id") == ["FF", "Mine"])
    try await check()
  }

  @Test func `a record that was deleted here and stays is in the lists of others again`() async throws {
    let server = MemorySyncServer()
    let model = """
      entities:
        Note: { attributes: { id: String }, relationships: { tags: { to: "[Tag]", inverse: none, ordered: true } } }
        Tag: { attributes: { id: String, name: String? } }
      """
    func device() throws -> Device {
      try Device(
        server, model: model, .init("Note", collection: "notes", links: [.init("tags", .array)]),
        .init("Tag", collection: "tags"))
    }
    let (one, two) = (try device(), try device())
    try one.run("INSERT INTO Note (id) VALUES ('n1'), ('n2')")
    try one.run("INSERT INTO Tag (id) VALUES ('a'), ('b'), ('c')")
    try one.run(
      "INSERT INTO Note_tags (source, target, position) VALUES ('n1', 'a', 0), ('n1', 'b', 1), ('n2', 'b', 0)"
    )
    try await one.sync()
    try await two.sync()
    try one.run("DELETE FROM Note_tags WHERE target = 'b'")
    try one.run("DELETE FROM Tag WHERE id = 'b'")
    try one.run("INSERT INTO Note_tags (source, target, position) VALUES ('n2', 'c', 0)")
    try two.run("UPDATE Tag SET name = 'B' WHERE id = 'b'")
    try await two.sync()
    #expect(try await one.sync().conflicts == 1)
    try await two.sync()
    for device in [one, two] {
      #expect(try device.rows("SELECT id, name FROM Tag ORDER BY id") == ["a|-", "b|B", "c|-"])
      #expect(
        try device.rows("SELECT source, target FROM Note_tags ORDER BY source, position")
          == ["n1|a", "n1|b", "n2|b", "n2|c"])
    }
    #expect(try await one.sync().isEmpty)
  }
}
