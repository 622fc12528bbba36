import Testing

/// Messages for what people try first: a folder that is not there, files of other formats, answers around the records.
struct NewcomerMessageTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(#"[{"id": 1, "name": "a"}]"#, to: "rows.json")
  }

  private func run(_ arguments: [String]) throws -> RowsmithProcess.Outcome {
    try RowsmithProcess.run(arguments, in: folder)
  }

  @Test(arguments: [
    (["import", "rows.json", "--into", "nodir/x.sqlite"], "nodir/x.sqlite"),
    (["infer", "rows.json", "--output", "nodir/f.yml"], "nodir/f.yml"),
  ])
  func `a missing folder is named`(_ arguments: [String], _ file: String) throws {
    let outcome = try run(arguments)
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics == "error: there is no folder 'nodir' for '\(file)'; make it first\n")
  }

  @Test(arguments: [
    ("PK\u{3}\u{4}rest", "this is zip, not JSON in UTF-8: unzip -p rows.dat | rowsmith import - …"),
    ("<html><body>", "this is HTML, not JSON: perhaps an error page of the server"),
    ("[\0", "this is UTF-16, not JSON in UTF-8: iconv -f UTF-16LE -t UTF-8 rows.dat | rowsmith import - …"),
  ])
  func `another format is named without a model`(_ text: String, _ message: String) throws {
    try folder.write(text + (text.hasSuffix("\0") ? "]\0" : ""), to: "rows.dat")
    for arguments in [["import", "rows.dat", "--into", "t.db"], ["infer", "rows.dat"]] {
      let outcome = try run(arguments)
      #expect(outcome.status == 1)
      #expect(outcome.diagnostics == "rows.dat: error: \(message)\n")
    }
  }

  @Test func `an answer without a key around records becomes a record with each import`() throws {
    try folder.write(
      #"{"motto":"names","heads":0,"issues":[{"id":1,"key":"A-1"},{"id":2,"key":"A-2"}]}"#,
      to: "search.json")
    let note =
      "note: 'Search': no member tells its records apart, so each import adds them again; --at issues reads only the "
      + "records in it\n"
    #expect(try run(["infer", "search.json"]).diagnostics == note)
    #expect(try run(["import", "search.json", "--into", "t.db"]).diagnostics.hasSuffix(note))
    #expect(try run(["infer", "search.json", "--at", "issues"]).diagnostics.isEmpty)
  }

  @Test func `of lists in a list the first can be read`() throws {
    try folder.write(#"[[{"id": 1}], [{"id": 2}]]"#, to: "lists.json")
    let outcome = try run(["infer", "lists.json"])
    #expect(
      outcome.diagnostics
        == "lists.json: error: expected records, which are objects; found lists of them in a list: try --at 0 for the "
        + "first\n")
    #expect(try run(["infer", "lists.json", "--at", "0"]).status == 0)
  }

  @Test func `records at the top are read without a place`() throws {
    try folder.write(
      "rowsmith: 1\nentities:\n  Row: { attributes: { id: Int, name: String } }\n", to: "Rows.yml")
    let outcome = try run(
      ["import", "rows.json", "--model", "Rows.yml", "--entity", "Row", "--at", "items", "--into", "t.db"])
    #expect(
      outcome.diagnostics
        == "rows.json:1:1: error: $: expected a value under 'items', found an array with the items 0 to 0; records of Row "
        + "seem to be elsewhere in the document: try without --at\n")
  }
}
