import Rowsmith
import Testing

/// What the options choose: nulls, keys or records or nothing, some members only.
struct ExportChoiceTests {
  private func bands() throws -> ModelStore {
    let model = try ModelStore(
      """
      entities:
        Band:
          PrimaryKey: name
          attributes: { name: String, formed: Int?, hiatus: { type: String?, ImportName: info.hiatus } }
          relationships: { albums: [Album], label: Label?, genres: [Genre] }
        Album:
          attributes: { id: Int, title: String?, length: Double? }
          relationships: { band: Band?, producer: Label? }
        Label: { attributes: { id: Int, city: String? } }
        Genre: { attributes: { id: Int } }
      """)
    try model.importJSON(
      """
      {"name": "Japan", "formed": 1974, "label": {"id": 8}, "genres": [{"id": 31}],
       "albums": [{"id": 1, "title": "Tin Drum", "producer": 8}, {"id": 2}]}
      """, "Band")
    return model
  }

  @Test
  func `what has no value is left out, or null`() throws {
    #expect(try bands().export("Label") == #"[{"id":8}]"#)
    #expect(try bands().export("Label") { $0.nulls = .written } == #"[{"id":8,"city":null}]"#)
    #expect(
      try bands().export("Album") {
        $0.nulls = .written
        $0.embedded = [["producer"]]
      }
        == #"[{"id":1,"title":"Tin Drum","length":null,"band":"Japan","producer":{"id":8,"city":null}},"#
        + #"{"id":2,"title":null,"length":null,"band":"Japan","producer":null}]"#)
    #expect(
      try bands().export("Band") { $0.nulls = .written }
        == #"[{"name":"Japan","formed":1974,"info":{"hiatus":null},"label":8,"genres":[31]}]"#)
  }

  @Test
  func `to-one relationships are embedded, but not those of what is embedded`() throws {
    #expect(
      try bands().export("Album") { $0.toOne = .embedded }
        == #"[{"id":1,"title":"Tin Drum","band":{"name":"Japan","formed":1974,"label":8,"genres":[31]},"#
        + #""producer":{"id":8}},{"id":2,"band":{"name":"Japan","formed":1974,"label":8,"genres":[31]}}]"#)
  }

  @Test
  func `to-many relationships are keys, records or left out`() throws {
    #expect(
      try bands().export("Band") { $0.toMany = .keys }
        == #"[{"name":"Japan","formed":1974,"albums":[1,2],"label":8,"genres":[31]}]"#)
    #expect(
      try bands().export("Band") { $0.toMany = .embedded }
        == #"[{"name":"Japan","formed":1974,"albums":[{"id":1,"title":"Tin Drum","producer":8},{"id":2}],"#
        + #""label":8,"genres":[{"id":31}]}]"#)
    #expect(
      try bands().export("Band") { $0.toMany = .omitted } == #"[{"name":"Japan","formed":1974,"label":8}]"#)
  }

  @Test
  func `a path decides before the general choice, and leaving out before embedding before keys`() throws {
    #expect(
      try bands().export("Band") {
        $0.toMany = .omitted
        $0.keys = [["albums"], ["genres"]]
        $0.embedded = [["genres"], ["label"]]
        $0.omitted = [["label"], ["formed"]]
      } == #"[{"name":"Japan","albums":[1,2],"genres":[{"id":31}]}]"#)
    #expect(
      try bands().export("Band") {
        $0.embedded = [["albums"]]
        $0.omitted = [["albums", "title"], ["genres"]]
      } == #"[{"name":"Japan","formed":1974,"albums":[{"id":1,"producer":8},{"id":2}],"label":8}]"#)
  }

