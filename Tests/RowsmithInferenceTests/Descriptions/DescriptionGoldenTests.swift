import Foundation
import RowsmithInference
import Testing

/// What is made of whole descriptions, as they are found in the world.
///
/// Golden/ is what is made today. After a change on purpose run these tests with `ROWSMITH_WRITE_GOLDEN=1`, which writes the
/// files anew and fails, and read the difference.
@Suite struct DescriptionGoldenTests {
  static let descriptions = [
    "petstore.yaml", "zoo.json", "issues.yaml", "payments.yaml", "cluster.json", "club.schema.json",
    "Bands.xcdatamodeld", "Library.xcdatamodel",
  ]

  @Test(arguments: descriptions) func `a description becomes the committed model`(name: String) throws {
    let draft = try Facts.draft(at: Facts.path(name))
    Facts.expectSound(draft)
    try compare(draft, name)
  }

  @Test func `a database becomes the committed model`() throws {
    let sql = try String(contentsOfFile: Facts.path("shop.sql"), encoding: .utf8)
    let draft = try Facts.inDatabase(sql) { try Facts.draft(at: $0) }
    Facts.expectSound(draft)
    try compare(draft, "shop.sql")
  }

  private func compare(_ draft: ModelDraft, _ name: String) throws {
    let notes = draft.noted.map { "# \($0)\n" }.joined()
    let text = draft.yaml() + (notes.isEmpty ? "" : "\n# Not carried over:\n\(notes)")
    let stem = name.prefix { $0 != "." }
    let file = Facts.folder.appendingPathComponent("Golden/\(stem).yml")
    if ProcessInfo.processInfo.environment["ROWSMITH_WRITE_GOLDEN"] != nil {
      try Data(text.utf8).write(to: file)
      Issue.record("\(file.lastPathComponent) has been written; read the difference")
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
