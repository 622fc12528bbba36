import Foundation
import RowsmithGenerator
import RowsmithModel
import Testing

/// The example of Sources/Rowsmith/Rowsmith.docc/Generated.md. After a change on purpose run `Scripts/refresh-generated`.
@Suite struct GeneratedSampleTests {
  private static let model = "Tests/Fixtures/Reviews.yml"
  private let files: [GeneratedFile]

  init() throws { files = try Self.generate(Self.model) }

  private static func generate(_ path: String) throws -> [GeneratedFile] {
    let model = ModelCompiler.load(path: Repository.root.appendingPathComponent(path).path)
    let options = GeneratorOptions(module: model.name, access: .internal, sources: [path])
    return try Generator(options: options).generate(try #require(model.schema), api: model.api)
  }

  @Test func `the files beside this one are what the generator writes`() throws {
    for file in files where !file.isEmpty {
      #expect(try Repository.text(of: "Tests/DocumentationTests/Generated/\(file.name)") == file.text)
    }
  }

  @Test func `the page shows the model that the files are made of`() throws {
    let sample = try #require(
      Sample.all("yaml").first { $0.page == "Sources/Rowsmith/Rowsmith.docc/Generated.md" })
    #expect(try Repository.text(of: Self.model).hasSuffix(sample.text))
  }

  @Test func `what is of the whole model is called as the page says`() throws {
    let section = try #require(try Page("Sources/Rowsmith/Rowsmith.docc/Generated.md").section("Names"))
    let names = section.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(names.count == 5)
    let others = try Self.generate("Tests/Fixtures/Server.yml") + Self.generate("Tests/Fixtures/Notes.yml")
    let text = (files + others).map(\.text).joined().replacing("ServerClient", with: "ReviewsClient")
      .replacing("NotesSync", with: "ReviewsSync")
    for name in names {
      let isDeclared = ["struct", "enum", "protocol"].contains { text.contains("\($0) \(name)") }
      #expect(isDeclared, "\(name)")
    }
    #expect(ModelCompiler.name(ofModelAt: "a/reviews.yml") == "Reviews")
    #expect(ModelCompiler.name(ofModelAt: "a/my-reviews/") == "MyReviews")
  }

  @Test(arguments: Sample.all("swift", tag: "generated"))
  func `the page shows what the generator writes`(sample: Sample) throws {
    // Its routes are among those of the test server's model, its plan is that of the model that synchronises.
    let files =
      try files + Self.generate("Tests/Fixtures/Server.yml") + Self.generate("Tests/Fixtures/Notes.yml")
    #expect(files.contains { $0.text.contains(sample.text) })
  }
}
