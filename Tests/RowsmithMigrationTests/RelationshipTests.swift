import Testing

@testable import Rowsmith

@Suite struct RelationshipTests {
  /// Bands and albums; each relationship is written in full, or left out.
  private func model(albums: String? = nil, band: String? = nil, tail: String = "") -> String {
    """
    entities:
      Band:
        PrimaryKey: name
        attributes: { name: String }
        relationships: {\(albums.map { " albums: \($0) " } ?? "")}
      Album:
        attributes: { id: Int }
        relationships: {\(band.map { " band: \($0) " } ?? "")}
    \(tail)
    """
  }
  private static let json: [(entity: String, json: String)] = [
    ("Band", #"[{"name": "Can"}, {"name": "Japan"}]"#),
    (
      "Album",
      #"[{"id": 3, "band": "Can"}, {"id": 1, "band": "Can"}, {"id": 2, "band": "Japan"}, {"id": 4}, {"id": 5, "band": "Lost"}]"#
    ),
  ]
  private static let lists =
    #"[{"name": "Can", "albums": [3, 1]}, {"name": "Japan", "albums": [2, 9]}, {"name": "Faust"}]"#
  private static let albums = #"[{"id": 1}, {"id": 2}, {"id": 3}]"#

  @Test func `to-one becomes to-many without an inverse`() throws {
    let trial = try Trial(model(band: "Band?"), Self.json)
    try trial.migrate(model(band: "{ to: [Band] }"))
    #expect(
      try trial.rows("SELECT source, target, position FROM Album_band ORDER BY 1")
        == ["1|Can|-", "2|Japan|-", "3|Can|-", "5|Lost|-"])
    #expect(try trial.rows("SELECT * FROM _rowsmith_unresolved") == ["Album.band|Lost"])
  }

