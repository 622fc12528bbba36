import Rowsmith
import Testing

/// Rule 7: what is the app's own.
@Suite struct LocalRuleTests {
  private static func model(_ policy: String) -> String {
    """
    defaults: { MergePolicy: \(policy) }
    entities:
      Feed:
        attributes: { id: Int }
        relationships: { items: { to: [Item], inverse: feed }, top: { to: Item?, inverse: none } }
      Item:
        attributes:
          id: Int
          title: String?
          seen: { type: Bool, default: false, local: true }
          note: { type: String?, local: true }
        relationships: { feed: Feed? }
    """
  }

  private static let items = "SELECT id, title, seen, note FROM Item ORDER BY id"

  /// The reference knows nothing of SQL, so what the app writes it cannot follow.
  private func started(_ policy: String) throws -> ImportScenario {
    let scenario = try ImportScenario(LocalRuleTests.model(policy), comparingReference: false)
    try scenario.importJSON(
      #"{"id":1,"items":[{"id":1,"title":"a"}],"top":{"id":1,"title":"a"}}"#, into: "Feed")
    try scenario.test.store.write { try $0.execute(sql: "UPDATE Item SET seen = 1, note = 'mine'") }
    return scenario
  }

  @Test func `it is never read, and a new row has its default`() throws {
    let scenario = try ImportScenario(LocalRuleTests.model("Merge"))
    let report = try scenario.importJSON(#"{"id":1,"title":"a","seen":true,"note":"x"}"#, into: "Item")
    try scenario.expect(LocalRuleTests.items, "1 | a | 0 | ·")
    #expect(Set(report.unknownKeys.keys) == ["Item.seen", "Item.note"])
  }

  @Test(arguments: ["Replace", "Merge", "MergeAndPrune"])
  func `every policy keeps it, in lists, to-ones and at the root`(policy: String) throws {
    let scenario = try started(policy)
    let title = policy == "Replace" ? "·" : "a"
    try scenario.importJSON(
      #"{"id":1,"items":[{"id":1,"seen":false}],"top":{"id":1,"note":null}}"#, into: "Feed")
    try scenario.expect(LocalRuleTests.items, "1 | \(title) | 1 | mine")
    for root in [Schema.MergePolicy.merge, .mergeAndPrune, .replace] {
      try scenario.importJSON(#"[{"id":1,"title":"b","seen":0,"note":"y"}]"#, into: "Item") {
        $0.policy = root
      }
      try scenario.expect(LocalRuleTests.items, "1 | b | 1 | mine")
    }
    let items = ImportTarget.relationship(parent: "Feed", key: [.integer(1)], name: "items")
    try scenario.importJSON(#"[{"id":1,"title":"c","note":"z"}]"#, into: items) { $0.policy = .replace }
    try scenario.expect(LocalRuleTests.items, "1 | c | 1 | mine")
  }
}
