import Foundation
import Testing

/// `rowsmith generate`.
struct GenerateTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("rowsmith: 1\nentities: { A: { attributes: { id: Int } } }\n", to: "my-model.yml")
  }

  private func generate(_ arguments: String...) throws -> RowsmithProcess.Outcome {
    try RowsmithProcess.run(["generate", "my-model.yml", "--output", "out"] + arguments, in: folder)
  }

  private func source() throws -> String { try folder.read("out/RowsmithModel.generated.swift") }

  @Test
  func `prints the files that were written, and nothing when all is as it should be`() throws {
    let first = try generate()
    #expect(first.status == 0)
    #expect(first.diagnostics == "")
    #expect(
      Set(first.output.split(separator: "\n")) == [
        "out/RowsmithModel.generated.swift", "out/RowsmithRecords.generated.swift",
        "out/RowsmithSchema.generated.swift",
      ])
    #expect(try generate().output == "")
  }

  @Test
  func `a file that is as it should be keeps its date`() throws {
    _ = try generate()
    let path = folder.file("out/RowsmithModel.generated.swift")
    let old = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    _ = try generate()
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    #expect(date == old)
  }

  @Test
  func `the module is named after the model, or as said`() throws {
    _ = try generate()
    #expect(try source().contains("struct MyModelModel: Model"))
    _ = try generate("--module", "Shop")
    #expect(try source().contains("struct ShopModel: Model"))
  }

  @Test(arguments: ["public", "package"])
  func `declarations are as accessible as said`(access: String) throws {
    _ = try generate()
    #expect(!(try source().contains("public")))
    _ = try generate("--access", access)
    #expect(try source().contains("\(access) nonisolated struct MyModelModel"))
  }

  @Test
  func `as JSON the files and the diagnostics are one object`() throws {
    _ = try generate()
    #expect(try generate("--format", "json").output == #"{"changed":[],"diagnostics":[]}"# + "\n")
    try folder.write(
      "rowsmith: 1\nentities: { A: { attributes: { id: Int, b: Int } } }\n", to: "my-model.yml")
    let outcome = try generate("--format", "json")
    #expect(outcome.output.contains(#""out/RowsmithRecords.generated.swift""#))
  }

  @Test
  func `nothing is written from a model with errors`() throws {
    try folder.write("rowsmith: 1\nentities: { A: { attributes: { id: Itn } } }\n", to: "my-model.yml")
    let outcome = try generate()
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.diagnostics.hasPrefix("my-model.yml:2:36: error: "))
    #expect(!folder.has("out"))
  }

  @Test
  func `a model from a pipe is read as well`() throws {
    let outcome = try RowsmithProcess.shell(
      """
      mkfifo pipe.yml; cat my-model.yml > pipe.yml &
      $R generate pipe.yml --output out --module Shop; echo status $?
      """, in: folder)
    #expect(outcome.output.hasSuffix("\nstatus 0\n"))
    #expect(outcome.diagnostics == "")
    #expect(try source().contains("struct ShopModel: Model"))
  }

  @Test
  func `a folder that cannot be made`() throws {
    try folder.write("", to: "out")
    let outcome = try generate()
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.hasPrefix("error: cannot write 'out"))
  }
}
