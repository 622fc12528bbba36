import RowsmithSchema
import Testing

/// Local attributes, signs of deletion and stamps.
struct LifecycleTests {
  @Test func `a local attribute has no place in JSON, and its name is free for others`() throws {
    let model = try schema(
      """
      entities:
        A:
          attributes:
            id: Int
            isFavourite: { type: Bool, local: true, default: false }
            note: { type: String?, local: true }
            remark: { type: String?, ImportName: note }
      """)
    let note = try model.attribute("A.note")
    #expect(note.isLocal)
    #expect(note.importPaths == [])
    #expect(note.exportPath == nil)
    #expect(try model.attribute("A.isFavourite").defaultValue == .integer(0))
    #expect(try model.attribute("A.remark").importPaths == [.key("note")])
    #expect(try !model.attribute("A.remark").isLocal)
  }

  @Test(arguments: [
    ("deleted", [Schema.DeletionSign(path: ["deleted"])]),
    (#"meta.deleted\.at"#, [.init(path: ["meta", "deleted.at"])]),
    ("{ status: removed }", [.init(path: ["status"], values: [.text("removed")])]),
    (
      "{ status: [removed, 2, 2.5, true, false] }",
      [
        .init(
          path: ["status"],
          values: [.text("removed"), .integer(2), .real(2.5), .integer(1), .integer(0)])
      ]
    ),
    (
      "[deleted_at, { a.b: gone, c: '1' }]",
      [
        .init(path: ["deleted_at"]), .init(path: ["a", "b"], values: [.text("gone")]),
        .init(path: ["c"], values: [.text("1")]),
      ]
    ),
  ])
  func `a sign of deletion is a key, or a key with values`(written: String, signs: [Schema.DeletionSign])
    throws
  {
    let model = try schema("entities: { A: { attributes: { id: Int }, DeletedWhen: \(written) } }")
    #expect(model.entities[0].deletedWhen == signs)
  }

  @Test func `a family has its root's signs and stamp`() throws {
    let model = try schema(
      """
      entities:
        C: { extends: B }
        A: { attributes: { id: Int, at: Date? }, DeletedWhen: gone, ModificationAttribute: at }
        B: { extends: A }
        Other: { attributes: { id: Int } }
      """)
    for entity in model.entities where entity.name != "Other" {
      #expect(entity.deletedWhen == [.init(path: ["gone"])], "\(entity.name)")
      #expect(entity.modificationAttribute == "at", "\(entity.name)")
    }
    #expect(model.entities[3].deletedWhen == [])
    #expect(model.entities[3].modificationAttribute == nil)
  }

  @Test(arguments: ["Date", "Int?", "Double", "Decimal?"])
  func `versions are ordered by a date or a number`(type: String) throws {
    let model = try schema(
      "entities: { A: { attributes: { id: Int, at: \(type) }, ModificationAttribute: at } }")
    #expect(model.entities[0].modificationAttribute == "at")
  }
}
