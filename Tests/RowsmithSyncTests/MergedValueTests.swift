import Rowsmith
import RowsmithSync
import RowsmithTesting
import Testing

/// What becomes of values that are spelled in several ways, of those of several parts, and of links to records that stay.
@Suite struct MergedValueTests {
  /// What was sent, what is changed here before the answer is known, and what the row has then.
  @Test(
    arguments: [
      (nil, #"{"a":2,"bb":1}|2020-02-02T00:00:00.000Z|1.5"#),
      (
        #"UPDATE Note SET extra = '{"bb":3}', day = '2021-03-03T00:00:00.000Z', price = '7.25'"#,
        #"{"bb":3}|2021-03-03T00:00:00.000Z|7.25"#
      ),
    ] as [(String?, String)])
  func `a value that the server spells differently is no conflict with itself`(_ edit: String?, _ row: String)
    async throws
  {
    let server = MemorySyncServer()
    let model = """
      entities:
        Note: { attributes: { id: String, extra: JSON?, day: { type: Date?, DateFormat: yyyy-MM-dd }, price: Decimal? } }
      """
    var options = SyncOptions()
    options.retries = .none
    let device = try Device(
      server, model: model, conflict: .manual, options: options, .init("Note", collection: "notes"))
    try device.run("INSERT INTO Note (id) VALUES ('n')")
    try await device.sync()
    try device.run(
      #"UPDATE Note SET extra = '{"bb":1,"a":2}', day = '2020-02-02T10:11:12.000Z', price = '1.50'"#)
    server.fail { _ in .unknown(SyncError(.interrupted, "lost")) }
    try await device.sync(.push)
    if let edit { try device.run(edit) }
    server.fail(nil)
    // Its database orders members, and has no trailing zeros.
    server.put(#"{"id":"n","extra":{"a":2,"bb":1},"day":"2020-02-02","price":1.5}"#, id: "n", in: "notes")
    let report = try await device.sync()
    #expect(report.conflicts == 0 && report.waiting == 0, "\(report)")
    #expect(try device.rows("SELECT extra, day, price FROM Note") == [row])
    #expect(try device.rows("SELECT name FROM _rowsmith_conflicts").isEmpty)
    #expect(try await device.sync().isEmpty)
  }

  @Test func `decimals with more digits than a Double has are not the same`() async throws {
    let server = MemorySyncServer()
    let model = "entities: { Note: { attributes: { id: String, price: Decimal? } } }"
    let device = try Device(server, model: model, conflict: .manual, .init("Note", collection: "notes"))
    try device.run("INSERT INTO Note (id, price) VALUES ('n', '1')")
    try await device.sync()
    try device.run("UPDATE Note SET price = '12345678901234567.88'")
    server.put(#"{"id":"n","price":12345678901234567.89}"#, id: "n", in: "notes")
    #expect(try await device.sync().conflicts == 1)
    let sides = try device.rows("SELECT base, mine, theirs FROM _rowsmith_conflicts")
    #expect(sides == ["1|12345678901234567.88|12345678901234567.89"])
  }

  @Test(arguments: [false, true])
  func `links lead to a record again that was deleted here and stays`(isDiscarded: Bool) async throws {
    let server = MemorySyncServer()
    let model = """
      entities:
        Folder: { attributes: { id: String, name: String? }, relationships: { parent: Folder? } }
        Note: { attributes: { id: String }, relationships: { folder: Folder?, about: { oneOf: [Folder, Note] } } }
      """
    func device() throws -> Device {
      try Device(
        server, model: model, .init("Folder", collection: "folders"), .init("Note", collection: "notes"))
    }
    let (one, two) = (try device(), try device())
    try one.run("INSERT INTO Folder (id, parent) VALUES ('f1', NULL), ('f2', 'f1')")
    try one.run("INSERT INTO Note (id, folder, aboutFolder) VALUES ('n1', 'f1', 'f1'), ('n2', 'f1', NULL)")
    try await one.sync()
    try await two.sync()
    try one.run("UPDATE Note SET folder = NULL, aboutFolder = NULL")
    try one.run("UPDATE Folder SET parent = NULL")
    try one.run("DELETE FROM Folder WHERE id = 'f1'")
    // It has gone elsewhere since.
    try one.run("UPDATE Note SET folder = 'f2' WHERE id = 'n2'")
    if isDiscarded {
      try await one.session.discard("Folder", key: .text("f1"))
    } else {
      try two.run("UPDATE Folder SET name = 'F' WHERE id = 'f1'")
      try await two.sync()
    }
    try await one.sync()
    try await two.sync()
    for device in [one, two] {
      #expect(try device.rows("SELECT id, parent FROM Folder ORDER BY id") == ["f1|-", "f2|f1"])
      #expect(
        try device.rows("SELECT id, folder, aboutFolder FROM Note ORDER BY id") == ["n1|f1|f1", "n2|f2|-"])
    }
    #expect(try await one.sync().isEmpty)
  }

  static let removal = "street = NULL, address_city = NULL"

  /// What the first device does, and the second one; whether that is the later; and what there is then.
  @Test(arguments: [
    (MergedValueTests.removal, "zip = '9'", true, "s|c|9"),
    (MergedValueTests.removal, "zip = '9'", false, "-|-|-"),
    (MergedValueTests.removal, "city = 'C'", true, "s|C|-"),
    ("street = 't', address_city = 'd', address_zip = '9'", MergedValueTests.removal, true, "-|-|-"),
    ("street = 't', address_city = 'd', address_zip = '9'", MergedValueTests.removal, false, "t|d|9"),
  ])
  func `a value that one side removes and the other changes goes or stays as a whole`(
    _ first: String, _ second: String, _ isSecondLater: Bool, _ value: String
  ) async throws {
    let server = MemorySyncServer()
    let (one, two) = try await moved(server, first)
    if isSecondLater { server.time += 600_000 }
    try two.run("UPDATE Person SET address_\(second)")
    if !isSecondLater { try two.run("UPDATE _rowsmith_sync_values SET at = at - 600000") }
    let report = try await two.sync()
    #expect(report.unreadable.isEmpty && report.waiting == 0 && report.conflicts > 0, "\(report)")
    #expect(try await one.sync().unreadable.isEmpty)
    for device in [one, two] { #expect(try device.rows(Self.addresses) == [value]) }
    #expect(try await two.sync().isEmpty)
  }

  static let addresses = "SELECT address_street, address_city, address_zip FROM Person"

  /// Two devices that have a person with an address. The server has what the first one has done to that.
  private func moved(
    _ server: MemorySyncServer, _ change: String, _ conflict: ConflictPolicy = .fieldMerge
  ) async throws -> (one: Device, two: Device) {
    let model = """
      values: { Address: { street: String, city: String, zip: String? } }
      entities:
        Person: { attributes: { id: String, address: Address? } }
      """
    func device() throws -> Device {
      try Device(server, model: model, conflict: conflict, .init("Person", collection: "people"))
    }
    let (one, two) = (try device(), try device())
    try one.run("INSERT INTO Person (id, address_street, address_city) VALUES ('p', 's', 'c')")
    try await one.sync()
    try await two.sync()
    try one.run("UPDATE Person SET address_\(change)")
    try await one.sync()
    return (one, two)
  }

  /// What each of two devices does, the parts that differ then, and what there is if the second device's value wins, and if not.
  @Test(arguments: [
    ("street = 't'", "city = 'd'", ["city", "street"], "s|d|-", "t|c|-"),
    (MergedValueTests.removal, "zip = '9'", ["city", "street", "zip"], "s|c|9", "-|-|-"),
  ])
  func `under manual, a value that both sides change is decided as a whole`(
    _ first: String, _ second: String, _ parts: [String], _ mine: String, _ theirs: String
  ) async throws {
    for resolution in [ConflictResolution.mine, .theirs] {
      let server = MemorySyncServer()
      let (one, two) = try await moved(server, first, .manual)
      try two.run("UPDATE Person SET address_\(second)")
      let before = try two.rows(Self.addresses)
      try await two.sync()
      try await two.sync()
      #expect(try two.rows(Self.addresses) == before)
      let open = try await two.store.fetch(two.session.conflicts(openOnly: true))
      #expect(open.compactMap(\.member) == parts.map { "address_\($0)" })
      // What is restored at once may be lost; what is restored later was decided.
      server.time += 10_000
      try await two.session.resolve(try #require(open.last).id, resolution)
      #expect(try await two.store.fetch(two.session.conflicts(openOnly: true)).isEmpty)
      try await two.sync()
      try await one.sync()
      let rows = try [one, two].flatMap { try $0.rows(Self.addresses) }
      #expect(Set(rows) == [resolution == .mine ? mine : theirs])
      #expect(try await two.sync().isEmpty)
    }
  }

  @Test func `a deletion that stays is made from what the server has by then`() async throws {
    let server = HookedServer()
    let device = try Device(server, Notes.plan(deleteConflict: .deleteWins))
    try device.run("INSERT INTO Note (id, title) VALUES ('n', 'A')")
    try await device.sync()
    try device.run("DELETE FROM Note")
    // The second time, nothing has changed but the version.
    for conflicts in [1, 0] {
      server.memory.put(#"{"id":"n","title":"B"}"#, id: "n", in: "notes")
      #expect(try await device.sync(.pull).conflicts == conflicts)
    }
    try await device.sync()
    let write = try #require(server.written.last)
    let base = try JSONValue(parsing: String(decoding: write.base, as: UTF8.self))
    #expect(write.kind == .delete && base["title"] == .string("B"))
    #expect(server.memory.entries(in: "notes")["n"]?.isDeleted == true)
  }

  @Test func `what the server makes of a part is in no conflict with a later edit of another part`()
    async throws
  {
    let server = MemorySyncServer()
    let device = try await moved(server, "street = 't'", .manual).two
    try await device.sync()
    server.fail { _ in
      server.fail(nil)
      try? device.run("UPDATE Person SET address_city = 'd'")
      let text = #"{"id":"p","address":{"street":"u","city":"c"}}"#
      server.put(text, id: "p", in: "people")
      let version = server.entries(in: "people")["p"].map { "\($0.version)" }
      return .accepted(
        SyncRecord(id: "p", version: version, modified: server.time, json: Array(text.utf8)))
    }
    try device.run("UPDATE Person SET address_street = ' u'")
    for _ in 0..<2 { #expect(try await device.sync().conflicts == 0) }
    #expect(try device.rows(Self.addresses) == ["u|d|-"])
  }

  @Test func `a whole record that is sent as a change says what is empty`() async throws {
    let server = HookedServer()
    let (one, two) = (try Device(server), try Device(server))
    try one.run("INSERT INTO Note (id, title, body) VALUES ('n', 'A', 'B')")
    try await one.sync()
    try await two.sync()
    // A server that replaces its record has the null no more if only the change that made it says so.
    for change in ["body = NULL", "title = 'C'"] {
      try one.run("UPDATE Note SET \(change)")
      try await one.sync()
      let write = try #require(server.written.last)
      let record = try JSONValue(parsing: String(decoding: write.record, as: UTF8.self))
      #expect(write.kind == .change && record["body"] == .null)
    }
    try one.run("UPDATE Note SET body = 'D'")
    for device in [one, two] { try await device.sync() }
    try one.run("INSERT OR REPLACE INTO Note (id, title) VALUES ('n', 'E')")
    for device in [one, two] { try await device.sync() }
    let rows = try [one, two].flatMap { try $0.rows("SELECT title, body FROM Note") }
    #expect(rows == ["E|-", "E|-"])
  }

  @Test func `of a record that is known from another one, what was emptied here is sent as empty`()
    async throws
  {
    let server = HookedServer()
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title, body) VALUES ('n', 'A', 'B')")
    try await device.sync()
    // As if it had come inside another record: nobody knows what else it has.
    try device.run("UPDATE _rowsmith_sync_rows SET state = 4")
    try device.run("UPDATE Note SET body = NULL")
    try await device.sync(.push)
    let write = try #require(server.written.last)
    let record = try JSONValue(parsing: String(decoding: write.record, as: UTF8.self))
    #expect(write.kind == .change && record["body"] == .null && record["stars"] == nil)
  }

  @Test func `a value that is gone leaves what else is in its object`() async throws {
    let server = MemorySyncServer()
    let model = """
      values: { Size: { width: Int?, height: Int?, depth: Int? } }
      entities:
        Thing:
          attributes: { id: String, size: Size?, unit: { type: String?, ImportName: size.unit } }
          relationships: { tags: { to: "[Tag]", inverse: none, ImportName: size.tags } }
        Tag: { attributes: { id: String } }
      """
    func device() throws -> Device {
      try Device(
        server, model: model, .init("Thing", collection: "things", links: [.init("tags", .array)]),
        .init("Tag", collection: "tags"))
    }
    let (one, two) = (try device(), try device())
    try one.run("INSERT INTO Tag VALUES ('a')")
    for id in ["0", "1", "2", "3"] {
      try one.run("INSERT INTO Thing (id, size_width, size_height) VALUES ('\(id)', 2, 3)")
    }
    try one.run("UPDATE Thing SET unit = 'm' WHERE id = '1'")
    try one.run("INSERT INTO Thing_tags (source, target) VALUES ('0', 'a'), ('2', 'a')")
    try await one.sync()
    try await two.sync()
    try one.run("UPDATE Thing SET size_width = NULL, size_height = NULL")
    try one.run("DELETE FROM Thing_tags WHERE source = '0'")
    try await one.sync()
    let body = try #require(server.requests.last?.body)
    #expect(String(decoding: body, as: UTF8.self) == #"{"id":"3","size":null}"#)
    try await two.sync()
    for device in [one, two] {
      let rows = try device.rows(
        "SELECT id, size_width, unit, target FROM Thing LEFT JOIN Thing_tags ON source = id ORDER BY id")
      #expect(rows == ["0|-|-|-", "1|-|m|-", "2|-|-|a", "3|-|-|-"])
    }
    #expect(try await one.sync().isEmpty)
  }

  @Test func `a record that is deleted here goes though the server spells it differently`() async throws {
    let server = MemorySyncServer()
    let model = """
      entities:
        Note: { attributes: { id: String, extra: JSON?, price: Decimal?, text: String? } }
      """
    let device = try Device(server, model: model, .init("Note", collection: "notes"))
    try device.run(
      #"INSERT INTO Note VALUES ('n', '{"bb":1,"a":2}', '1.50', 'T'), ('m', '{}', '1.50', 'T')"#)
    try await device.sync()
    try device.run("DELETE FROM Note")
    server.put(#"{"id":"n","extra":{"a":2,"bb":1},"price":1.5,"text":"T"}"#, id: "n", in: "notes")
    server.put(#"{"id":"m","extra":{},"price":1.5,"text":"changed"}"#, id: "m", in: "notes")
    #expect(try await device.sync().conflicts == 1)
    #expect(try device.rows("SELECT id, text FROM Note") == ["m|changed"])
    let there = server.entries(in: "notes")
    #expect(there["n"]?.isDeleted == true && there["m"]?.isDeleted == false)
  }

  @Test func `a value of the entity that a record was before goes with that, and is free for others`()
    async throws
  {
    let server = MemorySyncServer()
    let model = """
      entities:
        Media: { Discriminator: type, attributes: { id: String } }
        Image: { extends: Media, attributes: { code: { type: String?, unique: true } } }
        Video: { extends: Media, attributes: { seconds: Int? } }
      """
    let one = try Device(server, model: model, conflict: .clientWins, .init("Media", collection: "media"))
    let two = try Device(server, model: model, .init("Media", collection: "media"))
    try one.run("INSERT INTO Media (entityName, id, code) VALUES ('Image', 'm', 'a')")
    try await one.sync()
    try await two.sync()
    try one.run("UPDATE Media SET code = 'b'")
    try two.run("UPDATE Media SET entityName = 'Video', code = NULL, seconds = 3")
    try await two.sync()
    try await one.sync()
    try two.run("INSERT INTO Media (entityName, id, code) VALUES ('Image', 'n', 'b')")
    try await two.sync()
    let report = try await one.sync()
    #expect(report.unreadable.isEmpty, "\(report)")
    for device in [one, two] {
      #expect(
        try device.rows("SELECT entityName, id, code, seconds FROM Media ORDER BY id")
          == ["Video|m|-|3", "Image|n|b|-"])
    }
    #expect(
      try one.rows("SELECT name, base, mine, theirs, winner FROM _rowsmith_conflicts") == [
        "code|a|b|-|theirs"
      ])
    #expect(try await one.sync().isEmpty)
    let lost = try #require(try await one.store.fetch(one.session.conflicts()).first)
    await #expect(throws: SyncError.self) { try await one.session.resolve(lost.id, .mine) }
  }

  private static let kinds = """
    entities:
      Media: { Discriminator: type, attributes: { id: String, title: String? } }
      Image: { extends: Media, attributes: { code: { type: String?, unique: true } } }
      Video: { extends: Media, attributes: { seconds: Int? } }
      Sound: { extends: Media, attributes: { hertz: Int? } }
    """

  @Test(arguments: [(ConflictResolution.mine, "Video|3|-"), (.theirs, "Sound|-|5")])
  func `a record whose entity is to be decided has the values of both until then`(
    _ resolution: ConflictResolution, _ row: String
  ) async throws {
    let server = MemorySyncServer()
    let one = try Device(server, model: Self.kinds, conflict: .manual, .init("Media", collection: "media"))
    let two = try Device(server, model: Self.kinds, conflict: .manual, .init("Media", collection: "media"))
    try one.run("INSERT INTO Media (entityName, id) VALUES ('Image', 'm')")
    try await one.sync()
    try await two.sync()
    try one.run("UPDATE Media SET entityName = 'Sound', hertz = 5")
    try two.run("UPDATE Media SET entityName = 'Video', seconds = 3")
    try await one.sync()
    try await two.sync()
    let rows = "SELECT entityName, seconds, hertz FROM Media"
    #expect(try two.rows(rows) == ["Video|3|5"])
    #expect(try two.rows("SELECT name, winner FROM _rowsmith_conflicts") == ["entityName|-"])
    let conflict = try #require(try await two.store.fetch(two.session.conflicts()).first)
    try await two.session.resolve(conflict.id, resolution)
    #expect(try two.rows(rows) == [row])
    try await two.sync()
    try await one.sync()
    for device in [one, two] { #expect(try device.rows(rows) == [row]) }
  }

  @Test func `a value that nobody has changed is no conflict where its record becomes one of another entity`()
    async throws
  {
    let server = MemorySyncServer()
    let one = try Device(server, model: Self.kinds, .init("Media", collection: "media"))
    let two = try Device(server, model: Self.kinds, .init("Media", collection: "media"))
    try one.run("INSERT INTO Media (entityName, id, code) VALUES ('Image', 'm', 'a')")
    try await one.sync()
    try await two.sync()
    try one.run("UPDATE Media SET title = 'T'")
    try two.run("UPDATE Media SET entityName = 'Video'")
    try await one.sync()
    try await two.sync()
    #expect(try two.rows("SELECT entityName, title, code FROM Media") == ["Video|T|-"])
    #expect(try two.rows("SELECT name FROM _rowsmith_conflicts").isEmpty)
  }
}
