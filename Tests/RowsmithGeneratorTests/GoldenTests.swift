import Foundation
import RowsmithGenerator
import RowsmithModel
import Testing

/// Generated/ is what the generator writes today. After a change on purpose run `Scripts/refresh-generated`.
@Suite struct GoldenTests {
  static let models: [String] = {
    let schemas = try? FileManager.default.contentsOfDirectory(
      atPath: PackageFolder.url.appendingPathComponent("Schemas").path)
    return (schemas ?? []).filter { $0.hasSuffix(".yml") }.sorted().map { "Schemas/\($0)" }
      + [
        "Tests/Fixtures/Hardest.yml", "Tests/Fixtures/Places.yml", "Tests/Fixtures/Server.yml",
        "Tests/Fixtures/Notes.yml", "Examples/Reader/Schemas/Reader",
      ]
  }()

  @Test func `there are models to compare`() {
    #expect(GoldenTests.models.count >= 6)
  }

  @Test(arguments: models) func `the output is the committed one to the byte`(path: String) throws {
    let folder = GoldenTests.folder(of: path)
    for file in try GoldenTests.generate(path) where !file.isEmpty {
      let committed = try String(contentsOf: folder.appendingPathComponent(file.name), encoding: .utf8)
      #expect(
        committed == file.text, "\(file.name) of \(path): \(GoldenTests.difference(committed, file.text))")
    }
  }

  @Test(arguments: models) func `nothing else is committed`(path: String) throws {
    let present = try FileManager.default.contentsOfDirectory(atPath: GoldenTests.folder(of: path).path)
    #expect(present.sorted() == (try GoldenTests.generate(path)).filter { !$0.isEmpty }.map(\.name).sorted())
  }

  @Test(arguments: models) func `swift format leaves the output as it is`(path: String) throws {
    let files = try GoldenTests.generate(path).filter { !$0.isEmpty }
    for configuration in [PackageFolder.url.appendingPathComponent(".swift-format").path, nil] {
      let formatted = try SwiftFormat.format(files.map(\.text), configuration: configuration)
      for (file, text) in zip(files, formatted) {
        #expect(text == file.text, "\(file.name) of \(path): \(GoldenTests.difference(file.text, text))")
      }
    }
  }

  @Test(arguments: AccessLevel.allCases) func `swift format leaves every access level as it is`(
    access: AccessLevel
  ) throws {
    let texts = try ["Schemas/GitHub.yml", "Tests/Fixtures/Server.yml"].map { path in
      try #require(try GoldenTests.generate(path, access: access).last { !$0.isEmpty }).text
    }
    #expect(try SwiftFormat.format(texts, configuration: nil) == texts)
  }

  static func generate(_ path: String, access: AccessLevel = .public) throws -> [GeneratedFile] {
    let url = PackageFolder.url.appendingPathComponent(path)
    let model = ModelCompiler.load(path: url.path)
    let options = GeneratorOptions(module: model.name, access: access, sources: sources(of: path))
    let schema = try #require(model.schema, "\(model.diagnostics)")
    return try Generator(options: options).generate(schema, api: model.api)
  }

  /// A model is a file, or the files of a folder.
  private static func sources(of path: String) -> [String] {
    let folder = PackageFolder.url.appendingPathComponent(path).path
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return [path] }
    return names.filter { $0.hasSuffix(".yml") }.sorted().map { "\(path)/\($0)" }
  }

  private static func folder(of path: String) -> URL {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    return PackageFolder.url.appendingPathComponent("Generated").appendingPathComponent(name)
  }

  /// The first line that differs.
  private static func difference(_ one: String, _ other: String) -> String {
    let lines = (one.components(separatedBy: "\n"), other.components(separatedBy: "\n"))
    let index =
      zip(lines.0, lines.1).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines.0.count, lines.1.count)
    let at = { (list: [String]) in index < list.count ? list[index] : "(end)" }
    return "line \(index + 1):\n- \(at(lines.0))\n+ \(at(lines.1))"
  }
}
