import RowsmithAPI
import RowsmithModel
import Testing

/// What is sent of a record.
struct SyncMemberTests {
  @Test func `what is local, not produced, or said to stay is not sent`() throws {
    let entity = try syncedEntity(
      attributes: """
        a: String, b: { type: Int?, sync: false }, c: { type: Int?, local: true }, d: { type: Int?, export: false }
        """,
      relationships:
        "e: B, f: { to: B?, sync: false, inverse: none }, g: { to: B?, export: false, inverse: none }",
      others: "B: { attributes: { id: UUID } }")
    #expect(entity.neverSent == ["b", "c", "d", "f", "g"])
  }

  @Test func `the key is always sent`() throws {
    let plan = try plan(
      "sync: { server: mine }\nentities: { A: { attributes: { id: { type: UUID, export: false } } } }")
    #expect(plan.entity("A")?.neverSent == [])
  }

  @Test(arguments: ["JSON", "JSON?"])
  func `permissions are sent beside the record`(
    type: String
  ) throws {
    let entity = try syncedEntity(
      attributes: "rights: { type: \(type), sync: permissions }")
    #expect(entity.permissions == "rights")
    #expect(entity.neverSent == [])
  }

  @Test func `an attribute that stays here may lead to what stays here`() throws {
    let entity = try syncedEntity(
      relationships: "draft: { to: Draft?, sync: false }",
      others: "Draft: { sync: false, attributes: { id: UUID } }")
    #expect(entity.neverSent == ["draft"])
  }

  @Test func `what leads to one of several entities is sent, and has one policy`() throws {
    let plan = try plan(
      """
      sync: { server: mine }
      entities:
        Issue: { attributes: { id: UUID } }
        Pull: { attributes: { id: UUID } }
        Comment:
          sync: { conflict: { subject: serverWins } }
          attributes: { id: UUID }
          relationships:
            subject: { oneOf: [Issue, Pull] }
            seen: { oneOf: [Issue, Pull], sync: false }
      """)
    let entity = try #require(plan.entity("Comment"))
    #expect(entity.neverSent == ["seenIssue", "seenPull"])
    #expect(entity.memberConflicts == [SyncPlan.MemberConflict("subject", .serverWins)])
  }
}
