import Foundation
import Testing

/// What `rowsmith check` says of a model that synchronises.
struct CheckSyncTests {
  private static let model = """
    rowsmith: 1
    defaults: { MergePolicy: Merge }
    sync: { server: kinto, bucket: notes, conflict: lastWriter }
    entities:
      Note:
        sync: { conflict: { words: union }, deleteConflict: deleteWins }
        attributes:
          id: UUID
          words: [String]
          seen: { type: Bool, sync: false }
          rights: { type: JSON?, sync: permissions }
        relationships: { tags: [Tag], followers: { to: [Tag], sync: relation } }
      Tag: { sync: pull, attributes: { id: UUID } }
      Story: { extends: Note, attributes: {} }
      Draft: { sync: false, attributes: { id: UUID } }

    """
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(Self.model, to: "Notes.yml")
  }

  @Test func `each entity has a line, those that stay here, too`() throws {
    let outcome = try RowsmithProcess.run(["check", "Notes.yml"], in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.diagnostics == "")
    #expect(
      outcome.output == """
        Notes.yml: Note: both ways, collection notes; conflict lastWriter, words union; deleteConflict deleteWins; \
        links tags (array), followers (relation notes_followers); permissions rights; not sent: seen
        Notes.yml: Tag: pull only, collection tags
        Notes.yml: Draft: not synchronised

        """)
  }

  @Test func `as JSON each entity is an object behind the diagnostics`() throws {
    try folder.write(
      "rowsmith: 1\nentities: { A: { attributes: { id: Int }, relationships: { b: A? } } }\n",
      to: "Warned.yml")
    let outcome = try RowsmithProcess.run(
      ["check", "Warned.yml", "Notes.yml", "--format", "json"], in: folder)
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    #expect(list.map { $0["severity"] as? String } == ["warning", nil, nil, nil])
    #expect(list.compactMap { $0["entity"] as? String } == ["Note", "Tag", "Draft"])
    #expect(list.dropFirst().map { $0["direction"] as? String } == ["both", "pull", nil])
    let note = try #require(list.dropFirst().first)
    #expect(note["collection"] as? String == "notes")
    #expect(note["conflict"] as? String == "lastWriter")
    #expect(note["memberConflicts"] as? [String: String] == ["words": "union"])
    #expect(
      note["links"] as? [String: [String: String]]
        == [
          "tags": ["storage": "array"],
          "followers": ["storage": "relation", "collection": "notes_followers"],
        ])
    #expect(note["neverSent"] as? [String] == ["seen"])
  }

  @Test func `the settings of an adapter stand behind what all have`() throws {
    try folder.write(
      "rowsmith: 1\nsync: { server: mine }\nentities: { A: { sync: { table: as }, attributes: { id: UUID } } }\n",
      to: "Mine.yml")
    let outcome = try RowsmithProcess.run(["check", "Mine.yml"], in: folder)
    #expect(
      outcome.output
        == "Mine.yml: A: both ways, collection as; conflict fieldMerge; deleteConflict editWins; table as\n")
  }

  @Test func `a model with an error has no plan to speak of`() throws {
    try folder.write(Self.model.replacingOccurrences(of: "union", with: "unoin"), to: "Notes.yml")
    let outcome = try RowsmithProcess.run(["check", "Notes.yml"], in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
  }
}
