import Foundation
import Testing

@Suite struct SwiftSampleTests {
  /// A file in Snippets, which the compiler has seen and whose tests run.
  private struct Snippet {
    var name: String
    var text: String
    var lines: [Line]
  }

  /// A line of code: no empty one, and no import.
  private struct Line {
    var text: String
    var indentation: Int
  }

  private static let snippets: [Snippet] = {
    let folder = Repository.root.appendingPathComponent("Tests/DocumentationTests/Snippets")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.sorted().compactMap { name in
      let text = try? Repository.text(of: "Tests/DocumentationTests/Snippets/\(name)")
      return text.map { Snippet(name: name, text: $0, lines: lines($0)) }
    }
  }()

  /// The pages whose Swift is one program: PluginTests builds and runs it in a package of its own.
  private static let programs = ["README.md", "\(Repository.catalogue)/GettingStarted.md"]

  /// The pages whose first Swift is a program, which PluginTests builds and runs, too.
  private static let beginnings = ["Sources/RowsmithSync/RowsmithSync.docc/ToDo.md"]

  /// What is no program: each is in a test of its own.
  private static let parts = Sample.all("swift").filter { sample in
    !programs.contains(sample.page)
      && !(beginnings.contains(sample.page)
        && sample.line == Sample.all("swift").first { $0.page == sample.page }?.line)
  }

  @Test(arguments: parts + Sample.comments)
  func `Swift in a page or a comment compiles and is run by a test`(sample: Sample) {
    let wanted = Self.lines(sample.text).map(\.text)
    let isRun = Self.snippets.contains { snippet in
      snippet.lines.indices.contains { start in
        snippet.lines[start...].map(\.text).starts(with: wanted) && Self.isRun(at: start, of: snippet)
      }
    }
    #expect(isRun, "no test of a file in Snippets has these lines one after another")
  }

  @Test(arguments: programs + beginnings) func `a program is run by the tests of the plugin`(page: String)
    throws
  {
    let folder = Repository.root.appendingPathComponent("Tests/PluginTests").path
    let tests = try FileManager.default.contentsOfDirectory(atPath: folder).map {
      try Repository.text(of: "Tests/PluginTests/\($0)")
    }
    #expect(tests.contains { $0.contains("\"\(page)\"") })
  }

  @Test func `what a page shows as output is compared with what was printed`() {
    for sample in Sample.all("text", tag: "output") where !Self.programs.contains(sample.page) {
      let article = sample.page.split(separator: "/").last?.dropLast(3) ?? ""
      #expect(
        Self.snippets.contains { $0.text.contains("Sample.outputs(of: \"\(article)\")") },
        "\(sample.testDescription)")
    }
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

  /// Whether the line belongs to a test, or to a declaration beside tests, which use it.
  private static func isRun(at start: Int, of snippet: Snippet) -> Bool {
    var indentation = snippet.lines[start].indentation
    for (index, line) in snippet.lines[..<start].enumerated().reversed()
    where line.indentation < indentation {
      indentation = line.indentation
      guard line.text.contains("func ") else { continue }
      return line.text.contains("@Test") || index > 0 && snippet.lines[index - 1].text.contains("@Test")
    }
    return snippet.text.contains("@Test")
  }

  private static func lines(_ text: String) -> [Line] {
    text.split(separator: "\n").map {
      let indentation = $0.prefix { $0 == " " }.count
      return Line(text: $0.trimmingCharacters(in: .whitespaces), indentation: indentation)
    }.filter {
      !$0.text.isEmpty && !$0.text.hasPrefix("import ") && !$0.text.hasPrefix("@testable import ")
    }
  }
}
