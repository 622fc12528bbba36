import Foundation
import Rowsmith
import Testing

/// Cases from DataCache, by number, on the bands of the examples.
@Suite struct BandsCases {
  private static let model = """
    defaults: { casing: snake_case, MergePolicy: Merge }
    entities:
      Band:
        PrimaryKey: name
        attributes:
          name: String
          formed: Int
          disbanded: Int?
          hiatus: String?
          otherNames: String?
          bandDescription: String?
        relationships:
          albums: { to: [Album], DeleteRule: Cascade }
          members: [BandMember]
      Album:
        PrimaryKey: name
        attributes: { name: String, label: String?, released: Date, releasedAs: String? }
        relationships: { band: Band? }
      BandMember:
        attributes: { id: String, instruments: String, joined: Int, left: Int? }
        relationships: { band: Band?, musician: Musician? }
      Musician:
        PrimaryKey: name
        attributes: { name: String, born: Int, dead: Int?, instruments: String }
        relationships: { bands: [BandMember] }
    documents:
      catalog: { bands: [Band], albums: [Album], band_members: [BandMember], musicians: [Musician] }
    """

  private static func document() throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(
      contentsOf: root.appendingPathComponent("Schemas/Documents/bands.json"), encoding: .utf8)
  }

  private func loaded() throws -> ImportScenario {
    let scenario = try ImportScenario(BandsCases.model)
    try scenario.importJSON(BandsCases.document(), into: .document("catalog"))
    return scenario
  }

  private static let counts = """
    SELECT name, formed, (SELECT count(*) FROM BandMember WHERE band = Band.name),
      (SELECT count(*) FROM Album WHERE band = Band.name) FROM Band ORDER BY name
    """

  @Test(arguments: [
    ("iso8601", #""2000-08-22T13:28:00Z""#), ("iso8601Basic", #""20000822T132800Z""#),
    ("epochSeconds", "966950880.0"),
  ])
  func `C-D01: one date in three formats`(format: String, json: String) throws {
    let scenario = try ImportScenario(
      "entities: { Event: { attributes: { date: { type: Date, DateFormat: \(format) } } } }",
      comparingReference: false)
    try scenario.importJSON(#"{"date":\#(json)}"#, into: "Event")
    try scenario.expect("SELECT date FROM Event", "2000-08-22T13:28:00.000Z")
  }

  @Test func `C-D02 and C-D03: snake case and the reserved word description`() throws {
    let scenario = try loaded()
    try scenario.expect(
      "SELECT otherNames, hiatus, substr(bandDescription, 1, 31) FROM Band WHERE name = 'Japan'",
      "Rain Tree Crow | 1982-1989 | Initially a glam-inspired group")
  }

  @Test func `C-D05: collections in any order give the same rows`() throws {
    let scenario = try loaded()
    try scenario.expect(BandsCases.counts, "Japan | 1974 | 5 | 7\nRoxy Music | 1971 | 7 | 10")
    guard case .object(let members) = try TreeParser.parse(BandsCases.document()) else {
      Issue.record("the document is no object")
      return
    }
    let image = try scenario.test.image()
    for rotation in members.indices {
      let rotated = Tree.object(Array(members[rotation...] + members[..<rotation]))
      let other = try ImportScenario(BandsCases.model)
      try other.importJSON(rotated.description, into: .document("catalog"))
      #expect(try other.test.image() == image)
    }
  }

  @Test func `C-D07: a later album joins the others of its band`() throws {
    let scenario = try loaded()
    let report = try scenario.importJSON(
      #"{"name":"Assemblage","band":"Japan","released":"1981-09-01T00:00:00Z","label":"Hansa"}"#,
      into: "Album")
    #expect(report.entities.keys.sorted() == ["Album"])
    #expect(report.links.added == 1)
    try scenario.expect(BandsCases.counts, "Japan | 1974 | 5 | 8\nRoxy Music | 1971 | 7 | 10")
  }

  @Test func `C-D08: an album and the musicians, each once`() throws {
    let scenario = try loaded()
    try scenario.expect(
      "SELECT band, released, label FROM Album WHERE name = 'Stranded'",
      "Roxy Music | 1973-11-01T00:00:00.000Z | Island")
    try scenario.expect(
      """
      SELECT name, count(*) FROM Musician
      WHERE name IN ('Bryan Ferry', 'Brian Eno', 'David Sylvian', 'Mick Karn') GROUP BY name ORDER BY name
      """, "Brian Eno | 1\nBryan Ferry | 1\nDavid Sylvian | 1\nMick Karn | 1")
  }

  @Test func `C-D09: an entity that the model does not have`() throws {
    let scenario = try loaded()
    #expect(try scenario.failure("[]", into: "Artist").reason == .unknownTarget)
    #expect(try scenario.failure("{}", into: .document("NoModel")).reason == .unknownTarget)
    try scenario.expect("SELECT * FROM Band WHERE name = 'U2'", "")
  }

  @Test func `C-D10: an album whose band changes moves`() throws {
    let scenario = try loaded()
    try scenario.importJSON(#"{"name":"Tin Drum","band":"Roxy Music"}"#, into: "Album")
    try scenario.expect(BandsCases.counts, "Japan | 1974 | 5 | 6\nRoxy Music | 1971 | 7 | 11")
  }

  @Test func `the same document again changes nothing`() throws {
    let scenario = try loaded()
    let before = try scenario.test.reader.dataVersion()
    let report = try scenario.importJSON(BandsCases.document(), into: .document("catalog"))
    #expect(report.entities["Album"]?.unchanged == 17)
    #expect(report.links == ImportReport.Links())
    #expect(try scenario.test.reader.dataVersion() == before)
  }
}
