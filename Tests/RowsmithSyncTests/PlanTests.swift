import RowsmithSync
import Testing

@Suite struct PlanTests {
  @Test("A plan finds its settings, and entities with theirs, by name")
  func findsEntitiesAndSettings() {
    let plan = SyncPlan(
      server: "kinto", settings: [.init("bucket", "notes-app")],
      entities: [.init("Note", collection: "notes", settings: [.init("page", "10")])])
    #expect(plan["bucket"] == "notes-app" && plan["collection"] == nil)
    #expect(plan.entity("Note")?["page"] == "10" && plan.entity("Draft") == nil)
  }
}
