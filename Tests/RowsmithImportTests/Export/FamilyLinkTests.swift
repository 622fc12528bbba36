import Rowsmith
import Testing

/// Links to records that are here, but of another entity of their family: each waits until its record is of the entity that
/// it leads to, and is produced like a link to a record that is not here.
@Suite struct FamilyLinkTests {
  /// Models in which `Feed` leads to `Song`, which extends `Item`.
  private static let models = [
    // A column.
    """
      Feed: { attributes: { id: Int }, relationships: { song: { to: Song?, inverse: none } } }
      Song: { extends: Item }
    """,
    """
      Feed: { attributes: { id: Int }, relationships: { song: { to: Song?, inverse: feeds } } }
      Song: { extends: Item, relationships: { feeds: { to: [Feed], inverse: song } } }
    """,
    """
      Feed: { attributes: { id: Int }, relationships: { song: { to: Song?, inverse: feed } } }
      Song: { extends: Item, relationships: { feed: { to: Feed?, inverse: song } } }
    """,
    // A column of the record that it leads to.
    """
      Feed: { attributes: { id: Int }, relationships: { song: { to: [Song], inverse: feed } } }
      Song: { extends: Item, relationships: { feed: { to: Feed?, inverse: song } } }
    """,
    """
      Feed: { attributes: { id: Int }, relationships: { song: { to: [Song], inverse: feed, ordered: true } } }
      Song: { extends: Item, relationships: { feed: { to: Feed?, inverse: song } } }
    """,
    // A link table of this side.
    """
      Feed: { attributes: { id: Int }, relationships: { song: { to: [Song], inverse: none } } }
      Song: { extends: Item }
    """,
    """
      Feed: { attributes: { id: Int }, relationships: { song: { to: [Song], inverse: feeds } } }
      Song: { extends: Item, relationships: { feeds: { to: [Feed], inverse: song } } }
    """,
    // One of the other side, which sorts first.
    """
      Feed: { attributes: { id: Int }, relationships: { song: { to: [Air], inverse: feeds } } }
      Air: { extends: Item, relationships: { feeds: { to: [Feed], inverse: song } } }
    """,
    """
      Feed: { attributes: { id: Int }, relationships: { song: { to: [Air], inverse: feeds, ordered: true } } }
      Air: { extends: Item, relationships: { feeds: { to: [Feed], inverse: song } } }
    """,
    // One of several entities.
    """
      Feed: { attributes: { id: Int }, relationships: { song: { oneOf: [Song, Tag] } } }
      Song: { extends: Item }
      Tag: { attributes: { id: Int } }
    """,
  ]

  /// Models in which `Feed` leads to `Song`, whose key has two parts.
  private static let twoParts = [
    """
      Feed: { attributes: { id: Int }, relationships: { song: { to: Song?, inverse: none } } }
      Song: { extends: Item, attributes: { bars: Int } }
    """,
    """
      Feed: { attributes: { id: Int }, relationships: { song: { to: [Song], inverse: feed } } }
      Song: { extends: Item, attributes: { bars: Int }, relationships: { feed: { to: Feed?, inverse: song } } }
    """,
    """
      Feed: { attributes: { id: Int }, relationships: { song: { to: [Song], inverse: none } } }
      Song: { extends: Item, attributes: { bars: Int } }
    """,
    """
      Feed: { attributes: { id: Int }, relationships: { song: { to: [Air], inverse: feeds } } }
      Air: { extends: Item, attributes: { bars: Int }, relationships: { feeds: { to: [Feed], inverse: song } } }
    """,
  ]

  private static func scenario(_ model: String, key: String = "") throws -> ImportScenario {
    try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Item: { attributes: { id: Int, part: Int }, Discriminator: kind\(key) }
      \(model)
      """)
  }

  @Test(arguments: models)
  func `a link to a record of another entity of the family is produced`(model: String) throws {
    let scenario = try Self.scenario(model)
    try scenario.importJSON(#"[{"id":8,"part":1},{"id":9,"part":1}]"#, into: "Item")
    let song = model.contains("song: { to: [") ? "[8]" : "8"
    let isChoice = model.contains("oneOf")
    let json = isChoice ? #"{"id":1,"song_type":"Song","song_id":8}"# : #"{"id":1,"song":\#(song)}"#
    let report = try scenario.importJSON(json, into: "Feed")
    #expect(report.unresolved.values.reduce(0, +) == 1)
    try expectCopies(scenario) { try Self.scenario(model) }
  }

  @Test(arguments: twoParts)
  func `so is one whose key has several parts`(model: String) throws {
    let key = ", PrimaryKey: [id, part]"
    let scenario = try Self.scenario(model, key: key)
    try scenario.importJSON(#"[{"id":8,"part":1},{"id":9,"part":1}]"#, into: "Item")
    let song = #"{"id":8,"part":1}"#
    let report = try scenario.importJSON(
      #"{"id":1,"song":\#(model.contains("song: { to: [") ? "[\(song)]" : song)}"#, into: "Feed")
    #expect(report.unresolved.values.reduce(0, +) == 1)
    try expectCopies(scenario) { try Self.scenario(model, key: key) }
  }

  /// What is produced makes the same rows and links elsewhere, and nothing is noted.
  private func expectCopies(
    _ scenario: ImportScenario, sourceLocation: SourceLocation = #_sourceLocation,
    to empty: () throws -> ImportScenario
  ) throws {
    let image = try scenario.test.image()
    for toMany in ExportOptions.ToMany.allCases where toMany != .omitted {
      for toOne in ExportOptions.ToOne.allCases {
        let copy = try empty()
        for entity in ["Item", "Feed"] {
          var options = ExportOptions()
          (options.toMany, options.toOne) = (toMany, toOne)
          var bytes: [UInt8] = []
          let notes = try scenario.test.store.exportJSON(entity: entity, options: options) { bytes += $0 }
            .notes
          #expect(notes == [], sourceLocation: sourceLocation)
          try copy.importJSON(String(decoding: bytes, as: UTF8.self), into: entity)
        }
        let difference = DatabaseImage.difference("expected", image, "found", try copy.test.image())
        #expect(difference == "", "to-many \(toMany), to-one \(toOne)", sourceLocation: sourceLocation)
      }
    }
  }
}
