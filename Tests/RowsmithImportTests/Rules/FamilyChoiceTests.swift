import Rowsmith
import RowsmithModel
import RowsmithSchema
import Testing

/// To-one relationships to one of several entities, two of which are of one family.
@Suite struct FamilyChoiceTests {
  private let store: Store

  init() throws {
    let yaml = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Bee:
          Discriminator: kind
          attributes: { id: Int }
          relationships: { liked: { to: [Dog], inverse: likes } }
        Dog:
          extends: Bee
          relationships:
            likes: { oneOf: { bee: Bee, dog: Dog, elk: Elk }, Discriminator: sort }
            friends: { to: [Dog], inverse: likes }
        Elk: { attributes: { id: Int }, relationships: { pet: { to: Dog?, inverse: likes } } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Zoo.yml", text: yaml)], name: "Zoo")
    let schema = try #require(model.schema, "\(model.diagnostics)")
    store = try Store(.memory, schema: schema, options: StoreOptions())
  }

  @Test func `a list of itself links a record that is embedded in one whose own link is given`() throws {
    let json = #"{"id":4,"pet":{"kind":"Dog","id":1,"likes":{"sort":"dog","id":3,"liked_ids":[3]}}}"#
    _ = try store.importJSON(.string(json), into: .entity("Elk"))
    let rows = try store.fetch(.sql("SELECT id, likesBee, likesDog, likesElk FROM Bee ORDER BY id")).map(
      \.values)
    #expect(
      rows == [
        [.integer(1), .null, .null, .integer(4)], [.integer(3), .integer(3), .null, .null],
      ])
  }

  @Test func `an embedded record of a kind that extends one of the entities comes back as the same link`()
    throws
  {
    let json = #"[{"kind":"Dog","id":1,"likes":{"sort":"bee","kind":"Dog","id":3}},{"kind":"Dog","id":3}]"#
    _ = try store.importJSON(.string(json), into: .entity("Bee"))
    var options = ExportOptions()
    options.embedded = [["likesBee"]]
    var bytes: [UInt8] = []
    try store.exportJSON(entity: "Dog", options: options) { bytes += $0 }
    let produced = String(decoding: bytes, as: UTF8.self)
    _ = try store.importJSON(.string(produced), into: .entity("Dog"))
    let rows = try store.fetch(.sql("SELECT id, likesBee, likesDog FROM Bee ORDER BY id")).map(\.values)
    #expect(
      rows == [[.integer(1), .integer(3), .null], [.integer(3), .null, .null]], "\(produced)")
  }

  @Test(arguments: ["sort", "kind"])
  func `a record that is embedded in one of several entities says what extends it, or is a key`(place: String)
    throws
  {
    let scenario = try ImportScenario(
      """
      entities:
        Bee: { Discriminator: kind, attributes: { id: Int } }
        Cat: { extends: Bee, attributes: { size: Int? } }
        Elk: { attributes: { id: Int }, relationships: { pet: { oneOf: [Bee, Fox], Discriminator: \(place) } } }
        Fox: { attributes: { id: Int } }
      """)
    try scenario.importJSON(#"[{"kind":"Cat","id":1,"size":3},{"id":2}]"#, into: "Bee")
    try scenario.importJSON(
      #"[{"id":1,"pet_type":"Bee","pet_id":1},{"id":2,"pet_type":"Bee","pet_id":2}]"#, into: "Elk")
    var options = ExportOptions()
    options.toOne = .embedded
    var bytes: [UInt8] = []
    try scenario.test.store.exportJSON(entity: "Elk", options: options) { bytes += $0 }
    try scenario.importJSON(String(decoding: bytes, as: UTF8.self), into: "Elk")
    try scenario.expect("SELECT entityName, id, size FROM Bee ORDER BY id", "Cat | 1 | 3\nBee | 2 | ·")
  }
}
