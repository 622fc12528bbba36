import Foundation
import Rowsmith
import Testing

@testable import RowsmithCommand

/// Text from documents, models, arguments and names of files does not reach a terminal as it is.
struct HostileTextTests {
  private let small: SmallModel

  init() throws { small = try SmallModel() }

  /// Clears the screen, turns writing around, begins a new line.
  private static let text = "\u{1B}[2J\u{9B}31m\u{7F}\u{202E}x\u{2066}\u{2028}\r\nerror: made up"
  private static let shown = #"\u001b[2J\u009b31m\u007f\u202ex\u2066\u2028\r\nerror: made up"#
  /// The text in a JSON string, of which only what must be is an escape.
  private static let json = "\\u001b[2J\u{9B}31m\u{7F}\u{202E}x\u{2066}\u{2028}\\r\\nerror: made up"

  /// Whether text holds nothing but lines of what can be seen.
  private func isFit(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0 == "\n"
        || ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
          && !$0.properties.isBidiControl
    }
  }

  @Test
  func `a value in the message of an error`() throws {
    let outcome = try small.importJSON(
      #"[{"name": "A", "formed": "\#(Self.json)"}]"#, ["--entity", "Band"])
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.contains(#"\u009b31m\u007f\u202ex"#))
    #expect(outcome.diagnostics.hasSuffix("\n") && outcome.diagnostics.split(separator: "\n").count == 1)
    #expect(isFit(outcome.diagnostics))
  }

  @Test
  func `keys, values and skipped records in a report for people`() throws {
    let outcome = try small.importJSON(
      #"[{"name": "A", "mood": "\#(Self.json)", "\#(Self.json)": 1}, {"name": "B", "formed": "\#(Self.json)"}]"#,
      ["--entity", "Band", "--on-invalid", "skip"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\n  Band.mood  1  first: \(Self.shown)\n"))
    #expect(outcome.output.contains("\n  Band.\(Self.shown)  1  first: $[0]["))
    #expect(outcome.output.contains("\nskipped records: 1\n  $[1].formed: Band: expected an integer, found "))
    #expect(!outcome.output.contains("\nerror: made up"))
    #expect(isFit(outcome.output))
  }

  @Test
  func `a report for programs holds them as escapes, and they are what they were`() throws {
    let outcome = try small.importJSON(
      #"{"name": "A", "mood": "\#(Self.json)"}"#, ["--entity", "Band", "--format", "json"])
    #expect(outcome.output.split(separator: "\n").count == 1)
    #expect(isFit(outcome.output))
    let report = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    #expect((report?["unlistedValueExamples"] as? [String: String])?["Band.mood"] == Self.text)
  }

  @Test
  func `keys of changed records`() throws {
    let small = try SmallModel(SmallModel.yaml.replacing("rowsmith: 1", with: "rowsmith: 1\nhistory: true"))
    #expect(try small.importJSON(#"[{"name": "\#(Self.json)"}]"#, ["--entity", "Band"]).status == 0)
    let outcome = try RowsmithProcess.run(["changes", "small.sqlite"], in: small.folder)
    #expect(outcome.status == 0)
    #expect(isFit(outcome.output))
    let line = try #require(outcome.output.split(separator: "\n").first)
    let change = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(change?["key"] as? String == Self.text)
  }

  @Test
  func `names of files`() throws {
    let name = Self.text.replacing("/", with: "")
    try small.folder.write(#"{"name": 5}"#, to: name)
    let arguments = ["import", name, "--model", "Small.yml", "--into", "a.sqlite", "--entity", "Band"]
    let outcome = try RowsmithProcess.run(arguments, in: small.folder)
    #expect(outcome.diagnostics.hasPrefix("\(Self.shown):1:10: error: $.name: Band: "))
    #expect(isFit(outcome.diagnostics))
    let skipped = try RowsmithProcess.run(
      arguments + [name + "2", "--on-invalid", "skip"], in: small.folder)
    #expect(skipped.diagnostics == "error: there is no file '\(Self.shown)2'\n")
    for arguments in [
      ["check", name + ".yml"], ["schema", name + ".yml"],
      ["export", "--model", "Small.yml", "--from", name + ".db", "--entity", "Band"],
      ["migrate", name + ".db", "--model", "Small.yml"],
    ] {
      let outcome = try RowsmithProcess.run(arguments, in: small.folder)
      #expect(outcome.status == 1)
      #expect(outcome.diagnostics.contains(Self.shown))
      #expect(outcome.diagnostics.split(separator: "\n").count == 1)
      #expect(isFit(outcome.diagnostics))
    }
  }

  @Test
  func `arguments that are wrong`() throws {
    for arguments in [
      [Self.text], ["check", "--" + Self.text], ["check", "x", "--format", Self.text],
      ["import", "x", "--model", "Small.yml", "--into", "a", "--entity", Self.text],
      ["import", "x", "--model", "Small.yml", "--into", "a", "--parent", Self.text],
      ["export", "--model", "Small.yml", "--from", "a", "--entity", "Band", "--embed", Self.text],
    ] {
      let outcome = try RowsmithProcess.run(arguments, in: small.folder)
      #expect(outcome.status == 2)
      #expect(outcome.diagnostics.contains(Self.shown))
      // The error, and where to read more.
      #expect(outcome.diagnostics.split(separator: "\n").count == 2)
      #expect(isFit(outcome.diagnostics))
    }
  }

  @Test
  func `names in a model, in diagnostics and as JSON`() throws {
    try small.folder.write(
      "rowsmith: 1\nentities: { \"A\\e[2J\\x9B\\u202Ex\\n\": { attributes: { id: Int } } }\n", to: "Bad.yml")
    let text = try RowsmithProcess.run(["check", "Bad.yml"], in: small.folder)
    #expect(
      text.diagnostics.hasPrefix(#"Bad.yml:2:13: error: 'A\u001b[2J\u009b\u202ex\n' cannot name an entity"#))
    #expect(text.diagnostics.split(separator: "\n").count == 1)
    #expect(isFit(text.diagnostics))
    let json = try RowsmithProcess.run(["check", "Bad.yml", "--format=json"], in: small.folder)
    #expect(json.output.contains(#"'A\u001b[2J\u009b\u202ex\n' cannot"#))
    #expect(isFit(json.output))
  }

  @Test
  func `documentation of a model in a diagram`() throws {
    let model = "rowsmith: 1\nentities: { A: { doc: \"x\\e[2J\\u202E\", attributes: { id: Int } } }\n"
    try small.folder.write(model, to: "Documented.yml")
    for language in ["mermaid", "dot"] {
      let outcome = try RowsmithProcess.run(
        ["diagram", "Documented.yml", "--as", language], in: small.folder)
      #expect(outcome.output.contains(#"\u001b[2J\u202e"#))
      #expect(isFit(outcome.output))
    }
  }

  @Test
  func `messages of SQLite`() throws {
    #expect(try small.importJSON(#"{"id": 1, "title": "x"}"#, ["--entity", "Album"]).status == 0)
    let trigger =
      "CREATE TRIGGER t BEFORE UPDATE ON \"Album\" BEGIN SELECT RAISE(ABORT, 'no" + Self.text + "'); END"
    let schema = try LoadedModel(path: small.folder.file("Small.yml"), Terminal()).schema
    try Store(.existingFile(small.folder.file("small.sqlite")), schema: schema).write { db in
      try db.execute(sql: trigger)
    }
    let outcome = try small.importJSON(#"{"id": 1, "title": "y"}"#, ["--entity", "Album"])
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.contains("no\(Self.shown)"))
    #expect(isFit(outcome.diagnostics))
  }
}
