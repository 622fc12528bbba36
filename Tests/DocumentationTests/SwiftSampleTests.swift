import Foundation
import Testing

@Suite struct SwiftSampleTests {
  /// The lines of every file in Snippets, which the compiler has seen.
  private static let snippets: [[String]] = {
    let folder = Repository.root.appendingPathComponent("Tests/DocumentationTests/Snippets")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { try? Repository.text(of: "Tests/DocumentationTests/Snippets/\($0)") }
      .map(lines)
  }()

  @Test(arguments: Sample.all("swift")) func `Swift in a page is Swift that compiles`(sample: Sample) {
    let wanted = Self.lines(sample.text)
    let isThere = Self.snippets.contains { snippet in
      snippet.indices.contains { snippet[$0...].starts(with: wanted) }
    }
    #expect(isThere, "no file in Snippets has these lines one after another")
  }

  @Test(arguments: Sample.all("swift", tag: "manifest")) func `a manifest names products of ours`(
    sample: Sample
  ) throws {
    let manifest = try Repository.text(of: "Package.swift")
    #expect(sample.text.contains(#".product(name: "Rowsmith", package: "Rowsmith")"#))
    #expect(manifest.contains(#".library(name: "Rowsmith""#))
    #expect(sample.text.contains(#".plugin(name: "RowsmithPlugin", package: "Rowsmith")"#))
    #expect(manifest.contains(#".plugin(name: "RowsmithPlugin""#))
  }

  /// What counts: no indentation, no empty lines, no imports.
  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") && !$0.hasPrefix("@testable import ") }
  }
}
