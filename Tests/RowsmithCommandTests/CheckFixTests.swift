import Foundation
import Testing

/// The edits of `rowsmith check --format json`, tried out by making them.
struct CheckFixTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The diagnostics of a model.
  private func check(_ yaml: String) throws -> [[String: Any]] {
    try folder.write(yaml, to: "Model.yml")
    let outcome = try RowsmithProcess.run(["check", "Model.yml", "--format", "json"], in: folder)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]], "\(outcome)")
  }

  private func fixes(_ diagnostic: [String: Any]) -> [[String: Any]] {
    (diagnostic["fixes"] as? [[String: Any]] ?? []).flatMap { $0["edits"] as? [[String: Any]] ?? [] }
  }

  /// Makes an edit: lines and columns in Unicode scalars, from 1.
  private func apply(_ edit: [String: Any], to yaml: String) throws -> String {
    #expect(edit["path"] as? String == "Model.yml")
    let line = try #require(edit["line"] as? Int)
    #expect(edit["endLine"] as? Int == line)
    let (start, end) = (try #require(edit["column"] as? Int), try #require(edit["endColumn"] as? Int))
    var lines = yaml.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let scalars = Array(lines[line - 1].unicodeScalars)
    var text = String.UnicodeScalarView(scalars[..<(start - 1)])
    text.append(contentsOf: try #require(edit["text"] as? String).unicodeScalars)
    text.append(contentsOf: scalars[(end - 1)...])
    lines[line - 1] = String(text)
    return lines.joined(separator: "\n")
  }

  private static let head = "rowsmith: 1\ndefaults: { MergePolicy: Merge }\n"

  @Test(
    arguments: [
      ("entities: { A: { attributes: { id: Itn } } }", "entities: { A: { attributes: { id: Int } } }"),
      ("entities: { A: { atributes: { id: Int } } }", "entities: { A: { attributes: { id: Int } } }"),
      (
        "entities: { A: { attributes: { id: Int, tags: \"[Strng]?\" } } }",
        "entities: { A: { attributes: { id: Int, tags: \"[String]?\" } } }"
      ),
      (
        "entities:\n  Album: { attributes: { id: Int }, relationships: { 'ä': 'Albm?' } }",
        "entities:\n  Album: { attributes: { id: Int }, relationships: { 'ä': 'Album?' } }"
      ),
      (
        "entities:\n  Album: { attributes: { id: Int }, relationships: { next: { to: [Albm] } } }",
        "entities:\n  Album: { attributes: { id: Int }, relationships: { next: { to: [Album] } } }"
      ),
      (
        "enums: { Mood: [very glad, sad] }\nentities: { A: { attributes: { id: Int, m: { type: Mood, default: very gald } } } }",
        "enums: { Mood: [very glad, sad] }\nentities: { A: { attributes: { id: Int, m: { type: Mood, default: 'very glad' } } } }"
      ),
      (
        "entities: { A: { PrimaryKey: [idd], attributes: { id: Int } } }",
        "entities: { A: { PrimaryKey: [id], attributes: { id: Int } } }"
      ),
      (
        "histroy: true\nentities: { A: { attributes: { id: Int } } }",
        "history: true\nentities: { A: { attributes: { id: Int } } }"
      ),
      (
        "entities: { A: { attributes: { id: Int, at: { type: Date, DateFormat: epochsecond } } } }",
        "entities: { A: { attributes: { id: Int, at: { type: Date, DateFormat: epochSeconds } } } }"
      ),
      (
        "entities: { A: { doc: '😀 e\u{301}', attributes: { id: Itn } } }",
        "entities: { A: { doc: '😀 e\u{301}', attributes: { id: Int } } }"
      ),
    ])
  func `an edit puts the word there that was meant, and nothing else`(yaml: String, expected: String) throws {
    let yaml = Self.head + yaml
    let diagnostics = try check(yaml)
    let edits = diagnostics.flatMap(fixes)
    #expect(edits.count == 1, "\(diagnostics)")
    let fixed = try apply(try #require(edits.first), to: yaml)
    #expect(fixed == Self.head + expected)
    #expect(try check(fixed).allSatisfy { $0["severity"] as? String != "error" })
  }

  @Test
  func `all edits of a model can be made, from the last to the first`() throws {
    let yaml =
      Self.head + """
        entities:
          Band: { attributes: { id: Itn, name: Strng }, relationships: { albums: [Albm] } }
          Album: { atributes: { id: Int, "ö": Itn } }

        """
    var fixed = yaml
    // The attributes of Album are not read before their key is right.
    for _ in 0..<2 {
      for edit in try check(fixed).flatMap(fixes).reversed() { fixed = try apply(edit, to: fixed) }
    }
    #expect(
      fixed == Self.head + """
        entities:
          Band: { attributes: { id: Int, name: String }, relationships: { albums: [Album] } }
          Album: { attributes: { id: Int, "ö": Int } }

        """)
  }

  @Test
  func `where nothing is suggested there is no edit`() throws {
    let diagnostics = try check("rowsmith: 1\nentities: { A: { attributes: { id: Wumpus } } }\n")
    #expect(diagnostics.count == 1)
    #expect((diagnostics[0]["fixes"] as? [Any])?.isEmpty == true)
  }
}
