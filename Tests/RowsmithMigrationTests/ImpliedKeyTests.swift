import Rowsmith
import RowsmithSchema
import Testing

/// What becomes of the note that the keys of a relationship came under an implied foreign key.
@Suite struct ImpliedKeyTests {
  private static let noted = "SELECT * FROM _rowsmith_implied_keys ORDER BY 1"
  private static let model = """
    entities:
      Band:
        attributes: { id: Int }
        relationships: { albums: [Album], labels: [Label] }
      Album: { attributes: { id: Int }, relationships: { band: Band? } }
      Label: { attributes: { id: Int } }
    """

  private func trial() throws -> Trial {
    let trial = try Trial(
      Self.model,
      [("Band", #"{"id":1,"album_ids":[],"label_ids":[7]}"#), ("Album", #"{"id":2,"band_id":1}"#)])
    #expect(try trial.rows(Self.noted) == ["Album.band", "Band.albums", "Band.labels"])
    return trial
  }

  @Test func `it follows entities and relationships that are renamed`() throws {
    let trial = try trial()
    try trial.migrate(
      """
      entities:
        Group:
          RenamedFrom: Band
          attributes: { id: Int }
          relationships: { albums: [Album], companies: { to: [Label], RenamedFrom: labels } }
        Album: { attributes: { id: Int }, relationships: { artist: { to: Group?, RenamedFrom: band } } }
        Label: { attributes: { id: Int } }
      """)
    #expect(try trial.rows(Self.noted) == ["Album.artist", "Group.albums", "Group.companies"])
    let store = try Store(.file(trial.path), schema: trial.current)
    var text = ""
    try store.exportJSON(entity: "Album") { text += String(decoding: $0, as: UTF8.self) }
    #expect(text == #"[{"id":2,"artist_id":1}]"# + "\n")
  }

  @Test func `it follows a list that is in no table, and goes with a relationship that goes`() throws {
    let trial = try trial()
    try trial.migrate(
      Self.model.replacing("albums: [Album]", with: "works: { to: [Album], RenamedFrom: albums }"))
    #expect(try trial.rows(Self.noted) == ["Album.band", "Band.labels", "Band.works"])
    try trial.migrate(Self.model.replacing(", labels: [Label]", with: ""), allowsLoss: true)
    #expect(try trial.rows(Self.noted) == ["Album.band"])
  }

  @Test func `of two relationships it stays with the one whose keys came so, whatever the other is called`()
    throws
  {
    let model = { (relationships: String) in
      """
      entities:
        Album: { attributes: { id: Int }, relationships: { \(relationships) } }
        Band: { attributes: { id: Int } }
      """
    }
    let trial = try Trial(model("band: Band?, guest: Band?"), "Album", #"{"id":2,"band_id":1,"guest":1}"#)
    try trial.migrate(model("guest: Band?, visitor: { to: Band?, RenamedFrom: band }"))
    #expect(try trial.rows(Self.noted) == ["Album.visitor"])
  }

  @Test func `a file of an earlier version has none, and gets the table when it is opened for writing`()
    throws
  {
    let trial = try trial()
    try trial.sql().run(
      "DROP TABLE _rowsmith_implied_keys; DELETE FROM _rowsmith_meta WHERE key = 'table _rowsmith_implied_keys'"
    )
    for isReadOnly in [true, false] {
      var options = StoreOptions()
      options.isReadOnly = isReadOnly
      let store = try Store(.file(trial.path), schema: trial.current, options: options)
      var text = ""
      try store.exportJSON(entity: "Album") { text += String(decoding: $0, as: UTF8.self) }
      #expect(text == #"[{"id":2,"band":1}]"# + "\n")
    }
    #expect(try trial.rows(Self.noted) == [])
  }
}
