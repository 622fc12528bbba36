import RowsmithAPI
import RowsmithModel
import Testing

/// Which entities synchronise, and how.
struct SyncTests {
  @Test func `a model as the specification spells it`() throws {
    let plan = try plan(
      """
      sync:
        server: kinto                    # kinto, rest, or the name of an adapter that the app implements
        bucket: notes-app                # what the adapter needs to know; checked by it
        conflict: fieldMerge             # for all entities

      entities:
        Note:
          PrimaryKey: id                 # made by the client: UUID or String; never changes for the app
          sync: { collection: notes, conflict: { title: serverWins, tags: union }, deleteConflict: editWins }
          attributes: { id: UUID, title: String, body: String?, tags: "[String]", permissions: { type: JSON?, sync: permissions } }
          relationships: { folder: Folder?, attachments: { to: "[Attachment]", sync: array } }
        Draft: { sync: false, attributes: { id: UUID } }
        Country: { sync: pull, attributes: { id: String } }
        Folder: { attributes: { id: UUID } }
        Attachment: { attributes: { id: UUID } }
      """)
    #expect(
      plan
        == SyncPlan(
          server: "kinto", settings: [SyncPlan.Setting("bucket", "notes-app")],
          entities: [
            SyncPlan.Entity(
              "Note", collection: "notes",
              memberConflicts: [
                SyncPlan.MemberConflict("title", .serverWins), SyncPlan.MemberConflict("tags", .union),
              ],
              deleteConflict: .editWins, permissions: "permissions",
              links: [SyncPlan.Links("attachments", .array)]),
            SyncPlan.Entity("Country", collection: "countries", direction: .pull),
            SyncPlan.Entity("Folder", collection: "folders"),
            SyncPlan.Entity("Attachment", collection: "attachments"),
          ]))
  }

  @Test func `a model without sync has no plan, and one with sync alone has an API`() throws {
    let entities = "entities: { A: { attributes: { id: UUID } } }"
    #expect(try api(entities + "\napi: {}").sync == nil)
    #expect(try api(entities + "\nsync: { server: mine }").routes == [])
  }

  @Test func `the policies of a model hold where an entity does not say otherwise`() throws {
    let plan = try plan(
      """
      sync: { server: mine, conflict: clientWins, deleteConflict: deleteWins }
      entities:
        A: { attributes: { id: UUID } }
        B: { sync: { conflict: manual, deleteConflict: editWins }, attributes: { id: UUID } }
      """)
    #expect(plan.conflict == .clientWins && plan.deleteConflict == .deleteWins)
    #expect(plan.entity("A")?.conflict == nil && plan.entity("A")?.deleteConflict == nil)
    #expect(plan.entity("B")?.conflict == .manual && plan.entity("B")?.deleteConflict == .editWins)
  }

  @Test(arguments: ConflictPolicy.allCases) func `each policy has its name`(policy: ConflictPolicy) throws {
    let entity = try syncedEntity("{ conflict: \(policy.rawValue) }", attributes: "tags: [String]")
    #expect(entity.conflict == policy)
  }

  @Test(arguments: [
    ("true", SyncPlan.Direction.both), ("pull", .pull), ("{ direction: pull }", .pull),
    ("{ direction: both }", .both), ("{}", .both),
  ]) func `records go both ways, or come`(text: String, direction: SyncPlan.Direction) throws {
    #expect(try syncedEntity(text).direction == direction)
  }

  @Test func `a collection is the plural of its entity, where the model does not name it`() throws {
    let plan = try plan(
      """
      sync: { server: mine }
      entities:
        SalesPerson: { attributes: { id: UUID } }
        URLFilter: { attributes: { id: UUID } }
        News: { sync: { collection: The News }, attributes: { id: UUID } }
      """)
    #expect(plan.entities.map(\.collection) == ["sales_people", "url_filters", "The News"])
  }

  @Test func `a server of the app's takes any settings, as they are spelled`() throws {
    let plan = try plan(
      """
      sync: { server: mine, region: eu, retries: 3, fast: true, ratio: 0.50 }
      entities: { A: { sync: { table: as, changes: 0x10 }, attributes: { id: UUID } } }
      """)
    #expect(
      plan.settings
        == [
          SyncPlan.Setting("region", "eu"), SyncPlan.Setting("retries", "3"),
          SyncPlan.Setting("fast", "true"),
          SyncPlan.Setting("ratio", "0.50"),
        ])
    #expect(
      plan.entity("A")?.settings == [SyncPlan.Setting("table", "as"), SyncPlan.Setting("changes", "0x10")])
  }

  @Test func `a family synchronises as its root does`() throws {
    let plan = try plan(
      """
      sync: { server: mine }
      entities:
        Item: { attributes: { id: UUID, at: { type: Date?, sync: false } } }
        Photo:
          extends: Item
          attributes: { labels: [String], raw: { type: Data?, sync: false } }
          relationships: { people: [Person] }
        Person: { attributes: { id: UUID } }
      """)
    #expect(plan.entities.map(\.name) == ["Item", "Person"])
    let item = try #require(plan.entity("Item"))
    #expect(item.neverSent == ["at", "raw"])
    #expect(item.links == [SyncPlan.Links("people", .array)])
  }

  @Test func `the key of what only comes may be a number`() throws {
    let plan = try plan("sync: { server: mine }\nentities: { A: { sync: pull, attributes: { id: Int } } }")
    #expect(plan.entities == [SyncPlan.Entity("A", collection: "as", direction: .pull)])
  }
}
