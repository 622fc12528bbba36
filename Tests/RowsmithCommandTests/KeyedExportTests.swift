import Testing

/// `rowsmith export` of records with an attribute that is read from the key of a map.
struct KeyedExportTests {
  private let small: SmallModel

  init() throws {
    small = try SmallModel(
      """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Page:
          attributes: { id: String }
          relationships: { props: "{Prop}" }
        Prop:
          attributes: { id: String, key: { type: String, ImportName: $key }, n: Int }
      documents:
        answer: { pages: [Page] }

      """)
    let outcome = try small.importJSON(
      #"{"pages":[{"id":"p1","props":{"Price":{"id":"a","n":1}, "Name":{"id":"b","n":2}}}]}"#,
      ["--document", "answer"])
    try #require(outcome.status == 0, "\(outcome.diagnostics)")
  }

  @Test func `an array has no key of a map, and a note says what has`() throws {
    let outcome = try small.export("Prop")
    #expect(outcome.output == #"[{"id":"a","n":1},{"id":"b","n":2}]"# + "\n")
    #expect(
      outcome.diagnostics
        == "note: Prop.key is left out: the JSON has it only as the key of an object around the record; `--keyed` writes "
        + "one, and so does Page with `--embed props`\n")
  }

  @Test func `an object of the records has it, and can be imported`() throws {
    let outcome = try small.export("Prop", ["--keyed"])
    #expect(outcome.output == #"{"Price":{"id":"a","n":1},"Name":{"id":"b","n":2}}"# + "\n")
    #expect(
      outcome.diagnostics
        == "note: the records are in an object keyed by Prop.key; import it as such (`--keyed`)\n")
    let again = try RowsmithProcess.run(
      ["import", "-", "--model", "Small.yml", "--into", "new.sqlite", "--entity", "Prop", "--keyed"],
      input: outcome.output, in: small.folder)
    #expect(again.status == 0, "\(again.diagnostics)")
    let copy = try RowsmithProcess.run(
      ["export", "--model", "Small.yml", "--from", "new.sqlite", "--entity", "Prop", "--keyed"],
      in: small.folder)
    #expect(copy.output == outcome.output)
  }

  @Test func `an object cannot have one key twice`() throws {
    _ = try small.importJSON(#"{"Name":{"id":"c","n":3}}"#, ["--entity", "Prop", "--keyed"])
    let outcome = try small.export("Prop", ["--keyed"])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(
      outcome.diagnostics
        == "error: two records have the Prop.key 'Name', so the records cannot be in an object keyed by it\n")
  }

  @Test func `a primary key of one part keys the object if nothing else does`() throws {
    #expect(try small.export("Page", ["--keyed", "--only", "id"]).output == #"{"p1":{"id":"p1"}}"# + "\n")
    #expect(try small.export("Page", ["--keyed", "--csv"]).status == 2)
  }

  @Test func `a record that is asked for twice is said before anything is written`() throws {
    let outcome = try small.export("Page", ["--keyed", "--only", "id", "--key", "p1", "--key", "p1"])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(
      outcome.diagnostics
        == "error: two records have the Page.id 'p1', so the records cannot be in an object keyed by it\n")
  }

  @Test func `an object of the records on many lines`() throws {
    #expect(
      try small.export("Page", ["--keyed", "--only", "id", "--pretty"]).output
        == "{\n  \"p1\": {\n    \"id\": \"p1\"\n  }\n}\n")
  }
}
