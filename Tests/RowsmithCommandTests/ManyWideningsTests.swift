import Testing

/// Imports with `--schema-contract evolve` of records that contradict the model in many members.
@Suite struct ManyWideningsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func importing(_ json: String, _ more: [String] = []) throws -> RowsmithProcess.Outcome {
    try folder.write(json, to: "feed.json")
    return try RowsmithProcess.run(
      ["import", "feed.json", "--into", "feed.db", "--schema-contract", "evolve"] + more, in: folder)
  }

  @Test func `nothing is widened for a record that is skipped for the value of a link`() throws {
    _ = try importing(#"[{"id":1,"r":[{"id":1,"x":1}],"a":1},{"id":2,"r":[{"id":2,"x":3}],"a":2}]"#)
    let model = try folder.read("feed.yml")
    let outcome = try importing(#"[{"id":3,"r":"foo","a":null}]"#, ["--on-invalid", "skip"])
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(try folder.read("feed.yml") == model)
  }

  @Test("many members that many records lack become optional at once", .timeLimit(.minutes(10)))
  func manyLacks() throws {
    let names = (1...60).map { "m\($0)" }
    _ = try importing("[{\"id\":0,\(names.map { "\"\($0)\":1" }.joined(separator: ","))}]")
    let outcome = try importing("[\((1...4000).map { "{\"id\":\($0)}" }.joined(separator: ","))]")
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    let model = try folder.read("feed.yml")
    #expect(names.allSatisfy { model.contains("\($0): Int?\n") }, "\(model)")
  }
}
