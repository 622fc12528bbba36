import Rowsmith
import RowsmithInference
import RowsmithModel
import RowsmithSchema
import TestSupport
import Testing

/// A text that samples or descriptions hold is written into a model so that the model has this text.
@Suite struct WrittenTextTests {
  private static let pieces = [
    "a", "B", " ", "  ", "-", "?", ":", ",", "[", "]", "{", "}", "#", "&", "*", "!", "|", ">", "'", "\"", "%",
    "@", "`", "=", "<",
    "~", "\\", "/", ".", "+", "_", "1", "0x", "e5", "\n", "\r", "\t", "\u{7F}", "\u{85}", "\u{A0}",
    "\u{200B}", "\u{2028}",
    "\u{FEFF}", "\u{E000}", "\u{FFFE}", "é", "e\u{301}", "日", "😀", "null", "yes", "true", ".inf",
  ]

  private static let words = [
    "", " ", "a ", " a", "yes", "No", "ON", "off", "null", "Null", "~", "true", "False", "1", "-1", "+1",
    "1.5", "1e5", "0x1F",
    "0o17", ".inf", "-.inf", ".nan", "1_000", "2024-01-01", "12:30", "-", "- a", "? a", "a: b", "a:b", "a #b",
    "#a", "'a'", "\"a\"",
    "a\"b", "a'b", "a\\b", "a\nb", "\n", "\r\n", "\t", "...", "---", "--- a", "[a]", "{a}", "a,b", "@x",
    "`x`", "%a", "&a", "*a", "!a",
    "|", ">", "<<", "=", "a - b", "it's", "100 %", "C#", "…",
  ]

  private func compiled(_ texts: [String]) throws -> Schema {
    var thing = EntityDraft(name: "Thing")
    thing.primaryKey = ["id"]
    thing.attributes = [MemberDraft(name: "id", type: "Int")]
    for (index, text) in texts.enumerated() {
      var member = MemberDraft(name: "text\(index)", type: "String")
      member.settings = [YAMLEntryDraft("default", .text(text)), YAMLEntryDraft("doc", .text(text))]
      thing.attributes.append(member)
    }
    var list = MemberDraft(name: "list", type: "[String]")
    list.settings = [YAMLEntryDraft("default", .list(texts.map { .text($0) }))]
    thing.attributes.append(list)
    var model = ModelDraft()
    model.entities = [thing]
    let yaml = model.yaml()
    let compiled = ModelCompiler.compile([ModelSource(path: "Draft.yml", text: yaml)], name: "Draft")
    try #require(compiled.diagnostics.isEmpty, "\(compiled.diagnostics)\n\(yaml)")
    return try #require(compiled.schema)
  }

  private func expectTexts(_ texts: [String]) throws {
    let attributes = try compiled(texts).entities[0].attributes
    for (index, text) in texts.enumerated() {
      #expect(attributes[index + 1].defaultValue == .text(text), "\(text.debugDescription)")
    }
    #expect(
      attributes.last?.defaultValue == .text(JSONValue.array(texts.map(JSONValue.string)).text),
      "\(texts.map(\.debugDescription))")
  }

  @Test func `words that mean something in YAML are texts`() throws { try expectTexts(Self.words) }

  @Test func `random texts are what they are`() throws {
    for seed in TrialSeeds(rounds: 20).seeds {
      var generator = SeededGenerator(silent: seed)
      let texts = (0..<30).map { _ in
        (0..<Int.random(in: 1...6, using: &generator))
          .map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
      }
      try expectTexts(texts)
    }
  }
}
