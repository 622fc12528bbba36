import RowsmithAPI
import RowsmithModel
import Testing

/// Links that are sent.
struct SyncLinkTests {
  private func links(_ relationship: String, _ other: String = "B: { attributes: { id: UUID } }") throws
    -> [SyncPlan.Links]
  {
    try syncedEntity(relationships: relationship, others: other).links
  }

  @Test func `links in a table of their own are a list, unless the model says otherwise`() throws {
    #expect(try links("bs: [B]") == [SyncPlan.Links("bs", .array)])
    #expect(try links("bs: { to: [B], sync: array }") == [SyncPlan.Links("bs", .array)])
    #expect(try links("bs: { to: [B], sync: false }") == [])
    #expect(
      try links("sharedWith: { to: [B], sync: relation }")
        == [SyncPlan.Links("sharedWith", .relation(collection: "as_shared_with"))])
  }

  @Test func `links that the items have are sent with the items`() throws {
    let other = "B: { attributes: { id: UUID }, relationships: { a: A? } }"
    #expect(try links("bs: [B]", other) == [])
    #expect(try links("bs: { to: [B], sync: array }", other) == [])
  }

  @Test func `of two ends the owner of the table sends the links, unless the other is to`() throws {
    func both(_ a: String, _ b: String) throws -> [String] {
      let plan = try plan(
        """
        sync: { server: mine }
        entities:
          A: { attributes: { id: UUID }, relationships: { bs: \(a) } }
          B: { attributes: { id: UUID }, relationships: { as: \(b) } }
        """)
      return plan.entities.flatMap { entity in entity.links.map { "\(entity.name).\($0.relationship)" } }
    }
    #expect(try both("[B]", "[A]") == ["A.bs"])
    #expect(try both("[B]", "{ to: [A], sync: array }") == ["B.as"])
    #expect(try both("[B]", "{ to: [A], sync: relation }") == ["B.as"])
    #expect(try both("{ to: [B], sync: false }", "[A]") == [])
    #expect(try both("{ to: [B], sync: false }", "{ to: [A], sync: array }") == ["B.as"])
    #expect(try both("[B]", "{ to: [A], sync: false }") == ["A.bs"])
  }

  @Test func `links go with the records that are sent`() throws {
    let plan = try plan(
      """
      sync: { server: mine }
      entities:
        A: { sync: pull, attributes: { id: UUID }, relationships: { bs: [B] } }
        B: { attributes: { id: UUID }, relationships: { as: [A] } }
      """)
    #expect(plan.entity("A")?.links == [])
    #expect(plan.entity("B")?.links == [SyncPlan.Links("as", .array)])
  }

  @Test func `links that no JSON has, and those to what stays here, are not sent`() throws {
    #expect(try links("bs: { to: [B], export: false }") == [])
    #expect(try links("bs: [B]", "B: { sync: false, attributes: { id: UUID } }") == [])
  }

  @Test func `links to what only comes are sent`() throws {
    #expect(
      try links("bs: [B]", "B: { sync: pull, attributes: { id: UUID } }") == [SyncPlan.Links("bs", .array)])
  }
}
