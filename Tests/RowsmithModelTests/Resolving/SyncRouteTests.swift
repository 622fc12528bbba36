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

  @Test func `the routes are found by what they do`() throws {
    #expect(
      try settings("true", Self.all)
        == ["list: all", "read: one", "create: add", "change: alter", "delete: drop"])
    #expect(try settings("pull", Self.all) == ["list: all", "read: one"])
  }

  @Test func `a server that takes a whole record for creation and change needs one route`() throws {
    let routes = Self.all.split(separator: "\n").filter { !$0.hasPrefix("add") && !$0.hasPrefix("alter") }
    #expect(
      try settings("true", routes.joined(separator: "\n"))
        == ["list: all", "read: one", "create: put", "change: put", "delete: drop"])
  }

  @Test func `the model names others`() throws {
    #expect(
      try settings("{ list: mine, create: put }", Self.all)
        == ["list: mine", "read: one", "create: put", "change: alter", "delete: drop"])
  }

  @Test func `a resource has all that it takes`() throws {
    let plan = try plan(
      "sync: { server: rest }\nentities: { Note: { resource: rails, attributes: { id: UUID } } }")
    #expect(
      plan.entity("Note")?.settings.map(\.value) == [
        "notes", "note", "createNote", "updateNote", "removeNote",
      ])
  }

  @Test func `a feed of changes is enough to bring what is new`() throws {
    let plan = try plan(
      """
      sync: { server: rest, changes: /changes/, version: lock_version, overlap: 05 }
      entities: { A: { sync: pull, attributes: { id: UUID } } }
      """)
    #expect(
      plan.settings
        == [
          SyncPlan.Setting("changes", "changes"), SyncPlan.Setting("version", "lock_version"),
          SyncPlan.Setting("overlap", "5"),
        ])
    #expect(plan.entity("A")?.settings == [])
  }

  @Test func `a request may wait in the queue for what only comes, or stays here`() throws {
    _ = try settings("pull", Self.all + "\nnew: { post: new, sends: A, offline: queue }")
    _ = try settings("pull", Self.all + "\nnew: { post: new, sends: B, offline: queue }")
  }
}
