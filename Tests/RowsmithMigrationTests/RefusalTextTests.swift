import Testing

@testable import Rowsmith

/// What is in the way of a migration, in the words that users read: subject, figure, reason, examples.
@Suite struct RefusalTextTests {
  private static func albums(_ attributes: String, _ rest: String = "") -> String {
    "entities:\n  Album:\n    PrimaryKey: id\n    attributes: { id: Int, \(attributes) }\n\(rest)"
  }

  private func trial(_ count: Int) throws -> Trial {
    let rows = (1...count).map { #"{"id": \#($0), "title": "t", "side": "\#($0 % 2)"}"# }
    return try Trial(
      Self.albums("title: String, side: String, label: String?"), "Album", "[\(rows.joined(separator: ","))]")
  }

  @Test(arguments: [
    (1, "1 row without a value, which is required and has no default ('1')"),
    (3, "3 rows without a value, which is required and has no default ('1', '2', '3')"),
    (4, "4 rows without a value, which is required and has no default ('1', '2', '3', …)"),
  ])
  func `three examples are named, and that there are more`(count: Int, text: String) throws {
    let refusal = try trial(count).refusal(Self.albums("title: String, side: String, label: String"))
    #expect(refusal == ["Album.label: \(text)"])
  }

  @Test func `a long example is cut`() throws {
    let key = String(repeating: "k", count: 41)
    let before = "entities: { A: { PrimaryKey: k, attributes: { k: String, v: String? } } }"
    let trial = try Trial(before, "A", #"{"k": "\#(key)"}"#)
    let refusal = try trial.refusal(before.replacing("v: String?", with: "v: String"))
    #expect(
      refusal == [
        "A.v: 1 row without a value, which is required and has no default ('\(key.prefix(40))…')"
      ])
  }

  @Test func `everything in the way is named at once, and what would be lost behind it`() throws {
    let trial = try trial(2)
    try trial.importJSON(#"{"id": 3, "title": "t", "side": "2", "label": "x"}"#, "Album")
    let after = Self.albums("title: { type: String, unique: true }, year: Int")
    #expect(
      try trial.refusal(after) == [
        "Album.year: 3 rows without a value, which is required and has no default ('1', '2', '3')",
        "Album.title: 1 value shared by several rows, and it must be unique ('t')",
        "Album.side: 3 values", "Album.label: 1 value",
      ])
  }

  @Test func `values of several columns that must differ together are named together`() throws {
    let trial = try trial(3)
    let after = Self.albums(
      "title: String, side: String, label: String?", "    unique: [[title, side]]\n")
    #expect(
      try trial.refusal(after, allowsLoss: true) == [
        "Album.title, side: 1 value shared by several rows, and it must be unique ('t'/'1')"
      ])
  }

  @Test func `NULL is shared by as many rows as like`() throws {
    let trial = try trial(3)
    let after = Self.albums("title: String, side: String, label: { type: String?, unique: true }")
    #expect(try trial.migrate(after).plan.refusals == [])
  }

  @Test func `a key that several rows would share is no key`() throws {
    let trial = try trial(3)
    let after =
      "entities: { Album: { PrimaryKey: side, attributes: { id: Int, title: String, side: String, label: String? } } }"
    #expect(
      try trial.refusal(after) == [
        "Album.side: 1 value shared by several rows, and it is their key ('1')"
      ])
  }

  @Test func `a key that rows lack is no key`() throws {
    let trial = try trial(1)
    let after =
      "entities: { Album: { PrimaryKey: label, attributes: { id: Int, title: String, side: String, label: String } } }"
    #expect(
      try trial.refusal(after) == [
        "Album.label: 1 row without a value, which is required and has no default ('1')"
      ])
  }

  private static let linked = """
    entities:
      Band: { PrimaryKey: name, attributes: { name: String }, relationships: { albums: { to: [Album], inverse: band } } }
      Album: { PrimaryKey: id, attributes: { id: Int }, relationships: { band: Band? } }
    """

  @Test func `a link that becomes required is asked of every row`() throws {
    let trial = try Trial(Self.linked, "Album", #"[{"id": 1, "band": {"name": "Can"}}, {"id": 2}]"#)
    let after = Self.linked.replacing("band: Band?", with: "band: Band")
    for allowsLoss in [false, true] {
      #expect(
        try trial.refusal(after, allowsLoss: allowsLoss) == [
          "Album.band: 1 row without a link, which is required ('2')"
        ])
    }
  }

  @Test func `a new required link is asked of every row, and of none where there is none`() throws {
    let before = Self.linked.replacing(
      "relationships: { band: Band? }", with: "relationships: { band: Band?, twin: Album? }")
    let trial = try Trial(Self.linked, "Album", #"{"id": 1}"#)
    let after = before.replacing("twin: Album?", with: "twin: { to: Album, inverse: none }")
    #expect(try trial.refusal(after) == ["Album.twin: 1 row without a link, which is required ('1')"])
    try Trial(Self.linked).migrate(after)
  }

  private static let family = """
    entities:
      Pet: { PrimaryKey: name, Discriminator: kind, attributes: { name: String } }
      Dog: { extends: Pet, attributes: { tricks: Int? } }
      Cat: { extends: Pet }
    """

  @Test func `of a family only the kinds that have the attribute are asked`() throws {
    let trial = try Trial(
      Self.family, "Pet",
      #"[{"kind":"Dog","name":"a"},{"kind":"Cat","name":"b"},{"kind":"Dog","name":"c","tricks":1}]"#)
    let after = Self.family.replacing("tricks: Int?", with: "tricks: Int")
    let lacking = ["Dog.tricks: 1 row without a value, which is required and has no default ('a')"]
    #expect(try trial.plan(after).refusals.map(\.description) == lacking)
    #expect(try trial.refusal(after, allowsLoss: true) == lacking)
    try trial.sql().run("UPDATE Pet SET tricks = 0 WHERE name = 'a'")
    #expect(try trial.migrate(after).plan.isEmpty)
  }

  @Test func `a value that the new type cannot hold and that is required is lost and in the way`() throws {
    let trial = try trial(1)
    try trial.importJSON(#"{"id": 2, "title": "12", "side": "x"}"#, "Album")
    let after = Self.albums("title: Int, side: String, label: String?")
    #expect(
      try trial.refusal(after, allowsLoss: true) == [
        "Album.title: 1 row without a value, which is required and has no default ('1')",
        "Album.title: 1 value that no Int can hold ('t')",
      ])
  }

  @Test func `a column of somebody else's is a loss where the table is built anew`() throws {
    let trial = try trial(1)
    try trial.sql().run("ALTER TABLE Album ADD COLUMN mine TEXT; UPDATE Album SET mine = 'x'")
    let after = Self.albums("side: String, title: Int?, label: String?")
    let refusal = try trial.refusal(after)
    #expect(refusal.contains("Album.mine: 1 value in a column that Rowsmith did not make"))
  }
}
