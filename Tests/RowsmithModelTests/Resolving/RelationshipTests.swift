import RowsmithModel
import RowsmithSchema
import Testing

/// What relationships become.
struct RelationshipTests {
  @Test func `a target is written bare or quoted, short or long`() throws {
    let schema = try schema(
      """
      entities:
        Label: { attributes: { id: Int } }
        A:
          attributes: { id: Int }
          relationships:
            a: Label
            b: Label?
            c: [Label]
            d: "[Label]"
            e: {Label}
            f: "{Label}"
            g: { to: [Label] }
            h: { to: "{ Label }" }
            i: { to: {Label} }
            j: { to: Label? }
            k:
              - Label
      """)
    let all = schema.entities[1].relationships
    #expect(all.allSatisfy { $0.target == "Label" })
    #expect(all.filter { $0.cardinality == .toOne }.map(\.name) == ["a", "b", "j"])
    #expect(all.filter(\.isKeyed).map(\.name) == ["e", "f", "h", "i"])
    #expect(all.filter { !$0.isOptional }.map(\.name) == ["a"])
  }

  @Test func `foreign keys are spelled in the casing of the model`() throws {
    let expected: [(String, [String], [String])] = [
      ("snake_case", ["lead_singer_id"], ["product_category_ids"]),
      ("camelCase", ["leadSingerId", "leadSingerID"], ["productCategoryIds", "productCategoryIDs"]),
      ("PascalCase", ["LeadSingerId", "LeadSingerID"], ["ProductCategoryIds", "ProductCategoryIDs"]),
      ("kebab-case", ["lead-singer-id"], ["product-category-ids"]),
      (
        "exact", ["leadSingerId", "leadSingerID", "leadSinger_id"],
        ["productCategoryIds", "productCategoryIDs", "productCategory_ids"]
      ),
    ]
    for (casing, toOne, toMany) in expected {
      let schema = try schema(
        """
        defaults: { casing: \(casing), MergePolicy: Merge }
        entities:
          A: { attributes: { id: Int }, relationships: { leadSinger: A?, productCategories: [A] } }
        """)
      #expect(Schema.written(try schema.relationship("A.leadSinger").foreignKeyPaths) == toOne)
      #expect(Schema.written(try schema.relationship("A.productCategories").foreignKeyPaths) == toMany)
    }
  }

  @Test func `ImportName and ForeignKey replace the spellings, each its own`() throws {
    let schema = try schema(
      """
      entities:
        A:
          attributes: { id: Int }
          relationships:
            parent: { to: A?, ImportName: [up, info.up] }
            children: { to: [A], ForeignKey: below }
            friends: { to: [A], export: false }
      """)
    let parent = try schema.relationship("A.parent")
    #expect(Schema.written(parent.importPaths) == ["up", "info.up"])
    #expect(Schema.written(parent.foreignKeyPaths) == ["parent_id"])
    #expect(parent.exportPath == ["up"])
    let children = try schema.relationship("A.children")
    #expect(Schema.written(children.importPaths) == ["children"])
    #expect(Schema.written(children.foreignKeyPaths) == ["below"])
    #expect(try schema.relationship("A.friends").exportPath == nil)
  }

  @Test func `what one value cannot name has no foreign keys`() throws {
    let schema = try schema(
      """
      entities:
        Note: { attributes: { text: String } }
        Line: { PrimaryKey: [a, b], attributes: { a: Int, b: Int } }
        A: { relationships: { notes: [Note], line: Line? } }
      """)
    #expect(try schema.relationship("A.notes").foreignKeyPaths == [])
    #expect(try schema.relationship("A.line").foreignKeyPaths == [])
  }

  @Test func `the long form says the rest`() throws {
    let schema = try schema(
      """
      defaults: { MergePolicy: MergeAndPrune }
      entities:
        A:
          attributes: { id: Int }
          relationships:
            a: { to: [A], ordered: true, DeleteRule: Cascade, Prune: Delete, RenamedFrom: old, doc: Text. }
            b: { to: A?, MergePolicy: Replace, DeleteRule: Deny, inverse: none }
      """)
    let a = try schema.relationship("A.a")
    #expect(a.isOrdered && a.mergePolicy == .mergeAndPrune && a.deleteRule == .cascade && a.prune == .delete)
    #expect([a.renamedFrom, a.doc] == ["old", "Text."])
    let b = try schema.relationship("A.b")
    #expect(!b.isOrdered && b.mergePolicy == .replace && b.deleteRule == .deny && b.prune == .unlink)
    #expect(b.inverse == nil)
  }

  @Test func `without a word the policy is Replace`() throws {
    let schema = try schema(
      "defaults: {}\nentities: { A: { attributes: { id: Int }, relationships: { a: A? } } }")
    #expect(try schema.relationship("A.a").mergePolicy == .replace)
  }
}