  @Test func `a link to a row of another entity of its family still waits`() throws {
    func model(_ attribute: String) -> String {
      """
      entities:
        Item: { attributes: { id: Int } }
        Song: { extends: Item }
        Feed:
          attributes: { id: Int\(attribute) }
          relationships: { top: { to: Song?, inverse: none }, songs: { to: [Song], inverse: none } }
      """
    }
    let trial = try Trial(
      model(""),
      [("Item", #"{"id":8}"#), ("Song", #"{"id":9}"#), ("Feed", #"{"id":1,"top":8,"songs":[8,9]}"#)])
    let waiting = try trial.rows("SELECT * FROM _rowsmith_unresolved ORDER BY 1")
    #expect(waiting == ["Feed.songs|8", "Feed.top|8"])
    try trial.migrate(model(", name: String?"))
    #expect(try trial.rows("SELECT * FROM _rowsmith_unresolved ORDER BY 1") == waiting)
  }

  @Test func `a link that waits stays when the row with its key leaves the family`() throws {
    func model(_ guitarist: String) -> String {
      """
      entities:
        Musician: { attributes: { id: Int } }
        Guitarist: { \(guitarist) }
        Drummer: { extends: Musician, attributes: { sticks: Int? } }
        Song: { attributes: { id: Int }, relationships: { drummer: { to: Drummer?, MergePolicy: Merge } } }
      """
    }
    let trial = try Trial(
      model("extends: Musician, attributes: { strings: Int? }"),
      [
        ("Musician", #"[{"entity_name": "Guitarist", "id": 1}, {"entity_name": "Drummer", "id": 2}]"#),
        ("Song", #"[{"id": 1, "drummer": 1}, {"id": 2, "drummer": 2}]"#),
      ])
    try trial.migrate(model("attributes: { id: Int, strings: Int? }"))
    #expect(try trial.rows("SELECT id, drummer FROM Song ORDER BY id") == ["1|1", "2|2"])
    #expect(try trial.rows("SELECT * FROM _rowsmith_unresolved") == ["Song.drummer|1"])
  }

  @Test(arguments: ["[Toy]", "Toy?"])
  func `a list that only one kind of a family keeps takes no links of the others`(before: String) throws {
    func model(_ pet: String, _ dog: String) -> String {
      """
      entities:
        Pet: { PrimaryKey: name, attributes: { name: String }, relationships: { \(pet) } }
        Dog: { extends: Pet, attributes: { tricks: Int? }, relationships: { \(dog) } }
        Cat: { extends: Pet, attributes: { lives: Int? } }
        Toy: { attributes: { id: Int } }
      """
    }
    let toy = { (number: Int) in before == "[Toy]" ? "[\(number)]" : "\(number)" }
    let trial = try Trial(
      model("toys: { to: \(before), inverse: none }", ""),
      [
        (
          "Pet",
          #"[{"entity_name": "Dog", "name": "a", "toys": \#(toy(1))}, {"entity_name": "Cat", "name": "b", "toys": \#(toy(2))}]"#
        )
      ])
    let after = model("", "toys: { to: [Toy], inverse: none }")
    #expect(try trial.refusal(after) == ["Pet.toys: 1 link"])
    try trial.migrate(after, allowsLoss: true)
    #expect(try trial.rows("SELECT source, target FROM Dog_toys") == ["a|1"])
  }

  @Test func `to-many becomes to-one where it has one item`() throws {
    let trial = try Trial(model(band: "{ to: [Band] }"), Self.json)
    try trial.migrate(model(band: "Band?"))
    #expect(
      try trial.rows("SELECT id, band FROM Album ORDER BY 1") == [
        "1|Can", "2|Japan", "3|Can", "4|-", "5|Lost",
      ])
    #expect(try trial.rows("SELECT * FROM _rowsmith_unresolved") == ["Album.band|Lost"])
  }

  @Test func `links beyond the first are a loss`() throws {
    let trial = try Trial(
      model(albums: "{ to: [Album], inverse: none, ordered: true }"),
      [("Album", Self.albums), ("Band", Self.lists)])
    let toOne = model(albums: "{ to: Album?, inverse: none }")
    #expect(try trial.refusal(toOne) == ["Band.albums: 2 links"])
    try trial.migrate(toOne, allowsLoss: true)
    #expect(try trial.rows("SELECT * FROM Band ORDER BY 1") == ["Can|3", "Faust|-", "Japan|2"])
  }

  @Test func `an inverse takes the links of a table`() throws {
    let trial = try Trial(
      model(albums: "{ to: [Album], ordered: true }"), [("Album", Self.albums), ("Band", Self.lists)])
    try trial.migrate(model(albums: "{ to: [Album], ordered: true }", band: "Band?"))
    #expect(try trial.rows("SELECT * FROM _rowsmith_pending") == ["Band.albums|9|Japan|1"])
    try trial.importJSON(#"{"id": 9}"#, "Album")
    #expect(
      try trial.rows("SELECT id, band, band_position FROM Album ORDER BY 1")
        == ["1|Can|1", "2|Japan|0", "3|Can|0", "9|Japan|1"])
  }

  @Test func `an inverse that goes leaves a table of links`() throws {
    let trial = try Trial(model(albums: "[Album]", band: "Band?"), Self.json)
    try trial.migrate(model(albums: "{ to: [Album], ordered: true }"))
    #expect(
      try trial.rows("SELECT source, target, position FROM Band_albums ORDER BY 1, 3")
        == ["Can|1|0", "Can|3|1", "Japan|2|0", "Lost|5|0"])
  }

  @Test func `both ends keep the links when they part`() throws {
    let trial = try Trial(model(albums: "[Album]", band: "Band?"), Self.json)
    try trial.migrate(model(albums: "{ to: [Album], inverse: none }", band: "{ to: Band?, inverse: none }"))
    #expect(try trial.rows("SELECT target FROM Band_albums WHERE source = 'Can' ORDER BY 1") == ["1", "3"])
    #expect(try trial.rows("SELECT id FROM Album WHERE band = 'Can' ORDER BY 1") == ["1", "3"])
  }

  @Test func `two relationships become one another's inverse`() throws {
    let trial = try Trial(
      model(albums: "{ to: [Album], inverse: none }", band: "{ to: Band?, inverse: none }"),
      [
        ("Album", #"[{"id": 1, "band": "Can"}, {"id": 2}, {"id": 3, "band": "Japan"}]"#),
        ("Band", #"[{"name": "Can", "albums": [1, 2]}, {"name": "Japan", "albums": [2]}]"#),
      ])
    let together = model(albums: "[Album]", band: "Band?")
    #expect(try trial.refusal(together) == ["Band.albums: 1 link"])
    try trial.migrate(together, allowsLoss: true)
    #expect(try trial.rows("SELECT * FROM Album ORDER BY 1") == ["1|Can", "2|Can", "3|Japan"])
  }

  @Test func `a list keeps its order when it becomes the inverse of a relationship`() throws {
    let trial = try Trial(
      model(albums: "{ to: [Album], inverse: none, ordered: true }", band: "{ to: Band?, inverse: none }"),
      [
        (
          "Album",
          #"[{"id": 1, "band": "Can"}, {"id": 2}, {"id": 3, "band": "Can"}, {"id": 4, "band": "Can"}, {"id": 5, "band": "Can"}]"#
        ),
        ("Band", #"[{"name": "Can", "albums": [3, 2, 1]}, {"name": "Japan", "albums": [9, 8]}]"#),
      ])
    try trial.migrate(model(albums: "{ to: [Album], ordered: true }", band: "Band?"))
    #expect(
      try trial.rows("SELECT id, band, band_position FROM Album ORDER BY 3")
        == ["3|Can|0", "2|Can|1", "1|Can|2", "4|Can|3", "5|Can|4"])
    #expect(
      try trial.rows("SELECT * FROM _rowsmith_pending ORDER BY 4")
        == ["Band.albums|9|Japan|0", "Band.albums|8|Japan|1"])
  }

  @Test func `lists that become a pair keep their order`() throws {
    let trial = try Trial(
      model(albums: "{ to: [Album], inverse: none, ordered: true }", band: "{ to: [Band], inverse: none }"),
      [
        ("Album", #"[{"id": 1}, {"id": 2, "band": ["Can"]}, {"id": 3, "band": ["Can"]}]"#),
        ("Band", #"[{"name": "Can", "albums": [3, 1]}]"#),
      ])
    try trial.migrate(model(albums: "{ to: [Album], ordered: true }", band: "{ to: [Band] }"))
    #expect(
      try trial.rows("SELECT * FROM Album_band ORDER BY 4") == ["3|Can|-|0", "1|Can|-|1", "2|Can|-|2"])
  }

  @Test func `an order is that of the keys, and goes without a word`() throws {
    let trial = try Trial(model(albums: "[Album]", band: "Band?"), Self.json)
    try trial.migrate(model(albums: "{ to: [Album], ordered: true }", band: "Band?"))
    #expect(
      try trial.rows("SELECT id, band_position FROM Album ORDER BY 1") == ["1|0", "2|0", "3|1", "4|-", "5|0"])
    try trial.migrate(model(albums: "[Album]", band: "Band?"))
    #expect(try trial.rows("SELECT * FROM Album WHERE id = 3") == ["3|Can"])
  }

  @Test func `a table of links gains and loses its order`() throws {
    let trial = try Trial(model(albums: "{ to: [Album] }"), [("Album", Self.albums), ("Band", Self.lists)])
    try trial.migrate(model(albums: "{ to: [Album], ordered: true }"))
    #expect(
      try trial.rows("SELECT * FROM Band_albums ORDER BY 1, 2")
        == ["Can|1|0", "Can|3|1", "Japan|2|0", "Japan|9|1"])
    try trial.migrate(model(albums: "{ to: [Album] }"))
    #expect(try trial.rows("SELECT DISTINCT position FROM Band_albums") == ["-"])
  }

  @Test func `many-to-many changes its owner when it is renamed`() throws {
    let trial = try Trial(
      model(albums: "{ to: [Album], ordered: true }", band: "{ to: [Band] }"),
      [("Album", Self.albums), ("Band", Self.lists)])
    #expect(
      try trial.rows("SELECT * FROM Album_band ORDER BY 2, 4") == [
        "3|Can|-|0", "1|Can|-|1", "2|Japan|-|0", "9|Japan|-|1",
      ])
    try trial.migrate(
      """
      entities:
        Band:
          PrimaryKey: name
          attributes: { name: String }
          relationships: { albums: { to: [Work], ordered: true } }
        Work:
          RenamedFrom: Album
          attributes: { id: Int }
          relationships: { band: { to: [Band] } }
      """)
    #expect(
      try trial.rows("SELECT * FROM Band_albums ORDER BY 1, 3") == [
        "Can|3|0", "Can|1|1", "Japan|2|0", "Japan|9|1",
      ])
  }

  @Test func `a relationship and its target are renamed in place`() throws {
    let trial = try Trial(model(albums: "[Album]", band: "Band?"), Self.json)
    let report = try trial.migrate(
      """
      entities:
        Group:
          RenamedFrom: Band
          PrimaryKey: name
          attributes: { name: String }
          relationships: { works: { to: [Album], RenamedFrom: albums } }
        Album:
          attributes: { id: Int }
          relationships: { group: { to: Group?, RenamedFrom: band } }
      """)
    #expect(
      report.plan.steps.prefix(2) == [
        "rename the table Band to Group", "rename the column Album.band to group",
      ])
    #expect(report.rebuiltRows == [:])
    #expect(try trial.rows("SELECT * FROM Album WHERE id = 3") == ["3|Can"])
    #expect(try trial.rows("SELECT * FROM _rowsmith_unresolved") == ["Album.group|Lost"])
  }

