import RowsmithAPI
import RowsmithModel
import Testing

/// The adapter `rest`, which works with the routes of the model.
struct SyncRouteTests {
  private func settings(_ sync: String, _ routes: String, server: String = "server: rest") throws -> [String]
  {
    let plan = try plan(
      """
      sync: { \(server) }
      entities: { A: { sync: \(sync), attributes: { id: UUID } }, B: { sync: false, attributes: { id: UUID } } }
      routes:
      \(routes.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
      """)
    return plan.entity("A")?.settings.map { "\($0.name): \($0.value)" } ?? []
  }

  private static let all = """
    b: { get: b, returns: "[B]" }
    mine: { get: ":user/as", arguments: { user: Int }, returns: "[A]" }
    all: { get: as, returns: "[A]" }
    one: { get: "as/:id", returns: A }
    put: { put: "as/:id", sends: A, returns: A }
    add: { post: as, sends: A, returns: A }
    alter: { patch: "as/:id", sends: A, returns: A }
    drop: { delete: "as/:id", deletes: A }
    """

  @Test func `routes that do it are found by the adapter, so the plan does not name them`() throws {
    #expect(try settings("true", Self.all) == [])
    #expect(try settings("pull", Self.all) == [])
  }

  @Test func `a server that takes a whole record for creation and change needs one route`() throws {
    let routes = Self.all.split(separator: "\n").filter { !$0.hasPrefix("add") && !$0.hasPrefix("alter") }
    #expect(try settings("true", routes.joined(separator: "\n")) == [])
  }

  @Test func `a list that takes keys reads single records, too`() throws {
    let routes = Self.all.split(separator: "\n").filter { !$0.hasPrefix("one") && !$0.hasPrefix("all") }
    let list = "\nall: { get: as, query: { ids: String }, returns: \"[A]\" }"
    #expect(try settings("true", routes.joined(separator: "\n") + list) == [])
  }

  @Test func `the model names others, and what an entity has otherwise`() throws {
    #expect(
      try settings("{ list: all, create: put, version: ETag, overlap: 9, idempotency: none }", Self.all)
        == ["list: all", "create: put", "version: ETag", "overlap: 9", "idempotency: none"])
  }

  @Test func `a resource has all that it takes`() throws {
    let plan = try plan(
      "sync: { server: rest }\nentities: { Note: { resource: rails, attributes: { id: UUID } } }")
    #expect(plan.entities == [SyncPlan.Entity("Note", collection: "notes")])
  }

  @Test func `paths name a record by the server's own key where it has one`() throws {
    let plan = try plan(
      """
      sync: { server: rest }
      entities: { A: { sync: { serverKey: number }, attributes: { id: UUID, number: Int? } } }
      routes:
        all: { get: as, returns: "[A]" }
        one: { get: "as/:number", returns: A }
        add: { post: as, sends: A, returns: A }
        alter: { patch: "as/:number", sends: A, returns: A }
        drop: { delete: "as/:number", deletes: A }
      """)
    #expect(plan.entity("A")?["serverKey"] == "number")
  }

  @Test func `a feed of changes is enough to bring what is new`() throws {
    let plan = try plan(
      """
      sync: { server: rest, changes: /changes/, version: lockVersion, overlap: 5, user: me.name }
      entities: { A: { sync: pull, attributes: { id: UUID, lockVersion: Int } } }
      routes: { one: { get: "as/:id", returns: A } }
      """)
    #expect(
      plan.settings
        == [
          SyncPlan.Setting("changes", "changes"), SyncPlan.Setting("version", "lockVersion"),
          SyncPlan.Setting("overlap", "5"), SyncPlan.Setting("user", "me.name"),
        ])
    #expect(plan.entity("A")?.settings == [])
  }

  @Test func `a request may wait in the queue for what only comes, or stays here`() throws {
    _ = try settings("pull", Self.all + "\nnew: { post: new, sends: A, offline: queue }")
    _ = try settings("pull", Self.all + "\nnew: { post: new, sends: B, offline: queue }")
  }
}
