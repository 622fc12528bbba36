import Foundation
import RowsmithSchema
import Testing

@testable import Rowsmith

/// Keys that came under `band_id` or `tag_ids`, which the model does not name.
struct ImpliedKeyExportTests {
  private func store() throws -> ModelStore {
    try ModelStore(
      """
      entities:
        Album:
          attributes: { id: Int, title: String? }
          relationships: { band: Band?, tags: { to: [Tag], ordered: true } }
        Band: { attributes: { id: Int, name: String? } }
        Tag: { attributes: { id: Int } }
      """)
  }

  private static let implied = #"[{"id":1,"band_id":3,"tag_ids":[7,6]},{"id":2,"band_id":4,"tag_ids":[]}]"#
  private static let own = #"[{"id":1,"band":3,"tags":[7,6]},{"id":2,"band":4,"tags":[]}]"#

  @Test(arguments: [implied, own])
  func `keys are written where they came, whether their records are there or not`(json: String) throws {
    let model = try store()
    try model.importJSON(#"[{"id":3}]"#, "Band")
    try model.importJSON(json, "Album")
    #expect(try model.export("Album") == json)
    var bytes = Data()
    try model.store.exportJSON(entity: "Album", keys: [[.integer(2)], [.integer(1)]]) {
      bytes.append(contentsOf: $0)
    }
    let items = json.dropFirst().dropLast().components(separatedBy: "},{")
    #expect(String(decoding: bytes, as: UTF8.self) == "[{\(items[1]),\(items[0])}]\n")
  }

  @Test
  func `the last import that has keys says where`() throws {
    let model = try store()
    try model.importJSON(Self.implied, "Album")
    for json in [
      #"{"id":1,"title":"Tin Drum"}"#, #"{"id":1,"band":{"id":3},"tags":[{"id":7},{"id":6}]}"#,
      #"{"id":9,"band":null,"tags":[]}"#,
    ] {
      try model.importJSON(json, "Album")
      #expect(
        try model.export("Album").hasPrefix(#"[{"id":1,"#)
          && model.export("Album").contains(#""band_id":3,"tag_ids":[7,6]"#),
        "\(json) has no keys")
    }
    try model.importJSON(#"{"id":5,"band":3}"#, "Album")
    #expect(try model.export("Album").contains(#""band":3,"tag_ids":[7,6]"#))
    try model.importJSON(#"{"id":5,"tags":[{"id":7},6]}"#, "Album")
    #expect(try model.export("Album").contains(#""band":3,"tags":[7,6]"#))
    try model.importJSON(#"{"id":9,"title":"x","band_id":null,"tag_ids":[]}"#, "Album")
    #expect(try model.export("Album").contains(#""band_id":3,"tag_ids":[7,6]"#))
  }

  @Test(arguments: [
    (#"{"id":1,"band":{"id":3},"band_id":3}"#, #"[{"id":1,"band_id":3,"tags":[]}]"#),
    (#"{"id":1,"band_id":3,"band":{"id":3}}"#, #"[{"id":1,"band_id":3,"tags":[]}]"#),
    (#"[{"id":1,"band":3},{"id":1,"band_id":3}]"#, #"[{"id":1,"band":3,"tags":[]}]"#),
    (#"[{"id":1,"band_id":3},{"id":1,"band":3}]"#, #"[{"id":1,"band":3,"tags":[]}]"#),
  ])
  func
    `in one document the relationship's own key counts more, and records that are embedded there say nothing`(
      json: String, expected: String
    ) throws
  {
    let model = try store()
    try model.importJSON(json, "Album")
    #expect(try model.export("Album") == expected)
  }

  @Test
  func `a value that is imported without its key says nothing`() throws {
    let model = try store()
    try model.importJSON(Self.implied, "Album")
    try model.store.importJSON(
      .string("[5]"), into: .relationship(parent: "Album", key: [.integer(2)], name: "tags"))
    #expect(try model.export("Album") == Self.implied.replacing(#""tag_ids":[]"#, with: #""tag_ids":[5]"#))
  }

  @Test
  func `an import that fails has told nothing, and a store without records forgets`() throws {
    let model = try store()
    try model.importJSON(Self.implied, "Album")
    #expect(throws: ImportError.self) { try model.importJSON(#"[{"id":1,"band":3},{"id":"x"}]"#, "Album") }
    #expect(try model.export("Album") == Self.implied)
    try model.store.deleteAllData()
    try model.importJSON(#"{"id":1,"band":{"id":3}}"#, "Album")
    #expect(try model.export("Album") == #"[{"id":1,"band":3,"tags":[]}]"#)
  }

  @Test
  func `a store's producer spells values and patches as the store does`() throws {
    let model = try store()
    try model.importJSON(Self.implied, "Album")
    let columns = ["id", "title", "band"]
    let old: [StoredValue] = [.integer(1), .null, .integer(3)]
    let new: [StoredValue] = [.integer(1), .null, .integer(4)]
    let patch = { (producer: JSONProducer) in
      try producer.patch("Album", columns, new, changedFrom: old).text
    }
    #expect(try patch(model.store.jsonProducer()) == #"{"id":1,"band_id":4}"#)
    #expect(try model.store.read { try patch($0.jsonProducer()) } == #"{"id":1,"band_id":4}"#)
    #expect(try patch(JSONProducer(schema: model.store.schema)) == #"{"id":1,"band":4}"#)
  }

  @Test
  func `a foreign key that another member is read from is not used`() throws {
    let model = try ModelStore(
      """
      entities:
        Album: { attributes: { id: Int, bandID: Int? }, relationships: { band: Band? } }
        Band: { attributes: { id: Int } }
      """)
    try model.importJSON(#"{"id":1,"band_id":3}"#, "Album")
    #expect(try model.export("Album") == #"[{"id":1,"band_id":3,"band":3}]"#)
  }
}