  @Test func `links that wait for rows with keys of several parts go on waiting`() throws {
    let model = { (shelves: String) in
      """
      entities:
        Room:
          PrimaryKey: [house, number]
          attributes: { house: String, number: Int }
          relationships: { \(shelves) }
        Shelf:
          PrimaryKey: [wall, place]
          attributes: { wall: String, place: Int, depth: Int }
          relationships: { room: Room? }
      """
    }
    let trial = try Trial(
      model("shelves: [Shelf]"),
      [("Room", #"{"house": "a", "number": 1, "shelves": [{"wall": "north", "place": 2}]}"#)])
    let waiting = #"["north",2]|["a",1]"#
    #expect(try trial.rows("SELECT target, source FROM _rowsmith_pending") == [waiting])
    try trial.migrate(model("boards: { to: [Shelf], RenamedFrom: shelves }"))
    #expect(
      try trial.rows("SELECT relationship, target, source FROM _rowsmith_pending") == [
        "Room.boards|" + waiting
      ])
    try trial.importJSON(#"{"wall": "north", "place": 2, "depth": 3}"#, "Shelf")
    #expect(try trial.rows("SELECT * FROM Shelf") == ["north|2|3|a|1"])
  }

  @Test func `links that wait for rows are renamed, or go into the table of links`() throws {
    let list = #"{"name": "Can", "albums": [7, 8]}"#
    let ordered = "{ to: [Album], ordered: true }"
    let trial = try Trial(model(albums: ordered, band: "Band?"), [("Band", list)])
    #expect(
      try trial.rows("SELECT * FROM _rowsmith_pending") == ["Band.albums|7|Can|0", "Band.albums|8|Can|1"])
    try trial.migrate(
      model(albums: ordered, band: "Band?").replacing("albums:", with: "works:").replacing(
        "ordered: true", with: "ordered: true, RenamedFrom: albums"))
    #expect(
      try trial.rows("SELECT * FROM _rowsmith_pending") == ["Band.works|7|Can|0", "Band.works|8|Can|1"])
    try trial.importJSON(#"{"id": 8}"#, "Album")
    #expect(try trial.rows("SELECT * FROM Album") == ["8|Can|1"])
    try trial.migrate(
      model(albums: ordered).replacing("ordered: true", with: "ordered: true, RenamedFrom: works"))
    #expect(try trial.rows("SELECT * FROM Band_albums ORDER BY target") == ["Can|7|0", "Can|8|1"])
  }

  @Test func `links that wait and have no place are a loss`() throws {
    let trial = try Trial(
      model(albums: "[Album]", band: "Band?"), "Band", #"{"name": "Can", "albums": [7, 8]}"#)
    #expect(
      try trial.refusal(model(band: "Band?")) == ["Band.albums: 2 keys of a row that is missing so far"])
  }

  @Test func `a link becomes required where every row has one`() throws {
    let trial = try Trial(model(albums: "[Album]", band: "Band?"), Self.json)
    let required = model(albums: "[Album]", band: "Band")
    #expect(
      try trial.refusal(required, allowsLoss: true) == [
        "Album.band: 1 row without a link, which is required ('4')"
      ])
    try trial.sql().run("DELETE FROM Album WHERE id = 4")
    try trial.migrate(required)
    try trial.migrate(model(albums: "[Album]", band: "Band?"))
    #expect(try trial.rows("SELECT count(band) FROM Album") == ["4"])
  }

  @Test func `a removed relationship with links is a loss`() throws {
    let trial = try Trial(model(albums: "{ to: [Album] }"), [("Album", Self.albums), ("Band", Self.lists)])
    #expect(try trial.refusal(model()) == ["Band.albums: 4 links"])
    let other = try Trial(model(albums: "[Album]", band: "Band?"), Self.json)
    #expect(try other.refusal(model()) == ["Album.band: 4 links"])
    try other.migrate(model(), allowsLoss: true)
  }

  @Test func `one-to-one and back`() throws {
    let trial = try Trial(model(band: "Band?"), Self.json)
    let pair = model(albums: "Album?", band: "Band?")
    #expect(try trial.refusal(pair) == ["Album.band: 1 link"])
    try trial.migrate(pair, allowsLoss: true)
    #expect(try trial.rows("SELECT * FROM Album ORDER BY 1") == ["1|Can", "2|Japan", "3|-", "4|-", "5|Lost"])
    #expect(try trial.rows("SELECT * FROM Band ORDER BY 1") == ["Can|1", "Japan|2"])
    try trial.migrate(model(albums: "Album?"), allowsLoss: true)
    #expect(try trial.rows("SELECT * FROM Band ORDER BY 1") == ["Can|1", "Japan|2"])
  }

  @Test func `a relationship that leads elsewhere loses its links`() throws {
    let trial = try Trial(model(band: "Band?"), Self.json)
    let elsewhere = model(band: "Label?", tail: "  Label: { PrimaryKey: code, attributes: { code: String } }")
    #expect(try trial.refusal(elsewhere) == ["Album.band: 4 links"])
    try trial.migrate(elsewhere, allowsLoss: true)
    #expect(try trial.rows("SELECT DISTINCT band FROM Album") == ["-"])
  }

  @Test func `the two ends of a many-to-many part, and both keep the links`() throws {
    let trial = try Trial(
      model(albums: "[Album]", band: "[Band]"), [("Album", Self.albums), ("Band", Self.lists)])
    try trial.migrate(model(albums: "{ to: [Album], inverse: none }", band: "{ to: [Band], inverse: none }"))
    #expect(
      try trial.rows("SELECT source, target FROM Album_band ORDER BY 1") == [
        "1|Can", "2|Japan", "3|Can", "9|Japan",
      ])
    #expect(
      try trial.rows("SELECT source, target FROM Band_albums ORDER BY 2") == [
        "Can|1", "Japan|2", "Can|3", "Japan|9",
      ])
  }
}
