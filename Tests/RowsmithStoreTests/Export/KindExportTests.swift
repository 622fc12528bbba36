import RowsmithSchema
import Testing

@testable import Rowsmith

/// How produced JSON says which entity a record is.
struct KindExportTests {
  private static let model = """
    entities:
      Page:
        attributes: { id: Int }
        relationships:
          items: { oneOf: { img: Image, picture: Image, any: Media }, Discriminator: meta.kind, inverse: none, \
    ordered: true }
      Media:
        Discriminator: { key: [type, kind], values: { image: Image, photo: Image, clip: Video } }
        attributes: { id: Int }
      Image: { extends: Media, attributes: { width: Int? } }
      Video: { extends: Media }
    """

  private func store() throws -> ModelStore {
    let model = try ModelStore(Self.model)
    try model.store.write { db in
      try db.execute(
        sql: """
          INSERT INTO Media (entityName, id, width) VALUES ('Image', 1, 7), ('Video', 2, NULL), ('Media', 3, NULL)
          """)
      try db.execute(sql: "INSERT INTO Page (id) VALUES (1)")
      try db.execute(
        sql: "INSERT INTO Page_items (source, target, position) VALUES (1, 3, 0), (1, 1, 1), (1, 2, 2)")
    }
    return model
  }

  @Test
  func `the first value that stands for an entity is written, and none where none does`() throws {
    #expect(
      try store().export("Media")
        == #"[{"type":"image","id":1,"width":7},{"type":"clip","id":2},{"id":3}]"#)
  }

  @Test
  func `a mixed list says its own values, and has a key for what it has no value for`() throws {
    #expect(
      try store().export("Page") { $0.embedded = [["items"]] }
        == #"[{"id":1,"items":[{"meta":{"kind":"any"},"id":3},{"meta":{"kind":"img"},"id":1,"width":7},2]}]"#)
  }

  @Test
  func `what says the kinds changes nothing where it came from`() throws {
    let model = try store()
    let before = try TableDump(model.store)
    for (entity, embedded) in [("Media", []), ("Page", []), ("Page", [["items"]])] {
      let json = try model.export(entity) { $0.embedded = embedded }
      let report = try model.importJSON(json, entity)
      #expect(report.skippedCount == 0, "\(json)")
      #expect(report.links == ImportReport.Links(), "\(json)")
    }
    #expect(try TableDump(model.store) == before)
  }

  @Test
  func `numbers and truth values are written as the model has them, and in quotes as text`() throws {
    let model = try ModelStore(
      """
      entities:
        Media: { Discriminator: { key: type, values: { 1: Image, "2": Video, true: Sound, 010: Text } }, \
      attributes: { id: Int } }
        Image: { extends: Media }
        Video: { extends: Media }
        Sound: { extends: Media }
        Text: { extends: Media }
        Note:
          attributes: { id: Int }
          relationships: { subject: { oneOf: { 7: Page, "8": Book }, Discriminator: type, ForeignKey: ref } }
        Page: { attributes: { id: Int } }
        Book: { attributes: { id: Int } }
      """)
    let media = #"[{"type":1,"id":1},{"type":"2","id":2},{"type":true,"id":3},{"type":"010","id":4}]"#
    try model.importJSON(media, "Media")
    #expect(try model.export("Media") == media)
    let notes = #"[{"id":1,"type":7,"ref":5},{"id":2,"type":"8","ref":6}]"#
    try model.importJSON(notes, "Note")
    try model.importJSON(#"[{"id":5}]"#, "Page")
    try model.importJSON(#"[{"id":6}]"#, "Book")
    #expect(try model.export("Note") == #"[{"id":1,"ref":5,"type":7},{"id":2,"ref":6,"type":"8"}]"#)
  }

  @Test
  func `values and patches say the same`() throws {
    let producer = try JSONProducer(schema: try ModelStore(Self.model).store.schema)
    let columns = ["id", "width"]
    #expect(
      try producer.patch(
        "Image", columns, [.integer(1), .integer(8)], changedFrom: [.integer(1), .integer(7)]
      ).text == #"{"type":"image","id":1,"width":8}"#)
    let text = String(decoding: try producer.data("Video", ["id"], [[.integer(2)]]), as: UTF8.self)
    #expect(text == #"[{"type":"clip","id":2}]"# + "\n")
  }
}