  @Test
  func `only what is named is written, with the key`() throws {
    #expect(try bands().export("Band") { $0.only = [["formed"]] } == #"[{"name":"Japan","formed":1974}]"#)
    #expect(try bands().export("Band") { $0.only = [] } == #"[{"name":"Japan"}]"#)
    #expect(
      try bands().export("Band") { $0.only = [["albums"], ["label"]] }
        == #"[{"name":"Japan","albums":[1,2],"label":8}]"#)
    #expect(
      try bands().export("Band") { $0.only = [["albums", "title"]] }
        == #"[{"name":"Japan","albums":[{"id":1,"title":"Tin Drum"},{"id":2}]}]"#)
  }

  @Test
  func `what was left out stays as it is when the rest is imported`() throws {
    let model = try bands()
    for only in [[["formed"]], [["albums", "title"]], [["label"], ["hiatus"]]] {
      let json = try model.export("Band") {
        $0.only = only
        $0.nulls = .written
      }
      let report = try model.importJSON(json, "Band")
      #expect(report.entities.values.allSatisfy { $0.updated + $0.inserted + $0.deleted == 0 }, "\(json)")
      #expect(report.links == ImportReport.Links())
    }
  }

  @Test
  func `a relationship that is embedded in itself ends where the path does`() throws {
    let model = try ModelStore(
      """
      entities:
        Node: { attributes: { id: Int }, relationships: { next: Node? } }
        Person: { attributes: { id: Int }, relationships: { friends: [Person] } }
      """)
    try model.importJSON(#"[{"id": 1, "next": 2}, {"id": 2, "next": 1}]"#, "Node")
    try model.importJSON(#"[{"id": 1, "friends": [1, 2]}, {"id": 2, "friends": [1]}]"#, "Person")
    #expect(
      try model.export("Node") { $0.toOne = .embedded }
        == #"[{"id":1,"next":{"id":2,"next":1}},{"id":2,"next":{"id":1,"next":2}}]"#)
    #expect(
      try model.export("Node") { $0.embedded = [["next", "next"]] }
        == #"[{"id":1,"next":{"id":2,"next":{"id":1,"next":2}}},{"id":2,"next":{"id":1,"next":{"id":2,"next":1}}}]"#
    )
    #expect(
      try model.export("Person") { $0.toMany = .embedded }
        == #"[{"id":1,"friends":[{"id":1,"friends":[1,2]},{"id":2,"friends":[1]}]},"#
        + #"{"id":2,"friends":[{"id":1,"friends":[1,2]}]}]"#)
    #expect(
      try model.export("Person") {
        $0.toMany = .embedded
        $0.omitted = [["friends", "friends"]]
      } == #"[{"id":1,"friends":[{"id":1},{"id":2}]},{"id":2,"friends":[{"id":1}]}]"#)
  }

  @Test
  func `a name that is none is named with those that are`() throws {
    func message(_ configure: (inout ExportOptions) -> Void) throws -> String? {
      let error = #expect(throws: ExportError.self) { try bands().export("Band", configure) }
      #expect(error?.reason == .unknownTarget)
      return error?.message
    }
    #expect(
      try message { $0.only = [["fromed"]] }
        == "Band has no attribute or relationship 'fromed'; it has albums, formed, genres, hiatus, label, name"
    )
    #expect(
      try message { $0.keys = [["formed"]] }
        == "Band has no relationship 'formed'; it has albums, genres, label")
    #expect(
      try message { $0.omitted = [["formed", "x"]] }
        == "Band has no relationship 'formed'; it has albums, genres, label")
  }

  @Test
  func `records without a single key cannot be written as keys`() throws {
    let model = try ModelStore(
      """
      entities:
        Order: { attributes: { id: Int }, relationships: { lines: [Line] } }
        Line: { PrimaryKey: [order, place], attributes: { place: Int }, relationships: { order: Order } }
      """)
    let error = #expect(throws: ExportError.self) { try model.export("Order") { $0.keys = [["lines"]] } }
    #expect(
      error?.message
        == "'Order.lines' cannot be written as keys: no single value names a record of Line; embed it")
  }
}
