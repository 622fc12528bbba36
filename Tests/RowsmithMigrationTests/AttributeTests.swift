import Testing

@testable import Rowsmith

@Suite struct AttributeTests {
  private static let bands = """
    entities:
      Band:
        PrimaryKey: name
        attributes: { name: String, formed: Int, hiatus: String? }
    """
  private static let json = """
    [{"name": "Japan", "formed": 1974, "hiatus": "1982"}, {"name": "Can", "formed": 1968}]
    """

  private func trial() throws -> Trial { try Trial(Self.bands, "Band", Self.json) }

  private func bands(_ attributes: String, _ more: String = "") -> String {
    "entities:\n  Band:\n    PrimaryKey: name\n    attributes: { name: String, \(attributes) }\n\(more)"
  }

  @Test func `the same model changes nothing`() throws {
    let trial = try trial()
    #expect(try trial.plan(Self.bands).isEmpty)
    #expect(try trial.migrate(Self.bands).plan.steps == [])
  }

  @Test func `a new attribute is NULL or its default`() throws {
    let trial = try trial()
    let report = try trial.migrate(
      bands("formed: Int, hiatus: String?, country: { type: String, default: UK }, site: URL?"))
    #expect(
      report.plan.steps == [
        "add the column Band.country, filled with 'UK'", "add the column Band.site",
        "rebuild the list of links that name no row",
      ])
    #expect(
      try trial.rows("SELECT * FROM Band ORDER BY name") == ["Can|1968|-|UK|-", "Japan|1974|1982|UK|-"])
  }

  @Test func `a new attribute among others rebuilds the table`() throws {
    let trial = try trial()
    let report = try trial.migrate(
      bands("country: { type: String, default: UK }, formed: Int, hiatus: String?"))
    #expect(report.plan.steps[0] == "rebuild the table Band: country added, filled with 'UK'")
    #expect(report.rebuiltRows == ["Band": 2])
    #expect(try trial.rows("SELECT * FROM Band ORDER BY name") == ["Can|UK|1968|-", "Japan|UK|1974|1982"])
  }

  @Test("an entity of many attributes gets another one", .timeLimit(.minutes(10)))
  func manyAttributes() throws {
    let attributes = (1...1200).map { "a\($0): String?" }.joined(separator: ", ")
    let trial = try Trial(bands(attributes), "Band", #"[{"name": "Can", "a7": "x"}]"#)
    let renamed = attributes.replacing("a7: String?", with: "seventh: { type: String?, RenamedFrom: a7 }")
    let report = try trial.migrate(bands("\(renamed), more: Int?"))
    #expect(
      report.plan.steps.prefix(2) == ["rename the column Band.a7 to seventh", "add the column Band.more"])
    #expect(try trial.rows("SELECT name, seventh, more FROM Band") == ["Can|x|-"])
  }

  @Test func `a renamed attribute keeps its values`() throws {
    let trial = try trial()
    let report = try trial.migrate(bands("formed: Int, pause: { type: String?, RenamedFrom: hiatus }"))
    #expect(report.plan.steps[0] == "rename the column Band.hiatus to pause")
    #expect(try trial.rows("SELECT name, pause FROM Band ORDER BY name") == ["Can|-", "Japan|1982"])
  }

  @Test func `a former name that is not there means nothing`() throws {
    let trial = try trial()
    try trial.migrate(bands("formed: { type: Int, RenamedFrom: founded }, hiatus: String?"))
    #expect(try trial.rows("SELECT formed FROM Band ORDER BY name") == ["1968", "1974"])
  }

  @Test func `a removed attribute with values is a loss`() throws {
    let trial = try trial()
    #expect(try trial.refusal(bands("formed: Int")) == ["Band.hiatus: 1 value"])
    let report = try trial.migrate(bands("formed: Int"), allowsLoss: true)
    #expect(report.plan.losses.map(\.description) == ["Band.hiatus: 1 value"])
    #expect(try trial.rows("SELECT * FROM Band ORDER BY name") == ["Can|1968", "Japan|1974"])
  }

  @Test func `a removed attribute without values is no loss`() throws {
    let trial = try Trial(Self.bands, "Band", #"{"name": "Can", "formed": 1968}"#)
    let report = try trial.migrate(bands("formed: Int"))
    #expect(report.plan.steps[0] == "drop the column Band.hiatus")
    #expect(try trial.rows("SELECT * FROM Band") == ["Can|1968"])
  }

  @Test func `what becomes required is filled with the default`() throws {
    let trial = try trial()
    try trial.migrate(bands("formed: Int, hiatus: { type: String, default: never }"))
    #expect(try trial.rows("SELECT name, hiatus FROM Band ORDER BY name") == ["Can|never", "Japan|1982"])
  }

  @Test func `what becomes required without a default needs values`() throws {
    let trial = try trial()
    for allowsLoss in [false, true] {
      #expect(
        try trial.refusal(bands("formed: Int, hiatus: String"), allowsLoss: allowsLoss) == [
          "Band.hiatus: 1 row without a value, which is required and has no default ('Can')"
        ])
    }
    #expect(
      try trial.refusal(bands("formed: Int, hiatus: String?, country: String")) == [
        "Band.country: 2 rows without a value, which is required and has no default ('Can', 'Japan')"
      ])
    try trial.sql().run("DELETE FROM Band")
    try trial.migrate(bands("formed: Int, hiatus: String, country: String"))
  }

  @Test func `what becomes optional, and another default`() throws {
    let trial = try trial()
    try trial.migrate(bands("formed: { type: Int?, default: 1970 }, hiatus: { type: String?, default: no }"))
    #expect(try trial.rows("SELECT * FROM Band ORDER BY name") == ["Can|1968|-", "Japan|1974|1982"])
    try trial.migrate(bands("formed: Int?, hiatus: String?"))
    #expect(try trial.rows("SELECT * FROM Band ORDER BY name") == ["Can|1968|-", "Japan|1974|1982"])
  }

  @Test func `indices come and go`() throws {
    let trial = try trial()
    let report = try trial.migrate(
      bands(
        "formed: { type: Int, index: true }, hiatus: { type: String?, unique: true }",
        "    indexes: [[formed, hiatus]]"))
    #expect(
      report.plan.steps.filter { $0.contains("index") } == [
        "create the unique index Band.hiatus", "create the index Band.formed.hiatus",
      ])
    try trial.migrate(Self.bands)
  }

  @Test func `unique values that are there twice are refused`() throws {
    let trial = try trial()
    try trial.importJSON(#"{"name": "Roxy", "formed": 1974}"#, "Band")
    #expect(
      try trial.refusal(bands("formed: { type: Int, unique: true }, hiatus: String?"), allowsLoss: true) == [
        "Band.formed: 1 value shared by several rows, and it must be unique ('1974')"
      ])
  }

  @Test func `an enumeration may grow and shrink`() throws {
    let model = { (values: String) in
      "enums: { Kind: [\(values)] }\nentities:\n  Thing:\n    attributes: { id: Int, kind: Kind }\n"
    }
    let trial = try Trial(model("a, b"), "Thing", #"[{"id": 1, "kind": "a"}, {"id": 2, "kind": "b"}]"#)
    for values in ["a, b, c", "a"] {
      #expect(try trial.migrate(model(values)).plan.isEmpty)
      #expect(try trial.rows("SELECT kind FROM Thing ORDER BY id") == ["a", "b"])
    }
  }

  @Test func `what one kind of a family declares unique is, where the parent only indexes it`() throws {
    let yaml = """
      entities:
        M: { PrimaryKey: id, attributes: { id: Int, x: { type: String?, index: true } } }
        G: { extends: M, attributes: { y: Int? }, unique: [[x]] }
      """
    let trial = try Trial(yaml, "M", #"[{"id":1,"entity_name":"G","x":"a"}]"#)
    let refused = { () -> ImportError.Reason? in
      #expect(throws: ImportError.self) {
        try trial.importJSON(#"[{"id":2,"entity_name":"G","x":"a"}]"#, "M")
      }?.reason
    }
    #expect(refused() == .notUnique)
    // As an earlier version made it.
    let plain = #"DROP INDEX "M.x"; CREATE INDEX "M.x" ON "M" ("x")"#
    try trial.sql().run(plain)
    let report = try trial.migrate(yaml.replacing("y: Int?", with: "y: Int?, z: Int?"))
    #expect(report.plan.steps.prefix(2) == ["make the index M.x unique", "add the column M.z"])
    #expect(refused() == .notUnique)
    try trial.sql().run(plain + #"; INSERT INTO "M" (id, entityName, x) VALUES (2, 'G', 'a')"#)
    #expect(
      try trial.refusal(yaml.replacing("y: Int?", with: "z: Int?, w: Int?"))
        == ["M.x: 1 value shared by several rows, and it must be unique ('a')"])
    try trial.migrate(yaml.replacing(", unique: [[x]]", with: ""))
    #expect(try trial.rows("SELECT id FROM M ORDER BY id") == ["1", "2"])
  }

  @Test func `an index of the model that another program has dropped is made again, or stays away`() throws {
    let yaml = """
      entities:
        Band:
          attributes: { id: Int, formed: { type: Int?, index: true }, code: { type: String?, unique: true } }
          relationships: { tags: { to: [Tag], inverse: none } }
        Tag: { attributes: { id: Int } }
      """
    let more = { (names: String) in yaml.replacing("unique: true } }", with: "unique: true }, \(names) }") }
    let drop = #"DROP INDEX "Band.formed"; DROP INDEX "Band.code"; DROP INDEX "Band_tags.target""#
    let trial = try Trial(yaml, "Band", #"{"id": 1, "formed": 1968, "code": "a", "tags": [5]}"#)
    try trial.sql().run(drop)
    let steps = [
      "create the unique index Band.code again", "create the index Band.formed again",
      "create the index Band_tags.target again",
    ]
    #expect(try Array(trial.plan(more("site: String?")).steps.prefix(3)) == steps)
    let report = try trial.migrate(more("site: String?"))
    #expect(Array(report.plan.steps.prefix(4)) == steps + ["add the column Band.site"])
    try trial.sql().run(drop)
    try trial.migrate(
      more("site: String?").replacing("{ type: Int?, index: true }", with: "Int?")
        .replacing("tags: { ", with: "labels: { RenamedFrom: tags, "))
    #expect(try trial.rows("SELECT source, target FROM Band_labels") == ["1|5"])
    try trial.sql().run(#"DROP INDEX "Band.code"; INSERT INTO Band (id, code) VALUES (2, 'a')"#)
    #expect(
      try trial.refusal(more("site: String?, rank: Int?").replacing("tags: { ", with: "labels: { "))
        == ["Band.code: 1 value shared by several rows, and it must be unique ('a')"])
  }

  @Test
  func `values that must differ and no longer do are named, also under a new name`() throws {
    let yaml = "entities: { Band: { attributes: { id: Int, code: { type: String?, unique: true } } } }"
    let trial = try Trial(yaml, "Band", #"{"id": 1, "code": "a"}"#)
    try trial.sql().run(#"DROP INDEX "Band.code"; INSERT INTO Band (id, code) VALUES (2, 'a')"#)
    let renamed = [
      yaml.replacing("Band: {", with: "Act: { RenamedFrom: Band,"),
      yaml.replacing("code: {", with: "tag: { RenamedFrom: code,"),
    ]
    for yaml in renamed {
      #expect(
        try trial.refusal(yaml) == ["Band.code: 1 value shared by several rows, and it must be unique ('a')"])
    }
    // What need not differ any more is in no one's way.
    try trial.copy().migrate(renamed[0].replacing(", unique: true", with: ""))
    try trial.sql().run("DELETE FROM Band WHERE id = 2")
    try trial.migrate(renamed[0])
  }

  @Test func `a table that another program built anew without its constraints stops no migration`() throws {
    let yaml = """
      entities:
        Band: { attributes: { id: Int, name: String } }
        Album: { attributes: { id: Int, title: String }, relationships: { band: Band? } }
      """
    let trial = try Trial(yaml, "Album", #"{"id": 1, "title": "Tago Mago", "band": 5}"#)
    try trial.sql().run(
      """
      CREATE TABLE copy (id INTEGER PRIMARY KEY, title TEXT, band INTEGER);
      INSERT INTO copy SELECT id, title, band FROM Album;
      DROP TABLE Album;
      ALTER TABLE copy RENAME TO Album;
      """)
    let grown = yaml.replacing("name: String", with: "name: String, formed: Int?")
    try Store.migrate(at: trial.path, to: schema(grown))
    let renamed = grown.replacing("Album: {", with: "Record: { RenamedFrom: Album,")
    try Store.migrate(at: trial.path, to: schema(renamed))
    #expect(try trial.rows("SELECT id, title, band FROM Record") == ["1|Tago Mago|5"])
    // Once it is rebuilt, it is as in a new database.
    try trial.migrate(renamed.replacing("title: String", with: "title: String, year: Int?"))
  }

  @Test func `a table that another program built anew gets what the migration adds, or is refused`() throws {
    let yaml = "entities: { Band: { attributes: { id: Int, name: String } } }"
    let before = try schema(yaml)
    let now = try schema(yaml.replacing("name: String", with: "name: String, formed: Int?"))
    let connection = try Connection(path: ":memory:")
    try connection.execute("CREATE TABLE Band (id INTEGER PRIMARY KEY, name TEXT)")
    let migration = Migration(from: before, to: now)
    let verification = try MigrationVerification(migration, connection, old: Layout(before))
    #expect(throws: MigrationError.self) { try verification.verify(layout: Layout(now)) }
    try connection.execute("ALTER TABLE Band ADD COLUMN formed INTEGER")
    #expect(try verification.verify(layout: Layout(now)) == [:])
  }
}
