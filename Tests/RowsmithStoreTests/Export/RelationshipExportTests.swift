import Rowsmith
import Testing

/// What becomes of relationships of which nobody said that they are embedded.
struct RelationshipExportTests {
  @Test
  func `to-one is the key of its record, there or not`() throws {
    let model = try ModelStore(
      """
      entities:
        Album: { attributes: { id: Int }, relationships: { band: Band? } }
        Band: { PrimaryKey: name, attributes: { name: String } }
      """)
    try model.importJSON(
      #"[{"id": 1, "band": {"name": "Japan"}}, {"id": 2, "band": "Genesis"}, {"id": 3}]"#, "Album")
    #expect(try model.export("Album") == #"[{"id":1,"band":"Japan"},{"id":2,"band":"Genesis"},{"id":3}]"#)
  }

  @Test
  func `a key is spelled as the attribute that it is`() throws {
    let model = try ModelStore(
      """
      entities:
        Day: { PrimaryKey: on, attributes: { on: { type: Date, DateFormat: yyyy-MM-dd } } }
        Event: { attributes: { id: Int }, relationships: { day: Day?, days: [Day] } }
      """)
    let json = #"[{"id":1,"day_id":"2000-08-22","days":["2000-08-23"]}]"#
    try model.importJSON(json, "Event")
    #expect(try model.export("Event") == json)
  }

  @Test
  func `to-many over a to-one inverse is left to the other side`() throws {
    let model = try ModelStore(
      """
      entities:
        Band: { attributes: { id: Int }, relationships: { albums: [Album] } }
        Album: { attributes: { id: Int }, relationships: { band: Band? } }
      """)
    try model.importJSON(#"{"id": 1, "albums": [{"id": 5}, {"id": 4}]}"#, "Band")
    #expect(try model.export("Band") == #"[{"id":1}]"#)
    #expect(try model.export("Album") == #"[{"id":4,"band":1},{"id":5,"band":1}]"#)
  }

  @Test
  func `an ordered one is a list of keys, so that the order survives`() throws {
    let model = try ModelStore(
      """
      entities:
        Band: { attributes: { id: Int }, relationships: { albums: { to: [Album], ordered: true } } }
        Album: { attributes: { id: Int }, relationships: { band: Band? } }
      """)
    try model.importJSON(#"[{"id": 1, "albums": [{"id": 5}, {"id": 4}]}, {"id": 2, "albums": []}]"#, "Band")
    try model.importJSON(#"{"id": 9, "band": 3}"#, "Album")
    try model.importJSON(#"{"id": 3}"#, "Band")
    // Nobody gave 9 a place: its own JSON says where it belongs.
    #expect(try model.export("Band") == #"[{"id":1,"albums":[5,4]},{"id":2,"albums":[]},{"id":3}]"#)
  }

  @Test
  func `when the other side says nothing, the list does`() throws {
    let model = try ModelStore(
      """
      entities:
        Band: { attributes: { id: Int }, relationships: { albums: [Album] } }
        Album: { attributes: { id: Int }, relationships: { band: { to: Band?, export: false } } }
      """)
    try model.importJSON(#"{"id": 1, "albums": [{"id": 5}, {"id": 4}]}"#, "Band")
    #expect(try model.export("Band") == #"[{"id":1,"albums":[4,5]}]"#)
    #expect(try model.export("Album") == #"[{"id":4},{"id":5}]"#)
  }

  @Test
  func `a link table is written by its owner, in order`() throws {
    let model = try ModelStore(
      """
      entities:
        Post: { attributes: { id: Int }, relationships: { tags: { to: [Tag], ordered: true } } }
        Tag: { attributes: { id: Int }, relationships: { posts: [Post] } }
      """)
    try model.importJSON(#"[{"id": 1, "tags": [9, 7, 8]}, {"id": 2}]"#, "Post")
    try model.importJSON(#"[{"id": 7}]"#, "Tag")
    #expect(try model.export("Post") == #"[{"id":1,"tags":[9,7,8]},{"id":2,"tags":[]}]"#)
    #expect(try model.export("Tag") == #"[{"id":7}]"#)
  }

  @Test
  func `both sides write it when both are ordered, and the other one when its owner may not`() throws {
    let both = try ModelStore(
      """
      entities:
        Post: { attributes: { id: Int }, relationships: { tags: { to: [Tag], ordered: true } } }
        Tag: { attributes: { id: Int }, relationships: { posts: { to: [Post], ordered: true } } }
      """)
    try both.importJSON(#"[{"id": 1, "tags": [{"id": 7, "posts": [2, 1]}]}]"#, "Post")
    #expect(try both.export("Tag") == #"[{"id":7,"posts":[2,1]}]"#)
    let one = try ModelStore(
      """
      entities:
        Post: { attributes: { id: Int }, relationships: { tags: { to: [Tag], export: false } } }
        Tag: { attributes: { id: Int }, relationships: { posts: [Post] } }
      """)
    try one.importJSON(#"[{"id": 1, "tags": [{"id": 7}]}]"#, "Post")
    #expect(try one.export("Tag") == #"[{"id":7,"posts":[1]}]"#)
    #expect(try one.export("Post") == #"[{"id":1}]"#)
  }

  @Test
  func `records that no single value names are embedded`() throws {
    let model = try ModelStore(
      """
      entities:
        Order: { attributes: { id: Int }, relationships: { lines: [Line], note: Note? } }
        Line:
          PrimaryKey: [order, position]
          attributes: { position: { type: Int, ImportName: $index }, text: String }
          relationships: { order: Order }
        Note: { PrimaryKey: [], attributes: { text: String } }
      """.replacing("PrimaryKey: [], ", with: ""))
    let json = #"[{"id":1,"lines":[{"text":"b"},{"text":"a"}],"note":{"text":"n"}},{"id":2,"lines":[]}]"#
    try model.importJSON(json, "Order")
    #expect(try model.export("Order") == json)
  }

  @Test
  func `a key that stands around the record is missed when the record stands alone`() throws {
    let model = try ModelStore(
      """
      entities:
        Product: { attributes: { id: Int }, relationships: { stock: {Stock} } }
        Stock:
          PrimaryKey: [product, warehouse]
          attributes: { warehouse: { type: String, ImportName: $key }, count: Int }
          relationships: { product: Product }
      """)
    let json = #"[{"id":1,"stock":{"berlin":{"count":5},"o\"x":{"count":6}}}]"#
    try model.importJSON(json, "Product")
    #expect(try model.export("Product") == json)
    let (alone, report) = try model.exportAndReport("Stock")
    #expect(alone == #"[{"count":5,"product":1},{"count":6,"product":1}]"#)
    #expect(
      report.notes == [
        "Stock.warehouse, part of the key, is left out: it is outside the record in the JSON; "
          + "export what the record is embedded in"
      ])
  }

  @Test
  func `records that embed one another do so once`() throws {
    let model = try ModelStore(
      """
      entities:
        Left: { attributes: { text: String }, relationships: { right: Right? } }
        Right: { attributes: { text: String }, relationships: { left: Left? } }
      """)
    try model.importJSON(#"{"text": "a", "right": {"text": "b"}}"#, "Left")
    #expect(try model.export("Left") == #"[{"text":"a","right":{"text":"b"}}]"#)
  }

  @Test
  func `keys that wait for their rows are listed, since only this side names them`() throws {
    let model = try ModelStore(
      """
      entities:
        Band: { attributes: { id: Int }, relationships: { albums: [Album], singles: { to: [Single], ordered: true } } }
        Album: { attributes: { id: Int }, relationships: { band: Band? } }
        Single: { attributes: { id: Int }, relationships: { band: Band? } }
      """)
    try model.importJSON(
      #"[{"id": 1, "albums": [{"id": 5}], "singles": [8, {"id": 7}, 9]}, {"id": 2, "albums": [6]}]"#, "Band")
    let json = #"[{"id":1,"singles":[8,7,9]},{"id":2,"albums":[6],"singles":[]}]"#
    #expect(try model.export("Band") == json)
    #expect(
      try model.export("Band") { $0.embedded = [["albums"], ["singles"]] }
        == #"[{"id":1,"albums":[{"id":5}],"singles":[8,{"id":7},9]},{"id":2,"albums":[6],"singles":[]}]"#)
    let again = try model.importJSON(json, "Band")
    #expect(again.entities["Band"]?.unchanged == 2)
    #expect(again.links == ImportReport.Links())
  }

  @Test
  func `the place of a record in its array is set anew by an import, and that is said`() throws {
    let model = try ModelStore(
      "entities: { Thing: { attributes: { id: Int, place: { type: Int, ImportName: $index } } } }")
    try model.importJSON(#"[{"id": 2}, {"id": 1}]"#, "Thing")
    let (json, report) = try model.exportAndReport("Thing")
    #expect(json == #"[{"id":1},{"id":2}]"#)
    #expect(report.notes == ["an import changes Thing.place: it is the place of the record in the array"])
  }

  @Test
  func `so is the object that a record was read from`() throws {
    let model = try ModelStore(
      """
      entities:
        Thing: { attributes: { id: Int, source: { type: JSON?, ImportName: $record } } }
        Box:
          attributes: { id: Int }
          relationships: { things: { to: [Thing], inverse: none, MergePolicy: Replace } }
      """)
    try model.importJSON(#"{"id": 1, "things": [{"id": 2, "colour": "red"}]}"#, "Box")
    let note = "an import changes Thing.source: it is the whole object, as the JSON has it"
    #expect(try model.exportAndReport("Thing").report.notes == [note])
    #expect(try model.exportAndReport("Box") { $0.embedded = [["things"]] }.report.notes == [note])
  }

  @Test
  func `an ordered list keeps its order, whatever numbers its records have`() throws {
    let model = try ModelStore(
      """
      entities:
        Album:
          attributes: { id: Int }
          relationships:
            tracks: { to: [Track], ordered: true }
            tags: { to: [Tag], ordered: true, inverse: none }
        Track:
          PrimaryKey: [album, number]
          attributes: { number: { type: Int, ImportName: [number, $index] }, title: String }
          relationships: { album: Album }
        Tag: { PrimaryKey: name, attributes: { name: String, place: { type: Int?, ImportName: $index } } }
      """)
    let json =
      #"[{"id":1,"tracks":[{"number":9,"title":"a"},{"number":2,"title":"b"}],"tags":[{"name":"x"},{"name":"y"}]},"#
      + #"{"id":2,"tracks":[],"tags":[{"name":"y"},{"name":"x"}]}]"#
    try model.importJSON(json, "Album")
    let before = try TableDump(model.store)
    let exported = try model.export("Album") { $0.embedded = [["tags"]] }
    #expect(exported == json)
    try model.importJSON(exported, "Album")
    #expect(try TableDump(model.store) == before)
  }

  @Test
  func `that a record is embedded without what a new one requires is said`() throws {
    let model = try ModelStore(
      """
      entities:
        Ant: { attributes: { id: Int }, relationships: { bee: { to: Bee?, inverse: none, MergePolicy: Merge } } }
        Bee:
          PrimaryKey: [code, number]
          attributes: { code: String, number: Int, place: { type: Int, ImportName: $index } }
      """)
    try model.importJSON(#"[{"code":"b","number":3}]"#, "Bee")
    let json = #"[{"id":1,"bee":{"code":"b","number":3}}]"#
    try model.importJSON(json, "Ant")
    let (again, report) = try model.exportAndReport("Ant")
    #expect(again == json)
    #expect(
      report.notes == [
        "an import cannot insert a new Bee that is embedded in Ant.bee: the JSON does not have place, which is required"
      ])
  }

  @Test
  func `records that cannot say their whole key are embedded where it stands around them`() throws {
    let tags = try ModelStore(
      """
      entities:
        Post: { attributes: { id: Int }, relationships: { tags: "[Tag]" } }
        Tag:
          PrimaryKey: [post, name]
          attributes: { name: { type: String, ImportName: $value } }
          relationships: { post: Post }
      """)
    let posts = #"[{"id":1,"tags":["sql","swift"]},{"id":2,"tags":["sql"]}]"#
    try tags.importJSON(posts, "Post")
    #expect(try tags.export("Post") == posts)
    let orders = try ModelStore(
      """
      entities:
        Order: { attributes: { id: Int }, relationships: { lines: "[Line]" } }
        Line:
          PrimaryKey: [order, position]
          attributes: { position: { type: Int, ImportName: $index } }
          relationships: { order: Order, parts: "[Part]", notes: "[Note]" }
        Part: { PrimaryKey: [line, code], attributes: { code: Int }, relationships: { line: Line } }
        Note: { attributes: { id: Int }, relationships: { line: Line? } }
      """)
    let json =
      #"[{"id":1,"lines":[{"parts":[{"code":1},{"code":2}],"notes":[7]},{"parts":[],"notes":[]}]}]"#
    try orders.importJSON(
      #"{"id":1,"lines":[{"parts":[{"code":1},{"code":2}],"notes":[{"id":7}]},{}]}"#, "Order")
    #expect(try orders.export("Order") == json)
    #expect(try orders.importJSON(json, "Order").links == ImportReport.Links())
  }

  @Test
  func `a list that does not number its records is not written as if it did`() throws {
    let model = try ModelStore(
      """
      entities:
        Order: { attributes: { id: Int }, relationships: { lines: "[Line]" } }
        Line:
          PrimaryKey: [order, position]
          attributes: { position: { type: Int, ImportName: $index }, q: Int }
          relationships: { order: Order, tags: "[Atag]" }
        Atag: { attributes: { id: Int }, relationships: { lines: "[Line]" } }
      """)
    try model.importJSON(#"{"id":1,"lines":[{"q":1},{"q":9,"tags":[{"id":3}]}]}"#, "Order")
    let (json, report) = try model.exportAndReport("Atag")
    #expect(json == #"[{"id":3}]"#)
    #expect(report.notes.contains { $0.hasPrefix("Atag.lines is left out where Line.position") })
    // The other side says it.
    #expect(
      try model.export("Order") == #"[{"id":1,"lines":[{"q":1,"tags":[]},{"q":9,"tags":[3]}]}]"#)
  }

  @Test
  func `a list with a gap in its numbers is left out`() throws {
    let model = try ModelStore(
      """
      entities:
        Shop: { attributes: { id: Int }, relationships: { orders: "[Order]" } }
        Order: { attributes: { id: Int }, relationships: { shop: Shop?, lines: "[Line]" } }
        Line:
          PrimaryKey: [order, position]
          attributes: { position: { type: Int, ImportName: $index }, q: Int }
          relationships: { order: Order }
      """)
    try model.importJSON(#"{"id":9,"orders":[{"id":1,"lines":[{"q":1},{"q":2},{"q":9}]}]}"#, "Shop")
    try model.store.write { try $0.execute(sql: "DELETE FROM Line WHERE position = 1") }
    let (json, report) = try model.exportAndReport("Order")
    #expect(json == #"[{"id":1,"shop":9}]"#)
    #expect(report.notes.contains { $0.hasPrefix("Order.lines is left out where Line.position") })
    #expect(try model.importJSON(json, "Order").entities["Line"] == nil)
    #expect(throws: ExportError.self) { try model.export("Order") { $0.layout = .csv } }
    // Inside a field it can be left out.
    let table = try model.export("Shop") { ($0.layout, $0.embedded) = (.csv, [["orders"]]) }
    #expect(table.contains(#"""id"":1"#) && !table.contains("lines"))
  }

  @Test func `the key of a missing record is written, also where it is the key of another record`() throws {
    let model = try ModelStore(
      """
      entities:
        User:
          attributes: { id: Int }
          relationships: { friends: { to: [Profile], inverse: none }, best: { to: Profile?, inverse: none } }
        Profile:
          PrimaryKey: user
          attributes: { bio: String }
          relationships: { user: { to: User, inverse: none }, group: { to: Team?, inverse: members } }
        Team: { attributes: { id: Int }, relationships: { members: { to: [Profile], inverse: group } } }
      """)
    try model.importJSON(#"{"id":1,"friends":[6,7],"best":6}"#, "User")
    try model.importJSON(#"{"id":1,"members":[6,7]}"#, "Team")
    #expect(try model.export("User") == #"[{"id":1,"friends":[6,7],"best":6}]"#)
    #expect(try model.export("Team") == #"[{"id":1,"members":[6,7]}]"#)
  }

  @Test func `a record in a record that is part of its own key has its whole key`() throws {
    func hotel() throws -> ModelStore {
      try ModelStore(
        """
        entities:
          Room:
            PrimaryKey: [house, number]
            attributes: { house: String, number: Int }
            relationships: { beds: { to: [Bed], inverse: room }, best: { to: Bed?, inverse: none } }
          Bed:
            PrimaryKey: [room, letter]
            attributes: { letter: String, width: Int? }
            relationships: { room: Room }
        """)
    }
    let model = try hotel()
    let room = #"{"house":"h","number":1}"#
    let best = #"{"letter":"a","width":90,"room":\#(room)}"#
    try model.importJSON(#"{"house":"h","number":1,"best":\#(best)}"#, "Room")
    let beds = try model.export("Bed")
    #expect(beds == #"[{"letter":"a","width":90,"room":{"house":"h","number":1,"best":\#(best)}}]"#)
    let again = try model.importJSON(beds, "Bed")
    #expect(again.entities.values.allSatisfy { $0.inserted + $0.updated + $0.deleted == 0 })
    let other = try hotel()
    try other.importJSON(beds, "Bed")
    #expect(try other.export("Room") == model.export("Room"))
  }

  @Test func `a key of many levels is written whole`() throws {
    var model = "entities:\n  E0: { PrimaryKey: [a, b], attributes: { a: Int, b: Int } }\n"
    var json = #"{"a":1,"b":2}"#
    for level in 1...7 {
      let up = "up: { to: E\(level - 1), inverse: none }"
      model += "  E\(level): { PrimaryKey: [up, n], attributes: { n: Int }, relationships: { \(up) } }\n"
      json = #"{"n":\#(level),"up":\#(json)}"#
    }
    let store = try ModelStore(model)
    try store.importJSON(json, "E7")
    let (again, report) = try store.exportAndReport("E7")
    #expect(again == "[\(json)]")
    #expect(report.notes == [])
  }
}
