import Testing

/// Imports with `--schema-contract evolve` of records that contradict the model in many members.
@Suite struct ManyWideningsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func importing(_ json: String) throws -> RowsmithProcess.Outcome {
    try folder.write(json, to: "feed.json")
    return try RowsmithProcess.run(
      ["import", "feed.json", "--into", "feed.db", "--schema-contract", "evolve"], in: folder)
  }

  @Test("many members that many records lack become optional at once", .timeLimit(.minutes(1)))
  func manyLacks() throws {
    let names = (1...60).map { "m\($0)" }
    _ = try importing("[{\"id\":0,\(names.map { "\"\($0)\":1" }.joined(separator: ","))}]")
    let outcome = try importing("[\((1...4000).map { "{\"id\":\($0)}" }.joined(separator: ","))]")
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    let model = try folder.read("feed.yml")
    #expect(names.allSatisfy { model.contains("\($0): Int?\n") }, "\(model)")
  }
}
