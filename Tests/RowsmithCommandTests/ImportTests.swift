import Foundation
import Testing

/// `rowsmith import`: what goes in, and where.
struct ImportTests {
  private let small: SmallModel

  init() throws { small = try SmallModel() }

  /// Imports, expects success, and returns what the entity is afterwards.
  private func imported(_ json: String, _ arguments: [String], then entity: String = "Band") throws -> String
  {
    let outcome = try small.importJSON(json, arguments)
    #expect(outcome.status == 0)
    #expect(outcome.diagnostics == "")
    return try small.export(entity, ["--ndjson"]).output
  }

  @Test(arguments: [
    #"{"name": "Japan"}"#, #"[{"name": "Japan"}]"#, "{\"name\": \"Japan\"}\n",
    "\u{FEFF}[{\"name\":\"Japan\"}]",
  ])
  func `the shape is recognised`(json: String) throws {
    #expect(try imported(json, ["--entity", "Band"]) == "{\"name\":\"Japan\",\"albums\":[]}\n")
  }

  @Test
  func `lines are records`() throws {
    #expect(
      try imported("{\"name\": \"A\"}\n{\"name\": \"B\"}\n", ["--entity=Band"])
        == "{\"name\":\"A\",\"albums\":[]}\n{\"name\":\"B\",\"albums\":[]}\n")
  }

  @Test
  func `a keyed object`() throws {
    #expect(
      try imported(#"{"Japan": {"formed": 1974}}"#, ["--entity", "Band", "--keyed"])
        == "{\"name\":\"Japan\",\"formed\":1974,\"albums\":[]}\n")
  }

  @Test
  func `the value at a key path`() throws {
    #expect(
      try imported(#"{"x": 1, "a.b": {"c": [{"name": "Japan"}]}}"#, ["--entity", "Band", "--at", #"a\.b.c"#])
        == "{\"name\":\"Japan\",\"albums\":[]}\n")
    let missing = try small.importJSON(#"{"x": 1}"#, ["--entity", "Band", "--at", "y"])
    #expect(missing.status == 1)
    #expect(missing.diagnostics.contains("expected a value under 'y'"))
  }

  @Test
  func `a document of several entities`() throws {
    let json = #"{"albums": [{"id": 1, "title": "T", "band": "Japan"}], "bands": [{"name": "Japan"}]}"#
    #expect(
      try imported(json, ["--document", "all"], then: "Album")
        == "{\"id\":1,\"title\":\"T\",\"band\":\"Japan\"}\n")
  }

  @Test(arguments: [
    ([], ["A", "B"]), (["--policy", "Merge"], ["A", "B"]), (["--policy", "MergeAndPrune"], ["B"]),
    (["--policy", "Replace"], ["B"]),
  ])
  func `the policy says what becomes of the others`(policy: [String], names: [String]) throws {
    _ = try imported(#"[{"name": "A", "formed": 1}, {"name": "B", "formed": 2}]"#, ["--entity", "Band"])
    let lines = try imported(#"{"name": "B"}"#, ["--entity", "Band"] + policy).split(separator: "\n")
    #expect(lines.map { String($0.dropFirst(9).prefix(1)) } == names)
    // Replaced, B is new and has no year; merged, it keeps the one it had.
    #expect(lines.last?.contains("\"formed\":2") == (policy.last != "Replace"))
  }

  @Test
  func `the value of one record's relationship`() throws {
    _ = try imported(
      #"[{"name": "a.b:c", "albums": [{"id": 1, "title": "x"}]}, {"name": "B"}]"#, ["--entity", "Band"])
    let json = #"[{"id": 3, "title": "z"}, {"id": 2, "title": "y"}]"#
    #expect(
      try imported(json, ["--parent", "Band:a.b:c.albums"])
        == "{\"name\":\"B\",\"albums\":[]}\n{\"name\":\"a.b:c\",\"albums\":[3,2]}\n")
    let missing = try small.importJSON("[]", ["--parent", "Band:C.albums"])
    #expect(missing.status == 1)
    #expect(missing.diagnostics == "<stdin>: error: Band: there is no Band with the key 'C'\n")
  }

  @Test
  func `the parent's key may have several parts`() throws {
    _ = try imported(#"[{"album": 1, "disc": "a,b", "place": 2}]"#, ["--entity", "Track"], then: "Track")
    #expect(try small.importJSON(#"["Japan"]"#, ["--parent", #"Track:1,a\,b,2.guests"#]).status == 0)
    #expect(
      try small.export("Track", ["--ndjson"]).output
        == "{\"disc\":\"a,b\",\"place\":2,\"album\":1,\"guests\":[\"Japan\"]}\n")
    let wrong = try small.importJSON("[]", ["--parent", "Track:1,a.guests"])
    #expect(wrong.status == 2)
    #expect(
      wrong.diagnostics
        == "error: --parent: expected a key of 3 parts (album, disc, place), found 2\nSee 'rowsmith import --help'.\n"
    )
    let text = try small.importJSON("[]", ["--parent", "Album:one.tracks"])
    #expect(text.status == 2)
    #expect(
      text.diagnostics.hasPrefix("error: --parent: the key column 'id': expected an integer, found \"one\""))
  }

  @Test
  func `several files, one after another`() throws {
    try small.folder.write(#"{"name": "A"}"#, to: "a.json")
    try small.folder.write(#"[{"name": "B"}, {"name": "A", "formed": 1}]"#, to: "b.json")
    let outcome = try RowsmithProcess.run(
      ["import", "a.json", "b.json", "--model", "Small.yml", "--into", "small.sqlite", "--entity", "Band"],
      in: small.folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\nBand         2        1          0        0\n"))
  }

  @Test
  func `those before the one that fails remain`() throws {
    try small.folder.write(#"{"name": "A"}"#, to: "a.json")
    try small.folder.write(#"[{"name": "B"}, {"name": 5}]"#, to: "b.json")
    try small.folder.write(#"{"name": "C"}"#, to: "c.json")
    let outcome = try RowsmithProcess.run(
      [
        "import", "a.json", "b.json", "c.json", "--model", "Small.yml", "--into", "small.sqlite", "--entity",
        "Band",
      ],
      in: small.folder)
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(
      outcome.diagnostics == """
        b.json:1:26: error: $[1].name: Band: expected a string, found 5; `coerce: true` converts where nothing is lost
        note: 1 of 3 files were imported: those before 'b.json'

        """)
    #expect(try small.export("Band", ["--ndjson"]).output == "{\"name\":\"A\",\"albums\":[]}\n")
  }

  @Test
  func `files that are not there leave no database behind`() throws {
    let outcome = try RowsmithProcess.run(
      ["import", "none.json", ".", "--model", "Small.yml", "--into", "small.sqlite", "--entity", "Band"],
      in: small.folder)
    #expect(outcome.status == 1)
    #expect(
      outcome.diagnostics
        == "error: there is no file 'none.json'\nerror: '.' is a folder; name the files in it\n")
    #expect(try small.folder.names == ["Small.yml"])
  }

  @Test
  func `a failed import leaves no new database behind, and an old one as it was`() throws {
    let bad = try small.importJSON(#"[{"name": "A"}, {}]"#, ["--entity", "Band"])
    #expect(bad.status == 1)
    #expect(bad.output == "")
    #expect(bad.diagnostics.hasPrefix("<stdin>:1:17: error: $[1]"))
    #expect(try small.folder.names == ["Small.yml"])
    _ = try imported(#"{"name": "B"}"#, ["--entity", "Band"])
    #expect(try small.importJSON(#"[{"name": "A"}, {}"#, ["--entity", "Band"]).status == 1)
    #expect(try small.export("Band", ["--ndjson"]).output == "{\"name\":\"B\",\"albums\":[]}\n")
  }

  @Test
  func `a model with errors`() throws {
    try small.folder.write("rowsmith: 1\nentities: { A: { attributes: { id: Itn } } }\n", to: "Small.yml")
    let outcome = try small.importJSON("[]", ["--entity", "A"])
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.hasPrefix("Small.yml:2:36: error: "))
    #expect(try small.folder.names == ["Small.yml"])
  }

  @Test
  func `a database that another model made`() throws {
    _ = try imported(#"{"name": "B"}"#, ["--entity", "Band"])
    try small.folder.write("rowsmith: 1\nentities: { A: { attributes: { id: Int } } }\n", to: "Small.yml")
    let outcome = try small.importJSON("[]", ["--entity", "A"])
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.contains("another version of the model"))
  }

  @Test
  func `warnings of the model, and what only the app can do, are said`() throws {
    let small = try SmallModel(
      """
      rowsmith: 1
      entities:
        A:
          hooks: [shouldImport, didImport]
          attributes: { id: Int, name: { type: "String?", Transform: shout } }
          relationships: { next: A? }
      """)
    let outcome = try small.importJSON(#"{"id": 1}"#, ["--entity", "A"])
    #expect(outcome.status == 0)
    let lines = outcome.diagnostics.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0] == "note: the model has 1 warning; rowsmith check Small.yml shows them")
    #expect(
      lines[1]
        == "note: A.name has the transform 'shout', which the app implements: rowsmith cannot run it, and a document with a value there is refused"
    )
    #expect(
      lines[2]
        == "note: A has the hooks shouldImport, didImport, which the app implements: rowsmith does not run them"
    )
    let refused = try small.importJSON(#"{"id": 1, "name": "x"}"#, ["--entity", "A"])
    #expect(refused.status == 1)
    #expect(
      refused.diagnostics.contains(
        "the transform 'shout' is implemented by the app, and is not available here"))
  }
}
