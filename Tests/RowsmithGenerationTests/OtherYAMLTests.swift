import Foundation
import RowsmithGeneration
import Testing

/// YAML that was found in a folder beside a model, and YAML that was named.
@Suite struct OtherYAMLTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("rowsmith-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func write(_ text: String, to name: String) throws -> String {
    let url = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  private func run(_ models: [String], candidates: [String]) throws -> GenerateCommand.Outcome {
    var command = GenerateCommand(models: models, output: folder.appendingPathComponent("out").path)
    command.candidates = candidates
    command.module = "Depot"
    return try command.run()
  }

  private let model = "# Things.\nrowsmith: 1\nentities: { Item: { attributes: { id: Int } } }\n"

  @Test func `other YAML that was found is left alone`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try run(
      [],
      candidates: [try write("services: { db: {} }", to: "compose.yml"), try write(model, to: "model.yml")])
    #expect(outcome.isSuccess && outcome.diagnostics == [])
  }

  @Test func `where no file that was found is a model, the named one is`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try run(
      [try write(model, to: "Depot.yml")], candidates: [try write("en: { rowsmith: 1 }", to: "texts.yml")])
    #expect(outcome.isSuccess)
  }

  @Test func `a file with entities is a model, and lacks its first line`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try run(
      [], candidates: [try write("entities: { Item: { attributes: { id: Int } } }", to: "model.yml")])
    #expect(!outcome.isSuccess && "\(outcome.diagnostics)".contains("rowsmith: 1"))
  }

  @Test func `where nothing that was found is a model, that is said`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let error = #expect(throws: GenerateError.self) {
      try run([], candidates: [try write("a: 1", to: "a.yml")])
    }
    #expect(error?.description.contains("no model: a model file begins with 'rowsmith: 1'") == true)
  }

  @Test func `a named file that is no model is a mistake`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try run([try write("services: {}", to: "compose.yml")], candidates: []).isSuccess == false)
  }

  @Test(arguments: [
    "{\n  \"rowsmith\": 1,\n  \"entities\": { \"Item\": { \"attributes\": { \"id\": \"Int\" } } }\n}\n",
    "rowsmith : 1\nentities : { Item: { attributes: { id: Int } } }\n",
  ])
  func `a model in another notation of YAML is one, too`(text: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try run([], candidates: [try write(text, to: "model.yml")]).isSuccess)
  }
}
