import Rowsmith
import Testing

/// Rule 7 and the language: entities of a family, and records that come as another one.
@Suite struct KindRuleTests {
  private static let model = """
    defaults: { MergePolicy: Merge }
    entities:
      Media:
        Discriminator: { key: kind, values: { image: Image, video: Video } }
        attributes: { id: Int, title: String? }
        relationships: { album: Album? }
      Image:
        extends: Media
        attributes: { width: { type: Int, default: 4 } }
        relationships: { maker: { to: Person?, inverse: none } }
      Video:
        extends: Media
        attributes: { length: Int? }
        relationships: { scenes: { to: [Scene], inverse: video }, actors: { to: [Person], inverse: none } }
      Album:
        attributes: { id: Int }
        relationships:
          media: { to: [Media], inverse: album }
          clips: { to: [Video], inverse: none }
          cover: { to: Image?, inverse: none }
      Scene: { attributes: { id: Int }, relationships: { video: Video? } }
      Person: { attributes: { id: Int } }
    documents: { all: { albums: [Album], media: [Media], scenes: [Scene] } }
    """

  private static let media =
    "SELECT id, entityName, title, width, length, album, maker FROM Media ORDER BY id"

  @Test func `the server's values stand for entities, both ways`() throws {
    let scenario = try ImportScenario(KindRuleTests.model)
    try scenario.importJSON(
      #"[{"id":1,"kind":"image"},{"id":2,"kind":"video","length":3},{"id":3}]"#, into: "Media")
    try scenario.expect(
      KindRuleTests.media,
      "1 | Image | · | 4 | · | · | ·\n2 | Video | · | · | 3 | · | ·\n3 | Media | · | · | · | · | ·")
    for (kind, asked) in [("Image", "Media"), ("sound", "Media"), ("image", "Video")] {
      let error = try scenario.failure(#"{"id":1,"kind":"\#(kind)"}"#, into: asked)
      #expect(error.reason == .invalidValue && error.path == "$.kind", "\(error)")
    }
    var bytes: [UInt8] = []
    try scenario.test.store.exportJSON(entity: "Media") { bytes += $0 }
    let json = String(decoding: bytes, as: UTF8.self)
    #expect(json.contains(#""kind":"image""#) && json.contains(#""kind":"video""#))
    let other = try ImportScenario(KindRuleTests.model)
    try other.importJSON(json, into: "Media")
    #expect(try other.test.image() == scenario.test.image())
  }

  @Test func `the key path of a discriminator may have positions, both ways`() throws {
    let model = """
      defaults: { MergePolicy: Merge }
      entities:
        Media: { Discriminator: { key: kinds.0.name, values: { image: Image, video: Video } }, attributes: { id: Int } }
        Image: { extends: Media }
        Video: { extends: Media }
      """
    let scenario = try ImportScenario(model)
    let json = #"[{"kinds":[{"name":"image"}],"id":1},{"kinds":[{"name":"video"}],"id":2}]"#
    let report = try scenario.importJSON(json, into: "Media")
    #expect(report.unknownKeys == [:])
    try scenario.expect("SELECT id, entityName FROM Media ORDER BY id", "1 | Image\n2 | Video")
    var bytes: [UInt8] = []
    try scenario.test.store.exportJSON(entity: "Media") { bytes += $0 }
    #expect(String(decoding: bytes, as: UTF8.self) == json + "\n")
  }

  @Test func `without a discriminator a row that is here keeps its kind`() throws {
    let scenario = try ImportScenario(KindRuleTests.model)
    try scenario.importJSON(#"{"id":2,"kind":"video","length":3}"#, into: "Media")
    try scenario.importJSON(#"{"id":2,"title":"t"}"#, into: "Media")
    try scenario.expect(KindRuleTests.media, "2 | Video | t | · | 3 | · | ·")
  }

  @Test func `a record that comes as another entity loses the links that it has no more, on both sides`()
    throws
  {
    let scenario = try ImportScenario(KindRuleTests.model)
    try scenario.importJSON(
      """
      {"media":[{"id":1,"kind":"video","length":3,"scenes":[{"id":1},{"id":2}],"actors":[5]}],
      "albums":[{"id":1,"media":[1],"clips":[1]}]}
      """,
      into: .document("all"))
    try scenario.importJSON(#"{"id":5}"#, into: "Person")
    let report = try scenario.importJSON(#"{"id":1,"kind":"image"}"#, into: "Media")
    // What it still can be an item of stays, what only the new kind has is its default.
    try scenario.expect(KindRuleTests.media, "1 | Image | · | 4 | · | 1 | ·")
    try scenario.expect("SELECT id, video FROM Scene", "1 | ·\n2 | ·")
    try scenario.expect("SELECT * FROM Video_actors UNION ALL SELECT * FROM Album_clips", "")
    #expect(report.links.removed == 4 && report.links.added == 0)
    #expect(report.entities["Image"]?.updated == 1)
  }

  @Test func `a to-one of the former kind is counted as removed, too`() throws {
    let scenario = try ImportScenario(KindRuleTests.model)
    try scenario.importJSON(#"{"id":1,"kind":"image","maker":{"id":5}}"#, into: "Media")
    try scenario.importJSON(#"{"id":1,"cover":1}"#, into: "Album")
    let report = try scenario.importJSON(#"{"id":1,"kind":"video"}"#, into: "Media")
    try scenario.expect(KindRuleTests.media, "1 | Video | · | · | · | · | ·")
    try scenario.expect("SELECT cover FROM Album", "·")
    #expect(report.links.removed == 2)
  }

  @Test func `a link to a row that is not of the entity asked for waits`() throws {
    let scenario = try ImportScenario(KindRuleTests.model)
    try scenario.importJSON(#"{"id":1,"kind":"image"}"#, into: "Media")
    let report = try scenario.importJSON(#"{"id":1,"clips":[1]}"#, into: "Album")
    #expect(report.unresolved == ["Album.clips": 1])
    let later = try scenario.importJSON(#"{"id":1,"kind":"video"}"#, into: "Media")
    #expect(later.unresolved == [:])
    try scenario.expect("SELECT source, target FROM Album_clips", "1 | 1")
  }
}
