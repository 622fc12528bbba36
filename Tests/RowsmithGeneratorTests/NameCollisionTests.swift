import Foundation
import RowsmithSchema
import Testing

@testable import RowsmithGenerator

/// Names that a model may have, but Swift code that is generated for it may not.
@Suite struct NameCollisionTests {
  private func messages(_ schema: Schema, module: String = "Shop") -> [String] {
    do throws(GeneratorError) {
      _ = try Generator(options: GeneratorOptions(module: module)).generate(schema)
      return []
    } catch { return error.messages }
  }

  private func entity(
    _ name: String, parent: String? = nil, _ attributes: [String] = [], key: [String] = ["id"],
    relationships: [Schema.Relationship] = []
  ) -> Schema.Entity {
    Schema.Entity(
      name: name, parent: parent, primaryKey: key,
      attributes: ((parent == nil ? ["id"] : []) + attributes).map { .required($0, .int) },
      relationships: relationships)
  }

  private static let members = ["Columns", "ID", "Key", "columnNames", "entityName", "hashValue"]

  @Test(arguments: members)
  func `an attribute cannot have the name of a member of every record`(name: String) {
    #expect(
      messages(Schema(name: "Shop", entities: [entity("Thing", [name])])) == [
        "'Thing.\(name)' is the name of a member of every record; choose another name"
      ])
  }

  @Test(arguments: members, [Schema.Cardinality.toOne, .toMany])
  func `nor can a relationship`(name: String, cardinality: Schema.Cardinality) {
    let link = Schema.Relationship(
      name: name, target: "Thing", cardinality: cardinality, importPaths: [.key("a")], exportPath: ["a"])
    #expect(
      messages(Schema(name: "Shop", entities: [entity("Thing", relationships: [link])])) == [
        "'Thing.\(name)' is the name of a member of every record; choose another name"
      ])
  }

  @Test(arguments: members)
  func `nor can a relationship to one of several entities`(name: String) {
    let oneOf = Schema.OneOf(discriminator: [.key("type")], values: [.init("a", "A"), .init("b", "B")])
    let links = ["A", "B"].map { target in
      Schema.Relationship(
        name: name + target, target: target, cardinality: .toOne, importPaths: [.key("a")], exportPath: ["a"],
        choice: Schema.Choice(name: name, oneOf: oneOf))
    }
    let entities = [entity("Thing", relationships: links), entity("A"), entity("B")]
    #expect(
      messages(Schema(name: "Shop", entities: entities)) == [
        "'Thing.\(name)' is the name of a member of every record; choose another name"
      ])
  }

  @Test(arguments: members)
  func `nor can a value of several parts`(name: String) {
    var thing = entity("Thing")
    thing.groups = [Schema.Group(name: name, type: "V", importPaths: [.key("v")], exportPath: ["v"])]
    let type = Schema.ValueType(name: "V", attributes: [.required("x", .int)])
    thing.attributes += [Schema.Attribute.required("\(name)_x", .int)]
    #expect(
      messages(Schema(name: "Shop", valueTypes: [type], entities: [thing])) == [
        "'Thing.\(name)' is the name of a member of every record; choose another name"
      ])
  }

  @Test(arguments: ["Family", "Kind"])
  func `records of a family have two members more`(name: String) {
    let alone = Schema(name: "Shop", entities: [entity("Thing", [name])])
    #expect(messages(alone).isEmpty)
    let root = Schema(name: "Shop", entities: [entity("Thing", [name]), entity("Toy", parent: "Thing")])
    #expect(
      messages(root) == ["'Thing.\(name)' is the name of a member of every record; choose another name"])
    let child = Schema(name: "Shop", entities: [entity("Thing"), entity("Toy", parent: "Thing", [name])])
    #expect(
      messages(child) == ["'Toy.\(name)' is the name of a member of every record; choose another name"])
  }

  @Test func `a part of a key cannot be called storedValues, unless it is the whole key`() {
    let parts = entity("Thing", ["storedValues"], key: ["id", "storedValues"])
    #expect(
      messages(Schema(name: "Shop", entities: [parts])) == [
        "'Thing.storedValues' is the name of a member of every key; choose another name"
      ])
    #expect(
      messages(Schema(name: "Shop", entities: [entity("Thing", ["storedValues"], key: ["storedValues"])]))
        .isEmpty)
    #expect(messages(Schema(name: "Shop", entities: [entity("Thing", ["storedValues"])])).isEmpty)
  }

  @Test(arguments: ["ShopModel", "ShopTransforms"])
  func `no type of the model can have the name of a generated one`(name: String) {
    let message = "'\(name)' is the name of a type that is generated for the model; choose another name"
    #expect(messages(Schema(name: "Shop", entities: [entity(name)])) == [message])
    let enumeration = Schema.Enumeration(name: name, values: ["a"])
    #expect(
      messages(Schema(name: "Shop", enumerations: [enumeration], entities: [entity("Thing")])) == [message])
    let value = Schema.ValueType(name: name, attributes: [.required("x", .int)])
    #expect(messages(Schema(name: "Shop", valueTypes: [value], entities: [entity("Thing")])) == [message])
    // The name is that of the module, not that of the model.
    #expect(messages(Schema(name: "Shop", entities: [entity(name)]), module: "Other").isEmpty)
  }

  @Test func `types for routes, sync and hooks are only taken where they are generated`() {
    for name in ["ShopClient", "ShopSync", "ThingHooks"] {
      #expect(messages(Schema(name: "Shop", entities: [entity(name), entity("Thing")])).isEmpty)
    }
  }

  @Test func `a type with the name of the module hides the others, which matters where one is qualified`() {
    let message = "'Shop' is the name of the module, which hides its other types; choose another name"
    #expect(messages(Schema(name: "Shop", entities: [entity("Shop"), entity("Key")])) == [message])
    #expect(messages(Schema(name: "Shop", entities: [entity("Shop"), entity("Thing")])).isEmpty)
    #expect(messages(Schema(name: "Shop", entities: [entity("Key"), entity("Thing")])).isEmpty)
  }

  @Test func `all collisions are told at once, one a line`() throws {
    let schema = Schema(
      name: "Shop", entities: [entity("ShopModel", ["ID"]), entity("B", ["Key", "hashValue"])])
    let error = try #require(
      #expect(throws: GeneratorError.self) {
        try Generator(options: GeneratorOptions(module: "Shop")).generate(schema)
      })
    let text = """
      'ShopModel' is the name of a type that is generated for the model; choose another name
      'ShopModel.ID' is the name of a member of every record; choose another name
      'B.Key' is the name of a member of every record; choose another name
      'B.hashValue' is the name of a member of every record; choose another name
      """
    #expect(error.description == text)
    #expect(error.localizedDescription == text)
  }

  @Test func `a part of a link to one of several entities is no member of a record`() throws {
    let records = try Snippets(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Value: { attributes: { id: Int } }
        Names: { attributes: { id: Int } }
        Note:
          attributes: { id: Int }
          relationships: { hash: { oneOf: [Value, Names] } }
      """
    ).records
    #expect(records.contains("enum Hash: ReferenceChoice, ReadRequest {\n"))
    #expect(records.contains(#"ChoiceColumn("hashValue", "hashNames")"#))
  }
}
