import Foundation
import RowsmithGenerator
import RowsmithModel
import Testing

/// The example of Sources/Rowsmith/Rowsmith.docc/Generated.md. After a change on purpose run `Scripts/refresh-generated`.
@Suite struct GeneratedSampleTests {
  private static let model = "Tests/Fixtures/Reviews.yml"
  private let files: [GeneratedFile]

  init() throws {
    let path = Repository.root.appendingPathComponent(Self.model).path
    let options = GeneratorOptions(module: "Reviews", access: .internal, sources: [Self.model])
    files = try Generator(options: options).generate(try #require(ModelCompiler.load(path: path).schema))
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

  @Test(arguments: Sample.all("swift", tag: "generated"))
  func `the page shows what the generator writes`(sample: Sample) {
    #expect(files.contains { $0.text.contains(sample.text) })
  }
}
