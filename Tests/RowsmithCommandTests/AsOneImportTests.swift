import Foundation
import Testing

/// `rowsmith import --as-one`, and documents that follow one another.
struct AsOneImportTests {
  private let small: SmallModel

  init() throws { small = try SmallModel() }

  private func run(_ files: [String], _ arguments: [String]) throws -> RowsmithProcess.Outcome {
    try RowsmithProcess.run(
      ["import"] + files + ["--model", "Small.yml", "--into", "small.sqlite"] + arguments, in: small.folder)
  }

  private func names() throws -> [String] {
    try small.export("Band", ["--ndjson", "--only", "name"]).output.split(separator: "\n").map {
      String($0.dropFirst(9).dropLast(2))
    }
  }

  @Test
  func `a policy prunes what no file names`() throws {
    _ = try small.importJSON(#"[{"name": "A"}, {"name": "B"}, {"name": "C"}]"#, ["--entity", "Band"])
    try small.folder.write(#"[{"name": "A"}]"#, to: "1.json")
    try small.folder.write(#"[{"name": "C"}, {"name": "D"}]"#, to: "2.json")
    let arguments = ["--entity", "Band", "--policy", "MergeAndPrune"]
    let alone = try run(["1.json", "2.json"], arguments)
    #expect(alone.status == 2)
    #expect(alone.diagnostics.contains("--as-one makes them one"))
    #expect(try names() == ["A", "B", "C"])
    let outcome = try run(["1.json", "2.json"], arguments + ["--as-one"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\nBand         1        0          2        1\n"))
    #expect(try names() == ["A", "C", "D"])
  }

  @Test
  func `all files come in, or none`() throws {
    try small.folder.write(#"[{"name": "A"}]"#, to: "1.json")
    try small.folder.write("[{\"name\": \"B\"},\n {\"name\": 5}]", to: "2.json")
    let outcome = try run(["1.json", "2.json"], ["--entity", "Band", "--as-one"])
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.hasPrefix("2.json:2:11: error: $[1].name: Band: expected a string, found 5"))
    #expect(!small.folder.has("small.sqlite"))
    let skipped = try run(["1.json", "2.json"], ["--entity", "Band", "--as-one", "--on-invalid", "skip"])
    #expect(skipped.output.contains("  2.json: $[1].name: Band: expected a string"))
    #expect(try names() == ["A", "B"])
  }

  @Test
  func `the advice is for the file that failed`() throws {
    try small.folder.write(#"[{"name": "A"}]"#, to: "1.json")
    try small.folder.write(#"{"data": [{"name": "B"}]}"#, to: "2.json")
    let outcome = try run(["1.json", "2.json"], ["--entity", "Band", "--as-one"])
    #expect(outcome.diagnostics.hasPrefix("2.json:1:1: error: "))
    #expect(outcome.diagnostics.hasSuffix("try --at data\n"))
  }

  @Test
  func `files together are the value of a relationship`() throws {
    _ = try small.importJSON(
      #"{"name": "A", "albums": [{"id": 1, "title": "x"}, {"id": 2, "title": "y"}]}"#, ["--entity", "Band"])
    try small.folder.write(#"[{"id": 2, "title": "y"}]"#, to: "1.json")
    try small.folder.write(#"[{"id": 3, "title": "z"}]"#, to: "2.json")
    #expect(try run(["1.json", "2.json"], ["--parent", "Band:A.albums"]).status == 2)
    #expect(try run(["1.json", "2.json"], ["--parent", "Band:A.albums", "--as-one"]).status == 0)
    #expect(try small.export("Band", ["--ndjson"]).output == "{\"name\":\"A\",\"albums\":[2,3]}\n")
  }

  @Test
  func `a key path is followed in each of several documents`() throws {
    _ = try small.importJSON(#"[{"name": "A"}, {"name": "X"}]"#, ["--entity", "Band"])
    let pages = """
      {"data": {"items": [{"name": "A"}, {"name": "B"}]}, "next": 2}
      {"next": null, "data": {"items": []}}{"data": {"items": [{"name": "C"}]}}

      """
    let outcome = try small.importJSON(
      pages, ["--entity", "Band", "--at", "data.items", "--policy", "MergeAndPrune"])
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(try names() == ["A", "B", "C"])
    let bad = try small.importJSON(
      "{\"data\": []}\n{\"data\": [{\"name\": 7}]}", ["--entity", "Band", "--at", "data"])
    #expect(bad.diagnostics.hasPrefix("<stdin>:2:20: error: $[1].data[0].name: Band: "))
    let missing = try small.importJSON(
      "{\"data\": []}\n{\"dta\": []}", ["--entity", "Band", "--at", "data"])
    #expect(
      missing.diagnostics
        == "<stdin>:2:1: error: $[1]: expected a value under 'data', found an object with the keys 'dta'\n")
    let rest = try small.importJSON("{\"data\": []} x", ["--entity", "Band", "--at", "data"])
    #expect(rest.diagnostics.contains("expected the end of the document"))
  }

  @Test
  func `documents of several entities may follow one another`() throws {
    let pages = """
      {"bands": [{"name": "A"}]}
      {"albums": [{"id": 1, "title": "x", "band": "A"}], "bands": [{"name": "B"}]}

      """
    #expect(try small.importJSON(pages, ["--document", "all"]).status == 0)
    #expect(try names() == ["A", "B"])
    #expect(try small.export("Album", ["--ndjson"]).output == "{\"id\":1,\"title\":\"x\",\"band\":\"A\"}\n")
  }
}
