import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithSchema
import RowsmithTesting
import Testing

/// What a client has noted of rows, when the model changes.
@Suite struct MigratedNotesTests {
  private let path = NSTemporaryDirectory() + "noted-\(UUID().uuidString).db"

  private func schema(_ entities: String) throws -> Schema {
    try #require(
      ModelCompiler.compile(
        [ModelSource(path: "T.yml", text: "rowsmith: 1\nentities: { \(entities) }")], name: "T"
      ).schema)
  }

  /// Makes a database with a client's tables, and runs SQL in it.
  private func write(_ entities: String, _ route: String, _ sql: [String]) throws {
    let store = try Store(.file(path), schema: try schema(entities))
    var patch = News.route("update", .patch, route)
    patch.isQueued = true
    _ = try News.client([patch], store: store, transport: StubTransport())
    try store.write { db in for statement in sql { try db.execute(sql: statement) } }
  }

  private func reopened(_ entities: String, _ query: String) throws -> [[StoredValue]] {
    let store = try Store(.file(path), schema: try schema(entities))
    return try store.read { try $0.rows(query) }.map(\.values)
  }

  private func remove() {
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
  }

  @Test(arguments: [("Double", "1.0", StoredValue.real(1)), ("Data", "x'0001'", .blob([0, 1]))])
  func `what is unsent follows its row to a key of several parts`(
    type: String, sql: String, part: StoredValue
  ) throws {
    defer { remove() }
    let attributes = "attributes: { x: \(type), y: String, v: Int? }"
    try write(
      "P: { PrimaryKey: y, \(attributes) }", "ps/:y",
      [
        "INSERT INTO P (x, y, v) VALUES (\(sql), 'abc', 2)",
        "INSERT INTO _rowsmith_unsent VALUES ('P', 'abc', 0, 2)",
        "INSERT INTO _rowsmith_unsent_values (entity, key, name, is_link, base, revision) VALUES ('P', 'abc', 'v', 0, 1, 2)",
      ])
    #expect(
      try reopened("P: { PrimaryKey: [x, y], \(attributes) }", "SELECT key FROM _rowsmith_unsent")
        == [[KeyCoding.encode([part, .text("abc")])]])
  }

  @Test func `a note with a key of one part stays where keys have several`() throws {
    defer { remove() }
    try write(
      "P: { PrimaryKey: [x, y], attributes: { x: Double, y: String } }", "ps/:y",
      [
        "INSERT INTO P (x, y) VALUES (1.0, 'abc')", "INSERT INTO _rowsmith_unsent VALUES ('P', 'abc', 1, 2)",
      ])
    #expect(
      try reopened(
        "P: { PrimaryKey: [x, y], attributes: { x: { type: Int, coerce: true }, y: String } }",
        "SELECT key FROM _rowsmith_unsent") == [[.text("abc")]])
  }

  @Test func `noted values are converted with those of the rows`() throws {
    defer { remove() }
    try write(
      "Note: { attributes: { id: Int, at: Date? } }", "notes/:id",
      [
        "INSERT INTO Note (id, at) VALUES (1, '2024-01-01T00:00:00.000Z')",
        "INSERT INTO _rowsmith_unsent VALUES ('Note', 1, 0, 2)",
        "INSERT INTO _rowsmith_unsent_values (entity, key, name, is_link, base, revision) "
          + "VALUES ('Note', 1, 'at', 0, '2020-01-01T00:00:00.000Z', 2)",
      ])
    #expect(
      try reopened(
        "Note: { attributes: { id: Int, at: Int? } }", "SELECT base FROM _rowsmith_unsent_values")
        == [[.integer(1_577_836_800)]])
  }

  @Test func `what the server lacked of an attribute that becomes required is its default`() throws {
    defer { remove() }
    try write(
      "Note: { attributes: { id: Int, tone: String? } }", "notes/:id",
      [
        "INSERT INTO Note (id, tone) VALUES (1, 'mine')",
        "INSERT INTO _rowsmith_unsent VALUES ('Note', 1, 0, 2)",
        "INSERT INTO _rowsmith_unsent_values (entity, key, name, is_link, base, revision) "
          + "VALUES ('Note', 1, 'tone', 0, NULL, 2)",
      ])
    let required = "Note: { attributes: { id: Int, tone: { type: String, default: plain } } }"
    #expect(
      try reopened(required, "SELECT base, sent FROM _rowsmith_unsent_values") == [[.text("plain"), .null]])
  }

  @Test(arguments: [(0, 2, StoredValue.null), (1, 3, .text("plain")), (2, 2, .null)])
  func `an edit to what becomes the default is sent where the server had no value`(
    hasLeft: Int, now: Int, sent: StoredValue
  ) throws {
    defer { remove() }
    try write(
      "Note: { attributes: { id: Int, tone: String? } }", "notes/:id",
      [
        "INSERT INTO Note (id, tone) VALUES (1, 'plain')",
        "INSERT INTO _rowsmith_unsent VALUES ('Note', 1, 0, 2)",
        "INSERT INTO _rowsmith_unsent_values (entity, key, name, is_link, base, has_left, sent, revision) "
          + "VALUES ('Note', 1, 'tone', 0, NULL, \(hasLeft), NULL, 2)",
      ])
    let required = "Note: { attributes: { id: Int, tone: { type: String, default: plain } } }"
    #expect(
      try reopened(required, "SELECT base, has_left, sent FROM _rowsmith_unsent_values")
        == [[.text("plain"), .integer(Int64(now)), sent]])
  }

  @Test func `noted keys of a link to one of several entities are converted, too`() throws {
    defer { remove() }
    func model(_ key: String) -> String {
      "Issue: { attributes: { id: \(key) } }, Pull: { attributes: { id: \(key) } }, "
        + "Note: { attributes: { id: Int }, relationships: { subject: { oneOf: [Issue, Pull] } } }"
    }
    try write(
      model("Int"), "notes/:id",
      [
        "INSERT INTO Note (id, subjectIssue) VALUES (1, 6)",
        "INSERT INTO _rowsmith_unsent VALUES ('Note', 1, 0, 2)",
        "INSERT INTO _rowsmith_unsent_values (entity, key, name, is_link, base, revision) "
          + "VALUES ('Note', 1, 'subjectIssue', 0, 5, 2)",
      ])
    #expect(
      try reopened(model("String"), "SELECT name, base FROM _rowsmith_unsent_values")
        == [[.text("subjectIssue"), .text("5")]])
  }

  @Test func `noted keys are converted where an attribute becomes a relationship, and back`() throws {
    defer { remove() }
    let band = "Band: { attributes: { id: Int } }, Note: "
    let attribute = band + "{ attributes: { id: Int, band: String? } }"
    let relationship = band + "{ attributes: { id: Int }, relationships: { band: Band? } }"
    try write(
      attribute, "notes/:id",
      [
        "INSERT INTO Note (id, band) VALUES (1, '6')",
        "INSERT INTO _rowsmith_unsent VALUES ('Note', 1, 0, 2)",
        "INSERT INTO _rowsmith_unsent_values (entity, key, name, is_link, base, revision) "
          + "VALUES ('Note', 1, 'band', 0, '5', 2)",
      ])
    let query = "SELECT base FROM _rowsmith_unsent_values"
    #expect(try reopened(relationship, query) == [[.integer(5)]])
    #expect(try reopened(attribute, query) == [[.text("5")]])
  }

  @Test(arguments: [1, 2, 3])
  func `a noted link that becomes a list is noted as one, and the reverse`(hasLeft: Int) throws {
    defer { remove() }
    func model(_ key: String, _ link: String) -> String {
      "Tag: { attributes: { id: \(key) } }, Note: { attributes: { id: Int }, relationships: { \(link) } }"
    }
    let one = "tag: { to: Tag?, RenamedFrom: tags }"
    let list = "tags: { to: \"[Tag]\", inverse: none, RenamedFrom: tag }"
    try write(
      model("Int", one), "notes/:id",
      [
        "INSERT INTO Tag (id) VALUES (5), (6), (7)", "INSERT INTO Note (id, tag) VALUES (1, 6)",
        "INSERT INTO _rowsmith_unsent VALUES ('Note', 1, 0, 2)",
        "INSERT INTO _rowsmith_unsent_values (entity, key, name, is_link, base, has_left, sent, revision) "
          + "VALUES ('Note', 1, 'tag', 0, 5, \(hasLeft), 7, 2)",
      ])
    let query = "SELECT name, is_link, base, sent FROM _rowsmith_unsent_values WHERE entity = 'Note'"
    #expect(
      try reopened(model("String", list), query)
        == [[.text("tags"), .integer(1), .text(#"[[1,1,"5"],null]"#), .text(#"[1,1,"7"]"#)]])
    #expect(
      try reopened(model("Int", one), query) == [[.text("tag"), .integer(0), .integer(5), .integer(7)]])
  }

  @Test func `keys in noted lists are written as everywhere`() throws {
    defer { remove() }
    func model(_ key: String) -> String {
      "Note: { attributes: { id: Int, t: String? }, relationships: { tags: { to: \"[Tag]\", inverse: none } } }, "
        + "Tag: { attributes: { id: \(key) } }"
    }
    try write(
      model("Int"), "notes/:id",
      [
        "INSERT INTO Note (id) VALUES (1)", "INSERT INTO Tag (id) VALUES (7)",
        "INSERT INTO _rowsmith_unsent VALUES ('Note', 1, 0, 2)",
        "INSERT INTO _rowsmith_unsent_values (entity, key, name, is_link, base, revision) "
          + "VALUES ('Note', 1, 'tags', 1, '[null,[1,1,7]]', 2)",
      ])
    let own = KeyCoding.encode([.integer(1), .integer(1), .real(7)])
    #expect(own != .null)
    let found = try reopened(model("Double"), "SELECT base FROM _rowsmith_unsent_values")
    guard case .text(let text) = own else {
      Issue.record("a key of several parts is no text")
      return
    }
    #expect(found == [[.text("[null,\(text)]")]])
  }
}
