import Testing

@testable import Rowsmith

@Suite struct KeyTests {
  private static let named = """
    entities:
      Band:
        PrimaryKey: name
        attributes: { name: String, number: Int? }
      Album:
        attributes: { id: Int }
        relationships: { band: Band?, guests: { to: [Band], inverse: none } }
    """
  private static let json: [(entity: String, json: String)] = [
    ("Band", #"[{"name": "Can", "number": 7}, {"name": "Japan", "number": 5}]"#),
    (
      "Album",
      #"[{"id": 1, "band": "Can", "guests": ["Japan"]}, {"id": 2, "band": "Japan", "guests": ["Can", "Japan"]}, {"id": 3}]"#
    ),
  ]
  private static let numbered = """
    entities:
      Band:
        PrimaryKey: number
        attributes: { name: String, number: Int }
      Album:
        attributes: { id: Int }
        relationships: { band: Band?, guests: { to: [Band], inverse: none } }
    """

  @Test func `links follow rows to another key`() throws {
    let trial = try Trial(Self.named, Self.json)
    try trial.migrate(Self.numbered)
    #expect(try trial.rows("SELECT * FROM Band ORDER BY 1") == ["Can|7", "Japan|5"])
    #expect(try trial.rows("SELECT * FROM Album ORDER BY 1") == ["1|7", "2|5", "3|-"])
    #expect(try trial.rows("SELECT source, target FROM Album_guests ORDER BY 1, 2") == ["1|5", "2|5", "2|7"])
  }

  @Test func `a key that is missing or not unique is refused`() throws {
    let trial = try Trial(Self.named, Self.json)
    try trial.importJSON(#"[{"name": "Faust"}, {"name": "Neu", "number": 7}]"#, "Band")
    #expect(
      try trial.refusal(Self.numbered, allowsLoss: true) == [
        "Band.number: 1 row without a value, which is required and has no default ('Faust')",
        "Band.number: 1 value shared by several rows, and it is their key ('7')",
      ])
  }

  @Test func `decimals that become keys are spelled like those of an import`() throws {
    func model(_ key: String, _ code: String, _ sale: String) -> String {
      """
      entities:
        Rate: { PrimaryKey: \(key), attributes: { code: \(code), rate: Decimal } }
        Sale: { \(sale) }
      """
    }
    let before = model("code", "String", "attributes: { id: Int, rate: String? }")
    let json: [(entity: String, json: String)] = [
      ("Rate", #"[{"code": "1.50", "rate": 2.00}, {"code": "7", "rate": "0.250"}]"#),
      ("Sale", #"[{"id": 1, "rate": "2.00"}, {"id": 2, "rate": "0.25"}]"#),
    ]
    let linked = "attributes: { id: Int }, relationships: { rate: Rate? }"
    let trial = try Trial(before, json)
    try trial.migrate(model("rate", "String", linked))
    #expect(try trial.rows("SELECT code, rate FROM Rate ORDER BY 1") == ["1.50|2", "7|0.25"])
    #expect(try trial.rows("SELECT id, rate FROM Sale ORDER BY 1") == ["1|2", "2|0.25"])
    try trial.importJSON(#"{"code": "new", "rate": 2.00}"#, "Rate")
    #expect(try trial.rows("SELECT code, rate FROM Rate ORDER BY 1") == ["7|0.25", "new|2"])
    // A text that becomes a decimal.
    let other = try Trial(before, json)
    try other.migrate(model("code", "Decimal", "attributes: { id: Int, rate: String? }"))
    #expect(try other.rows("SELECT code, rate FROM Rate ORDER BY 1") == ["1.5|2.00", "7|0.250"])
    try other.importJSON(#"[{"code": 1.500, "rate": 3}, {"code": "1.51", "rate": 4}]"#, "Rate")
    #expect(try other.rows("SELECT code, rate FROM Rate ORDER BY 1") == ["1.5|3", "1.51|4", "7|0.250"])
    // Two that an import takes for one.
    let same = try Trial(before, [("Rate", #"[{"code": "a", "rate": 1.50}, {"code": "b", "rate": "1.5"}]"#)])
    #expect(
      try same.refusal(model("rate", "String", "attributes: { id: Int, rate: String? }")) == [
        "Rate.rate: 1 value shared by several rows, and it is their key ('1.5')"
      ])
  }

  @Test func `links to rows that are not there have no other key`() throws {
    let trial = try Trial(Self.named, Self.json)
    try trial.importJSON(#"{"id": 4, "band": "Lost", "guests": ["Lost"]}"#, "Album")
    #expect(try trial.refusal(Self.numbered) == ["Album.band: 1 link", "Album.guests: 1 link"])
    try trial.migrate(Self.numbered, allowsLoss: true)
    #expect(try trial.rows("SELECT band FROM Album WHERE id = 4") == ["-"])
  }

  @Test func `a key of another type takes links along, whether their rows are there or not`() throws {
    let model = { (type: String) in
      """
      entities:
        Band: { PrimaryKey: name, attributes: { name: \(type) } }
        Album: { attributes: { id: Int }, relationships: { band: Band? } }
      """
    }
    let trial = try Trial(
      model("Int"),
      [("Band", #"[{"name": 1}]"#), ("Album", #"[{"id": 1, "band": 1}, {"id": 2, "band": 2}]"#)])
    try trial.migrate(model("String"))
    #expect(try trial.rows("SELECT band, typeof(band) FROM Album ORDER BY id") == ["1|text", "2|text"])
    #expect(try trial.rows("SELECT * FROM _rowsmith_unresolved") == ["Album.band|2"])
    try trial.migrate(model("Int"))
    #expect(try trial.rows("SELECT band, typeof(band) FROM Album ORDER BY id") == ["1|integer", "2|integer"])
  }

  @Test func `rows without a key get an identifier when links lead to them, and lose it`() throws {
    let loose = """
      entities:
        Note: { attributes: { text: String } }
        Page: { attributes: { id: Int } }
      """
    let linked = """
      entities:
        Note: { attributes: { text: String }, relationships: { page: Page? } }
        Page: { attributes: { id: Int }, relationships: { notes: [Note] } }
      """
    let trial = try Trial(loose, "Note", #"[{"text": "b"}, {"text": "a"}, {"text": "b"}]"#)
    try trial.migrate(linked)
    #expect(try trial.rows("SELECT _rowsmith_id, text FROM Note ORDER BY 1") == ["1|b", "2|a", "3|b"])
    try trial.importJSON(#"{"id": 1, "notes": [{"text": "c"}]}"#, "Page")
    #expect(try trial.rows("SELECT text FROM Note WHERE page = 1") == ["c"])
    #expect(try trial.refusal(loose) == ["Note.page: 1 link"])
    try trial.migrate(loose, allowsLoss: true)
    #expect(try trial.rows("SELECT text FROM Note ORDER BY rowid") == ["b", "a", "b", "c"])
  }

  @Test func `an identifier becomes a key`() throws {
    let model = { (key: String) in
      """
      entities:
        Note: { \(key)attributes: { text: String }, relationships: { page: Page? } }
        Page: { attributes: { id: Int }, relationships: { notes: { to: [Note] }, seen: { to: [Note], inverse: none } } }
      """
    }
    let trial = try Trial(
      model("").replacing("notes: { to: [Note] }", with: "notes: { to: [Note], inverse: page }"), "Page",
      #"[{"id": 1, "notes": [{"text": "a"}, {"text": "b"}], "seen": [{"text": "c"}]}]"#)
    try trial.migrate(
      model("PrimaryKey: text, ").replacing(
        "notes: { to: [Note] }", with: "notes: { to: [Note], inverse: page }"))
    #expect(try trial.rows("SELECT * FROM Note ORDER BY 1") == ["a|1", "b|1", "c|-"])
    #expect(try trial.rows("SELECT source, target FROM Page_seen") == ["1|c"])
  }

  @Test func `a key of several parts, and the links to it, follow the parent's key`() throws {
    let model = { (key: String, code: String) in
      """
      entities:
        Order:
          PrimaryKey: \(key)
          attributes: { id: Int, code: \(code) }
          relationships: { lines: [Line] }
        Line:
          PrimaryKey: [order, position]
          attributes: { position: Int }
          relationships: { order: Order, parts: [Part] }
        Part:
          attributes: { id: Int }
          relationships: { line: Line? }
      """
    }
    let trial = try Trial(
      model("id", "String?"), "Order",
      #"[{"id": 1, "code": "x", "lines": [{"position": 1, "parts": [{"id": 5}]}, {"position": 2}]}]"#)
    try trial.migrate(model("code", "String"))
    #expect(try trial.rows("SELECT position, \"order\" FROM Line ORDER BY 1") == ["1|x", "2|x"])
    #expect(try trial.rows("SELECT * FROM Part") == ["5|x|1"])
  }

  @Test func `a simple key becomes one of several parts`() throws {
    let model = { (key: String) in
      """
      entities:
        Seat:
          PrimaryKey: \(key)
          attributes: { id: Int, row: Int, number: Int }
        Ticket:
          attributes: { id: Int }
          relationships: { seat: Seat? }
      """
    }
    let trial = try Trial(
      model("id"),
      [
        ("Seat", #"[{"id": 1, "row": 4, "number": 2}, {"id": 2, "row": 4, "number": 3}]"#),
        ("Ticket", #"[{"id": 1, "seat": 2}]"#),
      ])
    try trial.migrate(model("[row, number]"))
    #expect(try trial.rows("SELECT * FROM Ticket") == ["1|4|3"])
    try trial.migrate(model("id"))
    #expect(try trial.rows("SELECT * FROM Ticket") == ["1|2"])
  }
}
