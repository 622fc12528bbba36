import Foundation
import RowsmithModel
import RowsmithSchema
import Testing

@testable import Rowsmith

/// The walk through the rooms in CONTRIBUTING.md: every file and function it names exists, every result is so.
struct WalkTests {
  private static let folder = "Sources/Rowsmith/"
  private static let titles = ["One value: `\"1972-10-06\"`", "One list under `Replace`", "One query"]

  /// What is written in backquotes of one step.
  private struct Step: CustomTestStringConvertible {
    var text: String
    var quoted: [String]
    var files: [String] { quoted.filter { $0.hasSuffix(".swift") }.map { WalkTests.folder + $0 } }
    /// `Type.member`
    var members: [(type: String, member: String)] {
      quoted.compactMap { word in
        let parts = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts[0].first?.isUppercase == true, parts[1] != "swift" else { return nil }
        return word.allSatisfy { $0.isLetter || $0 == "." } ? (parts[0], parts[1]) : nil
      }
    }
    var testDescription: String { String(text.prefix(60)) }
  }

  private static let steps: [Step] = {
    let page = try? Page("CONTRIBUTING.md")
    return titles.flatMap { title in
      let text = page?.section(title) ?? ""
      // A number at the beginning of a line begins a step.
      return text.components(separatedBy: "\n").reduce(into: [String]()) { steps, line in
        if line.first?.isNumber == true { steps.append("") }
        if !steps.isEmpty { steps[steps.count - 1] += line + "\n" }
      }.map { text in
        let text = text.components(separatedBy: "   ```").first ?? text
        let quoted = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
          .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        return Step(text: text, quoted: quoted)
      }
    }
  }()

  @Test func `there are three walks of several steps`() {
    #expect(Self.steps.count == 20)
    #expect(Self.steps.flatMap(\.members).count > 40)
  }

  @Test(arguments: steps) private func `a step names a file, and each file exists`(step: Step) {
    #expect(!step.files.isEmpty)
    for file in step.files { #expect(Repository.exists(file), "\(file)") }
  }

  @Test(arguments: steps) private func `what a step names is declared in one of its files`(step: Step) throws
  {
    let files = try step.files.map { SwiftWords(try Repository.text(of: $0)) }
    for (type, member) in step.members {
      #expect(files.contains { $0.declares(member, in: type) }, "\(type).\(member)")
    }
  }

  @Test func `a type that is named alone exists`() throws {
    let declared = try Repository.sources.reduce(into: Set<String>()) {
      $0.formUnion(SwiftWords(try Repository.text(of: $1)).declaredTypes)
    }
    let types = Set(
      Self.steps.flatMap(\.quoted).filter { $0.first?.isUppercase == true && $0.allSatisfy(\.isLetter) })
    #expect(types.contains("ItemList"))
    #expect(types.subtracting(declared).subtracting(["Trespass"]).sorted() == [])
  }

  @Test func `the value is stored as the walk says, and the list ends as it says`() throws {
    let model = ModelCompiler.compile(
      [ModelSource(path: "Walk.yml", text: ModelSampleTests.whole(try Self.sample("yaml", 0)))], name: "Walk")
    let store = try Store(.memory, schema: try #require(model.schema))
    let first = try store.importJSON(.string(try Self.sample("json", 0)), into: .entity("Band"))
    #expect(first.entities["Album"]?.inserted == 2)
    let rows = { (sql: String) in try store.fetch(.sql(sql)).map(\.values) }
    let released = "SELECT released FROM Album WHERE name = 'Foxtrot'"
    #expect(try rows(released) == [[.text("1972-10-06T00:00:00.000Z")]])
    let second = try store.importJSON(.string(try Self.sample("json", 1)), into: .entity("Band"))
    #expect(second.entities["Album"]?.deleted == 1)
    #expect(second.entities["Album"]?.unchanged == 1)
    #expect(try rows("SELECT name, band FROM Album") == [[.text("Foxtrot"), .text("Genesis")]])
  }

  @Test func `the query is written as the walk says`() throws {
    let model = ModelCompiler.compile(
      [ModelSource(path: "Walk.yml", text: ModelSampleTests.whole(try Self.sample("yaml", 0)))], name: "Walk")
    let mapping = try Mapping(schema: try #require(model.schema))
    let (name, released) = (ColumnTerm(names: ["name"]), ColumnTerm(names: ["released"]))
    var node = QueryNode(entity: "Album")
    node.condition = .compare(released, .greaterOrEqual, [Date(timeIntervalSince1970: 0).storedValue])
    node.orderings = [OrderingNode(column: name, isDescending: false)]
    let select = try QueryCompiler.select(["name", "released", "band"], node, mapping: mapping)
    let page = try Repository.text(of: "CONTRIBUTING.md")
    #expect(page.contains("   \(select.sql)\n"), "\(select.sql)")
    #expect(select.values == [.text("1970-01-01T00:00:00.000Z")])
  }

  /// The block of that kind under the heading of the walk, the first is 0.
  private static func sample(_ language: String, _ index: Int) throws -> String {
    let blocks = Sample.all(language).filter { $0.page == "CONTRIBUTING.md" }
    return try #require(blocks.indices.contains(index) ? blocks[index].text : nil)
  }
}

extension SwiftWords {
  /// Whether a type's declaration in this file, or an extension of it, declares the member.
  fileprivate func declares(_ member: String, in type: String) -> Bool {
    let openers: Set = ["struct", "class", "enum", "actor", "protocol", "extension"]
    let declaring: Set = ["func", "var", "let", "case", "struct", "class", "enum", "typealias"]
    var open: String?
    for (index, word) in words.enumerated() {
      if word.indent == 0, openers.contains(word.text), index + 1 < words.count {
        open = words[index + 1].text
      }
      guard open == type, word.indent > 0, word.text == member, !word.followsDot else { continue }
      if member == "init" || declaring.contains(words[index - 1].text) { return true }
    }
    return false
  }
}
