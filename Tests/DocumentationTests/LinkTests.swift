import Foundation
import Testing

@Suite struct LinkTests {
  @Test(arguments: Repository.pages) func `a link leads to a file`(page: String) throws {
    let folder = URL(fileURLWithPath: page).deletingLastPathComponent().relativePath
    let text = try Repository.text(of: page)
    for link in text.components(separatedBy: "](").dropFirst().compactMap({
      $0.components(separatedBy: ")").first
    })
    where !link.contains("://") {
      #expect(Repository.exists(folder + "/" + link), "\(link)")
    }
  }

  @Test(arguments: Repository.pages) func `a link between articles leads to one`(page: String) throws {
    for link in try Repository.text(of: page).components(separatedBy: "<doc:").dropFirst() {
      let name = link.components(separatedBy: ">").first ?? ""
      let catalogues = [Repository.catalogue] + Repository.otherCatalogues
      #expect(catalogues.contains { Repository.exists("\($0)/\(name).md") }, "\(name)")
    }
  }

  @Test(arguments: ["README.md", "CONTRIBUTING.md"]) func `a path in the text exists`(page: String) throws {
    let tops = [
      "Sources/", "Tests/", "Schemas/", "Scripts/", "Generated/", "Plugins/", ".ci/",
    ]
    // The reader's own package has these.
    let others = [
      "Sources/Bands/Bands.yml", "Sources/Bands/main.swift", "Sources/TodoApp/TodoApp.yml",
      "Sources/TodoApp/main.swift",
    ]
    for word in try Repository.text(of: page).components(separatedBy: "`")
    where tops.contains(where: word.hasPrefix) && !word.contains(where: \.isWhitespace) && !word.contains("*")
    {
      #expect(Repository.exists(word) || others.contains(word), "\(word)")
    }
  }

  @Test func `the README is no wall`() throws {
    #expect(
      try Repository.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false).count
        <= 200)
  }
}
