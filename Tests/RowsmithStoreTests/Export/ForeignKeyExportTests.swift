import RowsmithSchema
import Testing

@testable import Rowsmith

/// Under which key produced JSON has the keys of related records.
struct ForeignKeyExportTests {
  private let model = """
    entities:
      Album:
        attributes: { id: Int }
        relationships:
          band: { to: Band?, ForeignKey: group_id }
          label: { to: Label?, ForeignKey: [meta.label.id, label_key] }
          producer: Person?
          tags: { to: [Tag], ForeignKey: tag_keys, ordered: true }
      Band: { attributes: { id: Int } }
      Label: { attributes: { id: Int } }
      Person: { attributes: { id: Int } }
      Tag: { attributes: { id: Int } }
    """

  private let json =
    #"[{"id":1,"group_id":2,"meta":{"label":{"id":3}},"producer":4,"tag_keys":[6,5]},{"id":2,"tag_keys":[]}]"#

  private func store() throws -> ModelStore {
    let store = try ModelStore(model)
    try store.importJSON(json, "Album")
    return store
  }

  @Test
  func `keys stand under the first foreign key that the model names`() throws {
    let store = try store()
    #expect(try store.export("Album") == json)
    #expect(try store.export("Album") { $0.toMany = .keys } == json)
  }

  @Test
  func `what is embedded stands under the relationship's own key`() throws {
    let store = try store()
    for entity in ["Band", "Tag"] { try store.importJSON("[{\"id\":2},{\"id\":5},{\"id\":6}]", entity) }
    #expect(
      try store.export("Album") {
        $0.embedded = [["band"], ["tags"]]
        $0.only = [["band"], ["tags"]]
      } == #"[{"id":1,"band":{"id":2},"tags":[{"id":6},{"id":5}]},{"id":2,"tags":[]}]"#)
  }

  @Test
  func `the foreign key that is implied is used where that is wanted`() throws {
    let expected =
      #"[{"id":1,"group_id":2,"meta":{"label":{"id":3}},"producer_id":4,"tag_keys":[6,5]},{"id":2,"tag_keys":[]}]"#
    #expect(try store().export("Album") { $0.usesImpliedForeignKeys = true } == expected)
  }

  @Test
  func `the key of a record that is not there stands under the foreign key, also where records are embedded`()
    throws
  {
    let store = try store()
    try store.importJSON(#"[{"id":3,"group_id":8,"producer":9}]"#, "Album")
    for (entity, id) in [("Band", 2), ("Person", 4)] { try store.importJSON("{\"id\":\(id)}", entity) }
    let embedding: (inout ExportOptions) -> Void = {
      $0.only = [["band"], ["producer"]]
      $0.toOne = .embedded
    }
    #expect(
      try store.export("Album", embedding)
        == #"[{"id":1,"band":{"id":2},"producer":{"id":4}},{"id":2},{"id":3,"group_id":8,"producer":9}]"#)
    try store.importJSON(#"{"id":3,"producer_id":7}"#, "Album")
    #expect(
      try store.export("Album") {
        embedding(&$0)
        $0.nulls = .written
      }
        == #"[{"id":1,"band":{"id":2},"producer":{"id":4}},{"id":2,"band":null,"producer":null},"#
        + #"{"id":3,"group_id":8,"producer_id":7}]"#)
  }

  @Test
  func `a key that would be a record under the relationship's own key is kept where records are embedded`()
    throws
  {
    let model = try ModelStore(
      """
      entities:
        Note: { attributes: { id: Int }, relationships: { tag: Tag? } }
        Tag: { attributes: { id: Int, name: { type: String?, ImportName: $value }, size: Int? } }
      """)
    let json = #"[{"id":1,"tag_id":2}]"#
    try model.importJSON(json, "Note")
    #expect(try model.export("Note") { $0.embedded = [["tag"]] } == json)
  }

  @Test
  func `a foreign key that something else is read from is not used`() throws {
    let model = try ModelStore(
      """
      entities:
        Issue:
          attributes: { id: Int, userID: Int?, ownerName: { type: String?, ImportName: [name, owner_id] } }
          relationships:
            user: { to: User?, ForeignKey: user_id }
            owner: { to: User?, ForeignKey: owner_id }
        User: { attributes: { id: Int } }
      """)
    try model.importJSON(#"{"id":1,"user":2,"user_id":7,"name":"a","owner":5}"#, "Issue")
    #expect(try model.export("Issue") == #"[{"id":1,"user_id":7,"name":"a","user":2,"owner":5}]"#)
  }

  @Test
  func `values and patches have keys under the same name`() throws {
    let producer = try JSONProducer(schema: try ModelStore(model).store.schema)
    let columns = ["id", "band", "label", "producer"]
    let old: [StoredValue] = [.integer(1), .integer(2), .integer(3), .integer(4)]
    let new: [StoredValue] = [.integer(1), .integer(9), .null, .integer(4)]
    #expect(
      try producer.value("Album", columns, old)
        == #"[{"id":1,"group_id":2,"meta":{"label":{"id":3}},"producer":4}]"#)
    #expect(
      try producer.patch("Album", columns, new, changedFrom: old).text
        == #"{"id":1,"group_id":9,"meta":{"label":{"id":null}}}"#)
  }

  @Test
  func `a patch has an array whole in which a foreign key stands`() throws {
    let model = """
      entities:
        Shot:
          attributes: { id: Int, url: { type: String, ImportName: images.0.url } }
          relationships: { owner: { to: User?, ForeignKey: images.0.owner_id } }
        User: { attributes: { id: Int } }
      """
    let producer = try JSONProducer(schema: try ModelStore(model).store.schema)
    #expect(
      try producer.patch(
        "Shot", ["id", "url", "owner"], [.integer(1), .text("u"), .integer(3)],
        changedFrom: [.integer(1), .text("u"), .integer(2)]
      ).text == #"{"id":1,"images":[{"url":"u","owner_id":3}]}"#)
  }

  @Test
  func `the key of a parent in a key of several parts stands there, too`() throws {
    let model = """
      entities:
        Order: { attributes: { id: Int } }
        Line:
          PrimaryKey: [order, place]
          attributes: { place: Int }
          relationships: { order: { to: Order, ForeignKey: order_no } }
        Note: { attributes: { id: Int }, relationships: { line: Line? } }
      """
    let producer = try JSONProducer(schema: try ModelStore(model).store.schema)
    #expect(
      try producer.value(
        "Note", ["id", "line_order", "line_place"], [.integer(1), .integer(7), .integer(2)])
        == #"[{"id":1,"line":{"order_no":7,"place":2}}]"#)
  }
}

extension JSONProducer {
  fileprivate func value(_ entity: String, _ columns: [String], _ row: [StoredValue]) throws -> String {
    String(String(decoding: try data(entity, columns, [row]), as: UTF8.self).dropLast())
  }
}
