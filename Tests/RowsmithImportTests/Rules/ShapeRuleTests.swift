import Rowsmith
import Testing

/// What a document may look like.
@Suite struct ShapeRuleTests {
  private static let authors = "SELECT id, name FROM Author ORDER BY id"

  @Test(arguments: [
    #"[{"id":1,"name":"a"},{"id":2,"name":"b"}]"#, "{\"id\":1,\"name\":\"a\"}\n{\"id\":2,\"name\":\"b\"}\n",
    #"{"id":1,"name":"a"} {"id":2,"name":"b"}"#,
    "\n\n{\"id\":1,\"name\":\"a\"}\r\n\r\n{\"id\":2,\"name\":\"b\"}",
  ])
  func `an array and newline-delimited objects are recognised`(text: String) throws {
    let test = try LibraryModel.scenario().test
    try test.importJSON(text, into: .entity("Author"))
    #expect(try test.reader.rows(ShapeRuleTests.authors).count == 2)
  }

  @Test func `one object is one record, and no record is none`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(#"{"id":1,"name":"a"}"#, into: "Author")
    try scenario.importJSON("[]", into: "Author")
    try scenario.expect(ShapeRuleTests.authors, "1 | a")
  }

  @Test func `a key path leads to the value, and all around it is read`() throws {
    let test = try LibraryModel.scenario().test
    let document = #"{"meta":{"n":[1,{}]},"data":{"x":0,"list":[{"id":9},{"id":1,"name":"a"}]},"end":true}"#
    try test.importJSON(document, into: .entity("Author")) { $0.path = ["data", "list"] }
    #expect(try test.reader.rows("SELECT id FROM Author ORDER BY id") == [[.integer(1)], [.integer(9)]])
    try test.importJSON(document, into: .entity("Author")) { $0.path = ["data", "list", "1"] }
    for (path, text) in [
      (["data", "lost"], document), (["data"], "[]"), (["data", "list"], String(document.dropLast())),
    ] {
      let error = #expect(throws: ImportError.self) {
        try test.importJSON(text, into: .entity("Author")) { $0.path = path }
      }
      #expect(error?.reason == (path == ["data", "list"] ? .malformedJSON : .unexpectedShape))
    }
  }

  @Test func `a keyed map fills the primary key that its objects do not carry`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(#"{"1":{"name":"a"},"2":{"name":"b","id":3}}"#, into: .keyed("Author"))
    try scenario.expect(ShapeRuleTests.authors, "1 | a\n3 | b")
    let error = try scenario.failure(#"{"one":{"name":"a"}}"#, into: .keyed("Author"))
    #expect(error.path?.hasPrefix("$.one") == true)
    #expect(error.entity == "Author")
  }

  @Test func `a document of several entities, at key paths and in maps`() throws {
    let scenario = try LibraryModel.scenario()
    let report = try scenario.importJSON(
      #"{"authors":[{"id":1}],"tags":{"red":{"color":"r"}},"main":{"towns":[{"id":"x"}],"more":1},"else":[{}]}"#,
      into: .document("library"))
    #expect(report.entities.mapValues(\.inserted) == ["Author": 1, "Tag": 1, "Town": 1])
    #expect(Set(report.unknownKeys.keys) == ["else", "main.more"])
    try scenario.expect("SELECT name, color FROM Tag", "red | r")
  }

  @Test(arguments: [
    ("7", ImportTarget.entity("Author")), ("\"x\"", .entity("Author")), ("true", .entity("Author")),
    ("[]", .keyed("Author")), ("[]", .document("library")), (#"{"authors":7}"#, .document("library")),
    (#"{"tags":[]}"#, .document("library")),
  ])
  func `a document of another shape`(text: String, target: ImportTarget) throws {
    let scenario = try LibraryModel.scenario()
    let error = try scenario.failure(text, into: target)
    #expect(error.reason == .unexpectedShape, "\(error)")
    #expect(error.path != nil && error.line == 1, "\(error)")
  }

  @Test func `a number in a path of a document is a key and no index`() throws {
    let scenario = try ImportScenario(
      """
      entities: { Row: { attributes: { id: Int } } }
      documents: { league: { standings.0.table: [Row] } }
      """)
    try scenario.importJSON(#"{"standings":{"0":{"table":[{"id":1}]}}}"#, into: .document("league"))
    try scenario.expect("SELECT id FROM Row", "1")
    let error = try scenario.failure(
      #"{"standings":[{"table":[{"id":2}]}]}"#, into: .document("league"))
    #expect(error.path == "$.standings")
    #expect(
      error.message.hasPrefix(
        "expected an object with the members of the document, whose key paths have no indexes (import the items "
          + "under a path), found an array"), "\(error)")
  }

  @Test func `positions, map keys and lone values are places that attributes read`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        List:
          attributes: { id: Int }
          relationships: { items: { to: {Item}, MergePolicy: Merge }, words: { to: [Word], MergePolicy: Merge } }
        Item:
          attributes: { id: String, place: { type: Int?, ImportName: $index }, label: { type: String?, ImportName: $key } }
        Word:
          PrimaryKey: text
          attributes: { text: { type: String, ImportName: $value }, place: { type: Int?, ImportName: $index } }
      """)
    try scenario.importJSON(#"{"id":1,"items":{"a":{},"b":{"id":"c"}},"words":["x","y","x"]}"#, into: "List")
    try scenario.expect("SELECT id, label, place FROM Item ORDER BY id", "a | a | ·\nc | b | ·")
    try scenario.expect("SELECT text, place FROM Word ORDER BY text", "x | 2\ny | 1")
    try scenario.importJSON(#"[{"id":"p"},{"id":"q"}]"#, into: "Item")
    try scenario.expect("SELECT id, place FROM Item WHERE place NOT NULL ORDER BY id", "p | 0\nq | 1")
  }

  @Test func `a discriminator chooses the entity, absence keeps or asks`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Musician: { attributes: { id: Int, name: String? } }
        Guitarist: { extends: Musician, attributes: { strings: { type: Int, default: 6 } } }
        Drummer: { extends: Musician, attributes: { drums: Int? } }
      """)
    let rows = "SELECT id, entityName, name, strings, drums FROM Musician ORDER BY id"
    try scenario.importJSON(
      #"[{"id":1,"entity_name":"Guitarist","name":"a"},{"id":2,"entity_name":"Drummer","drums":5},{"id":3}]"#,
      into: "Musician")
    try scenario.expect(rows, "1 | Guitarist | a | 6 | ·\n2 | Drummer | · | · | 5\n3 | Musician | · | · | ·")
    // Without it the object is read as the entity asked for; the row stays what it is.
    let report = try scenario.importJSON(
      #"[{"id":1,"name":"b","strings":12},{"id":2,"entity_name":"Guitarist"}]"#, into: "Musician")
    #expect(report.unknownKeys["Musician.strings"]?.count == 1)
    try scenario.expect(
      rows, "1 | Guitarist | b | 6 | ·\n2 | Guitarist | · | 6 | ·\n3 | Musician | · | · | ·")
    try scenario.importJSON(#"{"id":3,"drums":1}"#, into: "Drummer")
    try scenario.expect("SELECT entityName, drums FROM Musician WHERE id = 3", "Drummer | 1")
    for (text, asked) in [
      (#"{"id":1,"entity_name":"Singer"}"#, "Musician"), (#"{"id":1,"entity_name":7}"#, "Musician"),
      (#"{"id":1,"entity_name":"Drummer"}"#, "Guitarist"),
    ] {
      let error = try scenario.failure(text, into: asked)
      #expect(error.reason == .invalidValue)
      #expect(error.path == "$.entity_name")
    }
  }

  @Test func `a lone value is read by every attribute that reads lone values`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Tag:
          PrimaryKey: slug
          attributes:
            title: { type: String?, ImportName: [title, $value] }
            slug: { type: String, ImportName: [slug, $value], Transform: lowercase }
            note: { type: String?, ImportName: [note, $value] }
      """, comparingReference: false)
    try scenario.importJSON(#"["Rock",{"slug":"Pop"}]"#, into: "Tag")
    try scenario.expect("SELECT slug, title, note FROM Tag ORDER BY slug", "pop | · | ·\nrock | Rock | Rock")
    let report = try scenario.importJSON(#"["a",5]"#, into: "Tag") { $0.onInvalid = .skip }
    #expect(report.skipped.map(\.path) == ["$[1]"])
  }
}
