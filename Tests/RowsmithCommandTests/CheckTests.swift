import Foundation
import Testing

/// `rowsmith check`.
struct CheckTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("rowsmith: 1\nentities: { A: { attributes: { id: Int } } }\n", to: "Good.yml")
    try folder.write("rowsmith: 1\nentities: { A: { attributes: { id: Itn } } }\n", to: "Bad.yml")
    try folder.write(
      "rowsmith: 1\nentities: { A: { attributes: { id: Int }, relationships: { b: A? } } }\n",
      to: "Warned.yml")
  }

  @Test
  func `silent when all is well`() throws {
    let outcome = try RowsmithProcess.run(["check", "Good.yml"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.output == "")
    #expect(outcome.diagnostics == "")
    let examples = ["Bands", "Shop", "GitHub"].map { Repository.path("Schemas/\($0).yml") }
    #expect(try RowsmithProcess.run(["check"] + examples).diagnostics == "")
  }

  @Test
  func `a mistake is one line on standard error`() throws {
    let outcome = try RowsmithProcess.run(["check", "Good.yml", "Bad.yml"], in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.diagnostics.hasPrefix("Bad.yml:2:36: error: "))
    #expect(outcome.diagnostics.hasSuffix("; did you mean 'Int'?\n"))
  }

  @Test
  func `warnings alone are no failure`() throws {
    let outcome = try RowsmithProcess.run(["check", "Warned.yml"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.diagnostics.contains("Warned.yml:2:") && outcome.diagnostics.contains(": warning: "))
  }

  @Test
  func `as JSON the diagnostics are the result`() throws {
    let good = try RowsmithProcess.run(["check", "Good.yml", "--format", "json"], in: folder)
    #expect(good.output == "[]\n")
    let bad = try RowsmithProcess.run(["check", "Bad.yml", "--format=json"], in: folder)
    #expect(bad.status == 1)
    #expect(bad.diagnostics == "")
    let list = try #require(try JSONSerialization.jsonObject(with: Data(bad.output.utf8)) as? [[String: Any]])
    #expect(list.count == 1)
    #expect(list[0]["path"] as? String == "Bad.yml")
    #expect(list[0]["line"] as? Int == 2)
    #expect(list[0]["column"] as? Int == 36)
    #expect(list[0]["severity"] as? String == "error")
    #expect(list[0]["suggestion"] as? String == "Int")
    #expect((list[0]["message"] as? String)?.contains("Itn") == true)
  }

  @Test
  func `a model that is not there`() throws {
    let outcome = try RowsmithProcess.run(["check", "Missing.yml"], in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.hasPrefix("Missing.yml:1:1: error: "))
  }
}
