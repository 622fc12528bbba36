import Foundation
import RowsmithSchema
import Testing

/// A database keeps its schema as JSON: what an earlier version wrote must be read, and written alike.
@Suite("The stored form of a schema")
struct StoredSchemaTests {
  private let plain = Schema(
    name: "Notes",
    entities: [
      Schema.Entity(
        name: "Note", primaryKey: ["id"],
        attributes: [Schema.Attribute(name: "id", type: .scalar(.int), keys: ["id"])],
        relationships: [
          Schema.Relationship(
            name: "tags", target: "Note", cardinality: .toMany, keys: ["tags"], foreignKeys: [],
            mergePolicy: .merge, inverse: nil)
        ])
    ],
    documents: [
      Schema.Document(name: "all", members: [.init(path: ["notes"], entity: "Note", shape: .array)])
    ])

  private func encoded(_ schema: Schema) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(schema), as: UTF8.self)
  }

  @Test("what a model does not use is not in it")
  func unusedPartsAreLeftOut() throws {
    let text = try encoded(plain)
    for name in ["isLocal", "deletedWhen", "modificationAttribute", "discriminatorValues", "oneOf"] {
      #expect(!text.contains(name), "\(name) is written though nothing uses it")
    }
    #expect(try JSONDecoder().decode(Schema.self, from: Data(text.utf8)) == plain)
  }

  @Test("what a model uses comes back")
  func usedPartsComeBack() throws {
    var schema = plain
    schema.entities[0].attributes[0].isLocal = true
    schema.entities[0].deletedWhen = [.init(path: ["status"], values: [.text("gone"), .integer(1)])]
    schema.entities[0].modificationAttribute = "id"
    schema.entities[0].discriminatorValues = [.init("note", "Note")]
    schema.entities[0].relationships[0].oneOf = .init(
      discriminator: [.key("type")], values: [.init("note", "Note")])
    schema.documents[0].members[0].oneOf = schema.entities[0].relationships[0].oneOf
    #expect(try JSONDecoder().decode(Schema.self, from: Data(try encoded(schema).utf8)) == schema)
  }
}
