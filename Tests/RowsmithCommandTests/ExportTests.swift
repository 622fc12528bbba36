import Testing

/// `rowsmith export`.
struct ExportTests {
  private let small: SmallModel

  init() throws {
    small = try SmallModel()
    let outcome = try small.importJSON(
      """
      {"bands": [{"name": "Japan", "formed": 1974, "albums": [{"id": 2, "title": "b"}, {"id": 1, "title": "a,b"}]},
                 {"name": "A,C"}],
       "albums": [{"id": 2, "tracks": [{"disc": "x,y", "place": 1}, {"disc": "x", "place": 2, "guests": ["Japan"]}]}]}
      """, ["--document", "all"])
    try #require(outcome.status == 0, "\(outcome.diagnostics)")
  }

  private func expectExport(_ entity: String, _ arguments: [String], _ expected: String) throws {
    let outcome = try small.export(entity, arguments)
    #expect(outcome.status == 0)
    #expect(outcome.output == expected)
    #expect(outcome.diagnostics == "")
  }

  @Test
  func `an array on one line`() throws {
    try expectExport(
      "Band", [], #"[{"name":"A,C","albums":[]},{"name":"Japan","formed":1974,"albums":[2,1]}]"# + "\n")
  }

  @Test
  func `one record on each line`() throws {
    try expectExport(
      "Album", ["--ndjson"],
      #"{"id":1,"title":"a,b","band":"Japan"}"# + "\n" + #"{"id":2,"title":"b","band":"Japan"}"# + "\n")
  }

  @Test
  func `an array on many lines`() throws {
    try expectExport(
      "Album", ["--pretty", "--key", "1"],
      "[\n  {\n    \"id\": 1,\n    \"title\": \"a,b\",\n    \"band\": \"Japan\"\n  }\n]\n")
  }

  @Test
  func `records that are asked for, in that order`() throws {
    try expectExport(
      "Album", ["--key", "2", "--key=1"],
      #"[{"id":2,"title":"b","band":"Japan"},{"id":1,"title":"a,b","band":"Japan"}]"# + "\n")
    // A key of one part is taken as it is.
    try expectExport("Band", ["--key", "A,C"], #"[{"name":"A,C","albums":[]}]"# + "\n")
    try expectExport(
      "Track", ["--key", #"2,x\,y,1"#], #"[{"disc":"x,y","place":1,"album":2,"guests":[]}]"# + "\n")
  }

  @Test
  func `relationships that are written whole`() throws {
    try expectExport(
      "Band", ["--key", "Japan", "--embed", "albums.tracks"],
      #"[{"name":"Japan","formed":1974,"albums":[{"id":2,"title":"b","tracks":["#
        + #"{"disc":"x","place":2,"guests":["Japan"]},{"disc":"x,y","place":1,"guests":[]}]},"#
        + #"{"id":1,"title":"a,b","tracks":[]}]}]"# + "\n")
    try expectExport(
      "Album", ["--key=1", "--embed=band", "--embed=tracks"],
      #"[{"id":1,"title":"a,b","band":{"name":"Japan","formed":1974},"tracks":[]}]"# + "\n")
  }

  @Test
  func `nulls, keys, and some members only`() throws {
    try expectExport(
      "Band",
      ["--key", "Japan", "--nulls", "written", "--omit", "formed", "--to-many=omitted", "--keys=albums"],
      #"[{"name":"Japan","mood":null,"albums":[2,1]}]"# + "\n")
    try expectExport(
      "Band", ["--key", "Japan", "--only", "albums.title"],
      #"[{"name":"Japan","albums":[{"id":2,"title":"b"},{"id":1,"title":"a,b"}]}]"# + "\n")
    try expectExport(
      "Band", ["--key", "Japan", "--to-many", "omitted"], #"[{"name":"Japan","formed":1974}]"# + "\n")
    try expectExport(
      "Album", ["--key=1", "--to-one", "embedded"],
      #"[{"id":1,"title":"a,b","band":{"name":"Japan","formed":1974}}]"# + "\n")
    try expectExport(
      "Album", ["--key=1", "--foreign-keys", "--to-many=omitted"],
      #"[{"id":1,"title":"a,b","band_id":"Japan"}]"# + "\n")
  }

  @Test
  func `a key that no record has`() throws {
    let outcome = try small.export("Album", ["--key", "1", "--key", "9"])
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.diagnostics == "error: there is no Album with the key 9\n")
  }

  @Test
  func `a key that is none, a relationship that is none`() throws {
    let key = try small.export("Album", ["--key", "one"])
    #expect(key.status == 2)
    #expect(
      key.diagnostics.hasPrefix("error: --key: the key column 'id': expected an integer, found \"one\""))
    let embed = try small.export("Album", ["--embed", "bands"])
    #expect(embed.status == 2)
    #expect(embed.output == "")
    #expect(
      embed.diagnostics
        == "error: --embed: Album has no relationship 'bands'; it has band, tracks; did you mean 'band'?\n"
        + "See 'rowsmith export --help'.\n"
    )
  }

  @Test
  func `a database that is not there, or is none`() throws {
    let arguments = ["export", "--model", "Small.yml", "--entity", "Band", "--from"]
    let missing = try RowsmithProcess.run(arguments + ["none.sqlite"], in: small.folder)
    #expect(missing.status == 1)
    #expect(missing.diagnostics == "error: there is no database 'none.sqlite'\n")
    #expect(!small.folder.has("none.sqlite"))
    try small.folder.write("", to: "empty.sqlite")
    let empty = try RowsmithProcess.run(arguments + ["empty.sqlite"], in: small.folder)
    #expect(empty.status == 1)
    #expect(empty.diagnostics.contains("'empty.sqlite' holds no records of Rowsmith"))
    let none = try RowsmithProcess.run(arguments + ["Small.yml"], in: small.folder)
    #expect(none.status == 1)
    #expect(none.output == "")
  }

  @Test
  func `what the JSON cannot say goes to standard error`() throws {
    let shop = try Folder()
    let document = Repository.path("Schemas/Documents/shop.json")
    let imported = try RowsmithProcess.run(
      ["import", document, "--into", "shop.sqlite", "--document", "shop"] + Repository.model("Shop"), in: shop
    )
    #expect(imported.status == 0)
    let outcome = try RowsmithProcess.run(
      ["export", "--from", "shop.sqlite", "--entity", "OrderLine"] + Repository.model("Shop"), in: shop)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix(#"[{"quantity":2,"unit_price":24.90,"order":1001,"product_id":5}"#))
    #expect(outcome.diagnostics.hasPrefix("note: OrderLine.position, part of the key, is left out"))
  }

  @Test
  func `a value of several parts is left out by its own name`() throws {
    let small = try SmallModel(
      """
      rowsmith: 1
      values: { Address: { street: String? } }
      entities: { Shop: { attributes: { id: Int, home: Address? } } }

      """)
    _ = try small.importJSON(#"[{"id":1,"home":{"street":"s"}}]"#, ["--entity", "Shop"])
    #expect(try small.export("Shop", ["--omit", "home"]).output == #"[{"id":1}]"# + "\n")
    #expect(
      try small.export("Shop", ["--only", "home"]).output == #"[{"id":1,"home":{"street":"s"}}]"# + "\n")
  }

  @Test
  func `a link to one of several entities has its name in the model`() throws {
    let small = try SmallModel(
      """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Event:
          attributes: { id: Int }
          relationships: { subject: { oneOf: [Issue, Page], Discriminator: type } }
        Issue: { attributes: { id: Int, title: String } }
        Page: { attributes: { id: Int, path: String } }

      """)
    let json = #"""
      [{"id":1,"subject":{"type":"Issue","id":7,"title":"a"}},{"id":2,"subject":{"type":"Page","id":8,"path":"b"}}]
      """#
    #expect(try small.importJSON(json, ["--entity", "Event"]).status == 0)
    func output(_ arguments: String...) throws -> String {
      let outcome = try small.export("Event", ["--ndjson"] + arguments)
      #expect(outcome.status == 0, "\(outcome.diagnostics)")
      return outcome.output
    }
    let embedded = try output("--embed", "subject")
    #expect(embedded.contains(#""title":"a""#) && embedded.contains(#""path":"b""#), "\(embedded)")
    #expect(try output("--only", "subject").contains("7"))
    // Pages have no title.
    let titles = try output("--only", "subject.title")
    #expect(titles.contains(#""title":"a""#) && !titles.contains("path"), "\(titles)")
    #expect(try output("--omit", "subject") == "{\"id\":1}\n{\"id\":2}\n")
    let wrong = try small.export("Event", ["--embed", "subjekt"])
    #expect(
      wrong.diagnostics.hasPrefix(
        "error: --embed: Event has no relationship 'subjekt'; it has subject; did you mean 'subject'?\n"))
  }
}
