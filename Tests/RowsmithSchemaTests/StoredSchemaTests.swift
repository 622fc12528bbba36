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
    for name in ["isLocal", "deletedWhen", "modificationAttribute", "discriminatorValues", "oneOf", "isBare"]
    {
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
    schema.entities[0].discriminatorValues = [.init("note", "Note"), .init("1", "Note", isBare: true)]
    schema.entities[0].relationships[0].oneOf = .init(
      discriminator: [.key("type")], values: [.init("note", "Note")])
    schema.documents[0].members[0].oneOf = schema.entities[0].relationships[0].oneOf
    #expect(try JSONDecoder().decode(Schema.self, from: Data(try encoded(schema).utf8)) == schema)
  }

  @Test("what a stored model lacks is read as not said, but for what a part is")
  func lackingPartsSayNothing() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Databases/Early/Hardest.schema.json")
    let whole = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    var seen: Set<String> = []
    var needed: Set<String> = []
    for place in places(in: whole, path: [], names: "") where seen.insert(place.names).inserted {
      let lacking = try JSONSerialization.data(withJSONObject: removing(place.path[...], from: whole))
      do {
        _ = try JSONDecoder().decode(Schema.self, from: lacking)
      } catch is DecodingError {
        needed.insert(place.names)
      }
    }
    #expect(seen.count > 40)
    #expect(
      needed.sorted() == [
        "documents.members.entity", "documents.members.shape", "documents.name", "entities.attributes.name",
        "entities.attributes.type", "entities.name", "entities.relationships.cardinality",
        "entities.relationships.name", "entities.relationships.target", "enumerations.name", "name",
      ])
  }

  /// The members that hold values of enumerations: what is in them stands for one case.
  private static let cases: Set<String> = [
    "type", "defaultValue", "importPaths", "foreignKeyPaths", "dateFormats", "discriminator",
  ]

  private func places(in value: Any, path: [Any], names: String) -> [(path: [Any], names: String)] {
    if let list = value as? [Any] {
      return list.enumerated().flatMap { places(in: $1, path: path + [$0], names: names) }
    }
    guard let object = value as? [String: Any] else { return [] }
    return object.sorted { $0.key < $1.key }.flatMap { key, inner in
      let name = names.isEmpty ? key : "\(names).\(key)"
      if Self.cases.contains(key) { return [(path + [key], name)] }
      return [(path + [key], name)] + places(in: inner, path: path + [key], names: name)
    }
  }

  private func removing(_ path: ArraySlice<Any>, from value: Any) -> Any {
    guard let step = path.first else { return value }
    if var list = value as? [Any], let index = step as? Int {
      list[index] = removing(path.dropFirst(), from: list[index])
      return list
    }
    guard var object = value as? [String: Any], let key = step as? String else { return value }
    object[key] = path.count == 1 ? nil : object[key].map { removing(path.dropFirst(), from: $0) }
    return object
  }
}
