import Rowsmith
import Testing

/// Relationships whose records are written whole.
struct EmbedExportTests {
  private func bands(ordered: Bool = false) throws -> ModelStore {
    let model = try ModelStore(
      """
      entities:
        Band:
          PrimaryKey: name
          attributes: { name: String }
          relationships: { albums: { to: [Album], ordered: \(ordered) }, labels: [Label] }
        Album:
          attributes: { id: Int, title: String? }
          relationships: { band: Band?, tracks: [Track] }
        Track: { attributes: { id: Int }, relationships: { album: Album? } }
        Label: { attributes: { id: Int } }
      """)
    try model.importJSON(
      """
      {"name": "Japan", "albums": [{"id": 2, "title": "Tin Drum", "tracks": [{"id": 21}, {"id": 22}]}, {"id": 1}],
       "labels": [{"id": 8}, 9]}
      """, "Band")
    return model
  }

  @Test
  func `a to-many relationship is written whole, without the way back`() throws {
    #expect(
      try bands().export("Band") { $0.embedded = [["albums"]] }
        == #"[{"name":"Japan","albums":[{"id":1},{"id":2,"title":"Tin Drum"}],"labels":[8,9]}]"#)
  }

  @Test
  func `in order, where it has one`() throws {
    #expect(
      try bands(ordered: true).export("Band") { $0.embedded = [["albums"]] }
        == #"[{"name":"Japan","albums":[{"id":2,"title":"Tin Drum"},{"id":1}],"labels":[8,9]}]"#)
  }

  @Test
  func `a path goes deeper, and embeds what it passes through`() throws {
    #expect(
      try bands().export("Band") { $0.embedded = [["albums", "tracks"]] }
        == #"[{"name":"Japan","albums":[{"id":1,"tracks":[]},"#
        + #"{"id":2,"title":"Tin Drum","tracks":[{"id":21},{"id":22}]}],"labels":[8,9]}]"#)
  }

  @Test
  func `a record that is not there remains a key`() throws {
    #expect(
      try bands().export("Band") { $0.embedded = [["labels"]] }
        == #"[{"name":"Japan","labels":[{"id":8},9]}]"#)
  }

  @Test
  func `a to-one relationship is written whole, however far around`() throws {
    let model = try bands()
    #expect(
      try model.export("Track") { $0.embedded = [["album", "band", "albums"]] }
        == #"[{"id":21,"album":{"id":2,"title":"Tin Drum","band":"#
        + #"{"name":"Japan","albums":[{"id":1},{"id":2,"title":"Tin Drum"}],"labels":[8,9]}}},"#
        + #"{"id":22,"album":{"id":2,"title":"Tin Drum","band":"#
        + #"{"name":"Japan","albums":[{"id":1},{"id":2,"title":"Tin Drum"}],"labels":[8,9]}}}]"#)
    try model.importJSON(#"{"id": 23, "album": 99}"#, "Track")
    #expect(try model.export("Track") { $0.embedded = [["album"]] }.hasSuffix(#"{"id":23,"album":99}]"#))
  }

  @Test
  func `a keyed relationship is a map`() throws {
    let model = try ModelStore(
      """
      entities:
        Catalog: { attributes: { id: Int }, relationships: { labels: {Label} } }
        Label: { attributes: { id: Int, name: String } }
      """)
    try model.importJSON(#"{"id": 1, "labels": {"7": {"name": "EMI"}, "8": {"name": "Virgin"}}}"#, "Catalog")
    #expect(try model.export("Catalog") == #"[{"id":1,"labels":[7,8]}]"#)
    let json = #"[{"id":1,"labels":{"7":{"id":7,"name":"EMI"},"8":{"id":8,"name":"Virgin"}}}]"#
    #expect(try model.export("Catalog") { $0.embedded = [["labels"]] } == json)
    let report = try model.importJSON(json, "Catalog")
    #expect(report.entities["Label"]?.unchanged == 2)
    #expect(report.links == ImportReport.Links())
  }

  @Test
  func `members of a family are written as what they are`() throws {
    let model = try ModelStore(
      """
      entities:
        Band: { attributes: { id: Int }, relationships: { members: [Musician] } }
        Musician: { attributes: { id: Int }, relationships: { band: Band? } }
        Guitarist: { extends: Musician, attributes: { strings: Int } }
      """)
    let json =
      #"[{"id":1,"members":[{"entity_name":"Musician","id":1},{"entity_name":"Guitarist","id":2,"strings":6}]}]"#
    try model.importJSON(json, "Band")
    #expect(try model.export("Band") { $0.embedded = [["members"]] } == json)
  }

  @Test
  func `a relationship that is not there is named with those that are`() throws {
    let model = try bands()
    let error = #expect(throws: ExportError.self) { try model.export("Band") { $0.embedded = [["album"]] } }
    #expect(error?.reason == .unknownTarget)
    #expect(error?.message == "Band has no relationship 'album' to embed; it has albums, labels")
    let deeper = #expect(throws: ExportError.self) {
      try model.export("Band") { $0.embedded = [["labels", "bands"]] }
    }
    #expect(deeper?.message == "Label has no relationship 'bands' to embed; it has none")
  }

  @Test
  func `what may not be exported cannot be embedded`() throws {
    let model = try ModelStore(
      "entities: { Band: { attributes: { id: Int }, relationships: { next: { to: Band?, export: false } } } }"
    )
    let error = #expect(throws: ExportError.self) { try model.export("Band") { $0.embedded = [["next"]] } }
    #expect(error?.message == "'Band.next' cannot be embedded: the model has `export: false`")
  }

  @Test
  func `records of a link table may have attributes that are called like its columns`() throws {
    let model = try ModelStore(
      """
      entities:
        Page: { attributes: { id: Int }, relationships: { links: [Anchor], tags: { to: [Tag], ordered: true } } }
        Anchor: { attributes: { href: String, target: String?, source: String?, position: Int? } }
        Tag: { attributes: { id: Int, target: String?, source: String?, position: Int? } }
      """)
    let json =
      #"[{"id":1,"links":[{"href":"x","target":"_blank"}],"tags":[{"id":7,"target":"a"},{"id":5,"position":3}]}]"#
    try model.importJSON(json, "Page")
    #expect(try model.export("Page") { $0.embedded = [["tags"]] } == json)
  }
}
