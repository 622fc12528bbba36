import Rowsmith
import Testing

/// Rules 5 and 8: a record that takes along, through what it owns, what another row needs.
@Suite struct OwnedLossTests {
  private static func model(_ songs: String) -> String {
    """
    defaults: { MergePolicy: Merge }
    entities:
      Album:
        DeletedWhen: deleted
        attributes: { id: Int, title: String? }
        relationships: { songs: { to: [Song], \(songs), DeleteRule: Cascade } }
      Song:
        attributes: { id: Int }
        relationships: { album: Album?, verses: { to: [Verse], inverse: song, DeleteRule: Cascade } }
      Verse: { attributes: { id: Int }, relationships: { song: Song } }
      Note: { attributes: { id: Int }, relationships: { verse: { to: Verse?, inverse: none } } }
      Shelf: { attributes: { id: Int }, relationships: { albums: { to: [Album], inverse: none, MergePolicy: Replace } } }
    """
  }

  private func started(_ songs: String) throws -> ImportScenario {
    let scenario = try ImportScenario(Self.model(songs))
    try scenario.importJSON(
      """
      [{"id":1,"title":"a","songs":[{"id":1,"verses":[{"id":1},{"id":2}]}]},
       {"id":2,"title":"b","songs":[{"id":2,"verses":[{"id":3}]}]}]
      """, into: "Album")
    try scenario.importJSON(#"[{"id":1,"verse":1}]"#, into: "Note")
    try scenario.importJSON(#"[{"id":1,"albums":[1,2]}]"#, into: "Shelf")
    return scenario
  }

  private static let verses = "SELECT id, song FROM Verse ORDER BY id"

  @Test(arguments: ["inverse: album", "inverse: none"])
  func `it is refused, or left out alone`(songs: String) throws {
    let scenario = try started(songs)
    let document = #"[{"id":2,"deleted":true},{"id":1,"deleted":true},{"id":3,"title":"c"}]"#
    let error = try scenario.failure(document, into: "Album")
    #expect(error.reason == .refused)
    #expect(error.message.contains("Verse") && error.message.contains("song"), "\(error)")
    let report = try scenario.importJSON(document, into: "Album") { $0.onInvalid = .skip }
    #expect(report.skipped.map(\.path) == ["$[1]"])
    try scenario.expect("SELECT id, title FROM Album ORDER BY id", "1 | a\n3 | c")
    try scenario.expect(Self.verses, "1 | 1\n2 | 1")
  }

  @Test(arguments: ["inverse: album", "inverse: none"])
  func `so is a list whose items leave`(songs: String) throws {
    let scenario = try started(songs)
    let document = #"[{"id":1,"albums":[{"id":2,"title":"x"}]},{"id":2,"albums":[]}]"#
    #expect(try scenario.failure(document, into: "Shelf").reason == .refused)
    let report = try scenario.importJSON(document, into: "Shelf") { $0.onInvalid = .skip }
    #expect(report.skipped.map(\.path) == ["$[0]"])
    try scenario.expect("SELECT id, title FROM Album ORDER BY id", "1 | a\n2 | b")
    try scenario.expect(Self.verses, "1 | 1\n2 | 1\n3 | 2")
  }
}
