import Foundation
import TestSupport
import Testing

@Suite struct CatalogueTests {
  @Test func `the catalogue is built without a warning`() throws {
    let process = Process()
    process.executableURL = Repository.root.appendingPathComponent("Scripts/documentation")
    let output = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rowsmith-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: output) }
    process.arguments = ["--no-build", output.path]
    let said = try process.printed()
    try #require(process.terminationStatus == 0, "\(said)")
    #expect(!said.contains("warning:"), "\(said)")
    // An article that Rowsmith.md does not list is passed over without a word.
    for page in Repository.pages where page.hasPrefix(Repository.catalogue) {
      let name = (page as NSString).lastPathComponent.dropLast(3).lowercased()
      let path = name == "rowsmith" ? "rowsmith.json" : "rowsmith/\(name).json"
      #expect(
        FileManager.default.fileExists(atPath: "\(output.path)/data/documentation/\(path)"),
        "\(page) is not listed in Rowsmith.md")
    }
  }
}
