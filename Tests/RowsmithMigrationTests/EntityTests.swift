import Testing

@testable import Rowsmith

@Suite struct EntityTests {
  private static let bands = """
    entities:
      Band: { PrimaryKey: name, attributes: { name: String }, relationships: { members: { to: [Person] } } }
      Person: { attributes: { id: Int, instrument: { type: String?, index: true } } }
    """
  private static let json: [(entity: String, json: String)] = [
    ("Person", #"[{"id": 1, "instrument": "bass"}, {"id": 2}]"#),
    ("Band", #"{"name": "Japan", "members": [1, 2]}"#),
  ]

  @Test func `a new entity is a new table`() throws {
    let trial = try Trial(Self.bands, Self.json)
    let report = try trial.migrate(Self.bands + "\n  Label: { attributes: { id: Int, name: String } }")
    #expect(report.plan.steps == ["create the table Label", "rebuild the list of links that name no row"])
    try trial.importJSON(#"{"id": 1, "name": "Virgin"}"#, "Label")
  }

  @Test func `a removed entity with rows is a loss, with the links to it`() throws {
    let trial = try Trial(Self.bands, Self.json)
    let without = "entities:\n  Band: { PrimaryKey: name, attributes: { name: String } }"
    #expect(try trial.refusal(without) == ["Person: 2 rows ('1', '2')", "Band.members: 2 links"])
    try trial.migrate(without, allowsLoss: true)
    #expect(try trial.rows("SELECT * FROM Band") == ["Japan"])
  }

  @Test func `a removed entity without rows is no loss`() throws {
    let trial = try Trial(Self.bands)
    try trial.migrate("entities:\n  Band: { PrimaryKey: name, attributes: { name: String } }")
  }

  @Test func `a renamed entity keeps rows, links and indices`() throws {
    let trial = try Trial(Self.bands, Self.json)
    let renamed = Self.bands.replacing("[Person]", with: "[Musician]").replacing(
      "  Person: {", with: "  Musician: { RenamedFrom: Person,")
    let report = try trial.migrate(renamed)
    #expect(report.rebuiltRows == [:])
    #expect(try trial.rows("SELECT * FROM Musician ORDER BY 1") == ["1|bass", "2|-"])
    #expect(try trial.rows("SELECT source, target FROM Band_members ORDER BY 2") == ["Japan|1", "Japan|2"])
    try trial.importJSON(#"{"id": 2, "instrument": "drums"}"#, "Musician")
  }

  @Test func `two entities exchange their places over a rename`() throws {
    let trial = try Trial(
      "entities:\n  A: { attributes: { id: Int } }\n  B: { attributes: { id: Int } }",
      [("A", #"{"id": 1}"#)])
    // A was dropped in favour of B, which keeps A's rows.
    try trial.migrate("entities:\n  B: { RenamedFrom: A, attributes: { id: Int } }")
    #expect(try trial.rows("SELECT * FROM B") == ["1"])
  }

  @Test func `a new entity has the name of a renamed one, but for the case of its letters`() throws {
    let bands = """
      entities:
        Band: { attributes: { id: Int } }
        Album: { attributes: { id: Int }, relationships: { band: Band? } }
      """
    let trial = try Trial(bands, [("Band", #"{"id": 1}"#), ("Album", #"{"id": 2, "band": 1}"#)])
    try trial.migrate(
      """
      entities:
        Act: { RenamedFrom: Band, attributes: { id: Int } }
        BAND: { attributes: { id: Int } }
        Album:
          attributes: { id: Int }
          relationships: { act: { to: Act?, RenamedFrom: band }, other: BAND? }
      """)
    #expect(try trial.rows("SELECT id FROM Act") == ["1"])
    #expect(try trial.rows("SELECT id, act, other FROM Album") == ["2|1|-"])
  }

  @Test func `a renamed entity takes the name of a table of links that gets another one`() throws {
    let model = { (list: String, mark: String) in
      """
      entities:
        Band: { attributes: { id: Int }, relationships: { \(list) to: "[Tag]", inverse: none } } }
        Tag: { attributes: { id: Int } }
        \(mark) attributes: { id: Int } }
      """
    }
    let trial = try Trial(
      model("tags: {", "Mark: {"), [("Band", #"{"id": 1, "tags": [2, 3]}"#), ("Mark", #"{"id": 7}"#)])
    try trial.migrate(model("labels: { RenamedFrom: tags,", "Band_tags: { RenamedFrom: Mark,"))
    #expect(try trial.rows("SELECT source, target FROM Band_labels ORDER BY 2") == ["1|2", "1|3"])
    #expect(try trial.rows("SELECT id FROM Band_tags") == ["7"])
  }

  @Test func `an entity gains a kind and loses it`() throws {
    let family = Self.bands + "\n  Singer: { extends: Person, attributes: { range: String? } }"
    let trial = try Trial(Self.bands, Self.json)
    try trial.migrate(family)
    #expect(try trial.rows("SELECT * FROM Person ORDER BY id") == ["Person|1|bass|-", "Person|2|-|-"])
    try trial.migrate(Self.bands)
    try trial.migrate(family)
    try trial.importJSON(#"{"entity_name": "Singer", "id": 3, "range": "alto"}"#, "Person")
    try trial.importJSON(#"{"name": "Can", "members": [3]}"#, "Band")
    #expect(try trial.refusal(Self.bands) == ["Singer: 1 row ('3')", "Band.members: 1 link"])
    try trial.migrate(Self.bands, allowsLoss: true)
    #expect(try trial.rows("SELECT * FROM Person ORDER BY id") == ["1|bass", "2|-"])
    #expect(try trial.rows("SELECT source, target FROM Band_members ORDER BY 2") == ["Japan|1", "Japan|2"])
  }

  @Test func `an entity joins a family and leaves it`() throws {
    let apart = """
      entities:
        Person: { attributes: { id: Int, name: String } }
        Singer: { attributes: { id: Int, name: String, range: String? } }
        Song: { attributes: { id: Int }, relationships: { singer: Singer? } }
      """
    let joined = """
      entities:
        Person: { attributes: { id: Int, name: String } }
        Singer: { extends: Person, attributes: { range: String? } }
        Song: { attributes: { id: Int }, relationships: { singer: Singer? } }
      """
    let trial = try Trial(
      apart,
      [
        ("Person", #"{"id": 1, "name": "a"}"#), ("Singer", #"[{"id": 2, "name": "b", "range": "alto"}]"#),
        ("Song", #"{"id": 1, "singer": 2}"#),
      ])
    let clashing = try trial.copy()
    try clashing.importJSON(#"{"id": 1, "name": "c"}"#, "Singer")
    #expect(
      try clashing.refusal(joined) == [
        "Person.id: 1 value shared by several rows, and it is their key ('1')"
      ])
    try trial.migrate(joined)
    #expect(try trial.rows("SELECT * FROM Person ORDER BY id") == ["Person|1|a|-", "Singer|2|b|alto"])
    #expect(try trial.rows("SELECT * FROM Song") == ["1|2"])
    try trial.migrate(apart)
    #expect(try trial.rows("SELECT * FROM Person") == ["1|a"])
    #expect(try trial.rows("SELECT * FROM Singer") == ["2|b|alto"])
    #expect(try trial.rows("SELECT * FROM Song") == ["1|2"])
  }

  @Test func `an attribute moves up and down a family`() throws {
    let up = """
      entities:
        Person: { attributes: { id: Int, range: String? } }
        Singer: { extends: Person }
      """
    let down = """
      entities:
        Person: { attributes: { id: Int } }
        Singer: { extends: Person, attributes: { range: String? } }
      """
    let trial = try Trial(
      down, "Person", #"[{"id": 1}, {"id": 2, "entity_name": "Singer", "range": "alto"}]"#)
    try trial.migrate(up)
    #expect(try trial.rows("SELECT id, range FROM Person ORDER BY 1") == ["1|-", "2|alto"])
    try trial.importJSON(#"{"id": 1, "range": "bass"}"#, "Person")
    #expect(try trial.refusal(down) == ["Person.range: 1 value"])
    try trial.migrate(down, allowsLoss: true)
    #expect(try trial.rows("SELECT id, range FROM Person ORDER BY 1") == ["1|-", "2|alto"])
  }

  @Test func `rows of an entity that no model has are a loss where their table is rebuilt`() throws {
    let family = """
      entities:
        Person: { attributes: { id: Int, age: Int? } }
        Singer: { extends: Person }
      """
    let trial = try Trial(family, "Person", #"{"id": 1}"#)
    try trial.sql().run("INSERT INTO Person (entityName, id) VALUES ('Drummer', 2)")
    let rebuilt = family.replacing("age: Int?", with: "age: String?")
    #expect(
      try trial.refusal(rebuilt) == ["Person: 1 row of an entity that the model does not have ('Drummer')"])
    try trial.migrate(rebuilt, allowsLoss: true)
    #expect(try trial.rows("SELECT id FROM Person") == ["1"])
  }

  @Test func `a column of one kind that is added again as advised does not stop the next migration`() throws {
    let family = """
      entities:
        Person: { attributes: { id: Int } }
        Singer: { extends: Person, attributes: { range: { type: String?, default: alto } } }
        Soloist: { extends: Singer }
      """
    let trial = try Trial(
      family, "Person",
      #"[{"id": 1}, {"id": 2, "entity_name": "Singer"}, {"id": 3, "entity_name": "Soloist"}]"#)
    try trial.sql().run("ALTER TABLE Person DROP COLUMN range")
    let error = #expect(throws: StoreError.self) { try trial.importJSON("[]", "Person") }
    let advice =
      #"ALTER TABLE "Person" ADD COLUMN "range" TEXT DEFAULT 'alto'; UPDATE "Person" SET "range" = NULL "#
      + #"WHERE "entityName" NOT IN ('Singer', 'Soloist')"#
    #expect(error?.message.hasSuffix("restore a backup, or add the column: \(advice)") == true)
    try trial.sql().run(advice)
    try trial.migrate(family + "\n  Song: { attributes: { id: Int } }")
    #expect(try trial.rows("SELECT id, range FROM Person ORDER BY id") == ["1|-", "2|alto", "3|alto"])
  }

  @Test func `a kind is renamed`() throws {
    let model = { (name: String) in
      "entities:\n  Person: { attributes: { id: Int } }\n  \(name): { extends: Person, attributes: { range: String? } }"
    }
    let trial = try Trial(
      model("Singer"), "Person", #"[{"id": 2, "entity_name": "Singer", "range": "alto"}]"#)
    try trial.migrate(model("Voice").replacing("Voice: {", with: "Voice: { RenamedFrom: Singer,"))
    #expect(try trial.rows("SELECT * FROM Person") == ["Voice|2|alto"])
  }

  @Test func `two entities without a key that have links become one family`() throws {
    let list = "{ to: \"[C]\", inverse: none, MergePolicy: Merge }"
    let model = { (parent: String, extends: String) in
      """
      entities:
        \(parent)
        A: { \(extends) attributes: { n: String? }, relationships: { cs: \(list) } }
        B: { \(extends) attributes: { m: String? }, relationships: { ds: \(list) } }
        C: { attributes: { id: Int } }
      """
    }
    let trial = try Trial(
      model("", ""), [("A", #"[{"n": "a", "cs": [1]}]"#), ("B", #"[{"m": "b", "ds": [2]}]"#)])
    try trial.migrate(model("P: { attributes: { q: Int? } }", "extends: P,"))
    #expect(
      try trial.rows("SELECT n, target FROM P JOIN A_cs ON source = _rowsmith_id WHERE entityName = 'A'")
        == ["a|1"])
    #expect(
      try trial.rows("SELECT m, target FROM P JOIN B_ds ON source = _rowsmith_id WHERE entityName = 'B'")
        == ["b|2"])
  }
}
