import Foundation
import Testing

@testable import RowsmithModel

/// Files that were not written to be models.
struct HostileInputTests {
  private func diagnostics(_ text: String) -> [String] {
    ModelCompiler.compile([ModelSource(path: "m.yml", text: text)], name: "M").diagnostics.map(\.description)
  }

  @Test func `a billion laughs are not laughed`() {
    var text =
      "rowsmith: 1\nentities:\n  A:\n    attributes:\n      a0: &a0 { type: JSON, default: [ha, ha] }\n"
    for level in 1...40 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "      a\(level): &a\(level) { type: JSON, default: [\(aliases)] }\n"
    }
    let found = diagnostics(text)
    #expect(found.count == 1)
    #expect(
      found.first?.hasSuffix("error: the model has more than 200000 values, counting what aliases repeat")
        == true)
  }

  @Test func `an anchor does not contain itself`() {
    #expect(
      diagnostics("rowsmith: 1\nentities: &e { A: *e }\n") == [
        "m.yml:2:19: error: the alias '*e' has no anchor; write '&e' before the value it stands for"
      ])
  }

  @Test func `depth is bounded`() {
    let deep = String(repeating: "[", count: 5000)
    #expect(
      diagnostics("rowsmith: 1\nentities: \(deep)") == [
        "m.yml:2:74: error: values nest deeper than 64 levels; no model needs that"
      ])
  }

  @Test(arguments: ["\0", "a\0b", "\u{1}", "\u{FFFF}", "\u{7F}", "rowsmith: 1\nentities: \u{0}"])
  func `control characters are refused`(text: String) {
    let found = diagnostics(text)
    #expect(found.count == 1)
    #expect(found.first?.contains("error: this is not YAML: control characters are not allowed") == true)
  }

  @Test(arguments: [
    "---", "...", "--- ~", "%YAML 1.2\n---\n", "\u{FEFF}", "# x", "\n\n", "null", "''", "[]", "{}", "- a",
    "text",
  ])
  func `a file that is no model is told so`(text: String) {
    let found = diagnostics(text)
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.contains(": error: ") })
  }

  @Test(arguments: [
    "%YAML 3.0\n---\na: 1", "&a", "*a", "!!str", "!<tag:x> a", "? ", ": ", "- - - -", "a: b: c", "'", "\"",
    "|", "> ",
    "[", "]", "{", "}", ",", "@", "`", "%", "%x", "- [", "{a", "{a:", "{a: b", "!", "!!", "&", "*",
    "a: |\n b\nc",
    "\"\\x\"", "\"\\ud800\"", "[\"\\ud83d\\ude00\\", "[\"\\ud83d\\ude00\\u",
    "\t", "a:\tb", "a:\n\tb: c", "? a\n? b", "<<: *x", "<<: 1", "{<<: [[]]}",
    "? {a: b}\n: c",
  ])
  func `fragments of YAML never crash`(text: String) {
    let found = diagnostics(text)
    #expect(!found.isEmpty)
  }

  @Test func `a damaged model is diagnosed inside the file`() throws {
    let models = try ["Bands", "Shop", "GitHub"].map {
      try String(contentsOfFile: Repository.path("Schemas/\($0).yml"), encoding: .utf8)
    }
    var random = Seeded(state: 20_000_822)
    let scraps: [Character] = [
      "{", "}", "[", "]", ":", "?", "&", "*", "!", "\t", "\n", " ", "'", "\"", "-", "0", "$", "é", ".",
    ]
    for round in 0..<600 {
      var letters = Array(models[round % models.count])
      for _ in 0...(round % 4) {
        let place = Int(random.next() % UInt64(letters.count))
        switch random.next() % 4 {
        case 0: letters.remove(at: place)
        case 1: letters.insert(scraps[Int(random.next() % UInt64(scraps.count))], at: place)
        case 2: letters.removeSubrange(place..<min(place + 40, letters.count))
        default: letters[place] = scraps[Int(random.next() % UInt64(scraps.count))]
        }
      }
      let text = String(letters)
      let model = ModelCompiler.compile([ModelSource(path: "m.yml", text: text)], name: "M")
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      #expect((model.schema == nil) == model.diagnostics.hasErrors, "seed 20000822, round \(round)")
      #expect(model.diagnostics == model.diagnostics.sorted(), "seed 20000822, round \(round)")
      for diagnostic in model.diagnostics {
        let isInside =
          diagnostic.line >= 1 && diagnostic.line <= lines.count + 1 && diagnostic.column >= 1
          && (diagnostic.line > lines.count
            || diagnostic.column <= lines[diagnostic.line - 1].unicodeScalars.count + 1)
        #expect(isInside, "seed 20000822, round \(round): \(diagnostic)")
      }
    }
  }

  @Test func `values of values become neither millions of columns nor none`() {
    func model(_ members: (Int) -> String) -> String {
      let values = (0..<40).map { "  V\($0): { \(members($0 + 1)) }\n" }.joined()
      return "rowsmith: 1\nvalues:\n\(values)  V40: { a: Int }\n"
        + "entities: { A: { attributes: { id: Int, v: V0?, w: V31? } } }\n"
    }
    for text in [model { "a: V\($0)?, b: V\($0)?" }, model { "a: V\($0)?" }] {
      let found = diagnostics(text)
      #expect(found.count == 1)
      #expect(found.first?.contains("error: 'v' would be more than 2000 columns") == true)
    }
  }

  @Test func `a table has no more columns than SQLite allows`() {
    let attributes = (0..<2100).map { "c\($0): Int?" }.joined(separator: ", ")
    let found = diagnostics("rowsmith: 1\nentities: { A: { attributes: { id: Int, \(attributes) } } }\n")
    #expect(
      found == [
        "m.yml:2:13: error: the table of 'A' would have 2101 columns, and SQLite allows 2000; make an entity or JSON of a part of it"
      ])
  }
}

/// A generator of numbers that are the same in every run (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
