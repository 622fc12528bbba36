import Rowsmith
import Testing

/// Rule 7: mentions that are older than their row, by the server's own stamp.
@Suite struct StaleRuleTests {
  private static func model(_ type: String) -> String {
    """
    defaults: { MergePolicy: Merge }
    entities:
      List:
        attributes: { id: Int }
        relationships: { tasks: { to: [Task], inverse: list, MergePolicy: Replace } }
      Task:
        ModificationAttribute: stamp
        DeletedWhen: deleted
        attributes: { id: Int, title: String?, stamp: \(type) }
        relationships:
          list: List?
          tags: { to: [Tag], inverse: none, MergePolicy: Replace }
          marks: { to: [Mark], inverse: none, MergePolicy: Replace }
      Tag: { attributes: { id: Int, name: String? } }
      Mark: { attributes: { text: String? } }
    """
  }

  private static let tasks = "SELECT id, title, stamp, list FROM Task ORDER BY id"

  private func started(_ type: String = "Int?", _ stamp: String = "5") throws -> ImportScenario {
    // The reference reads dates without a zone or fraction alone.
    let scenario = try ImportScenario(StaleRuleTests.model(type), comparingReference: type != "Date?")
    try scenario.importJSON(
      """
      [{"id":1,"tasks":[{"id":1,"title":"was","stamp":\(stamp),"tags":[{"id":1,"name":"one"}],"marks":[{"text":"m"}]}]},
      {"id":2}]
      """, into: "List")
    return scenario
  }

  @Test(arguments: [
    ("Int?", "5", "4", true), ("Int?", "5", "5", false), ("Int?", "5", "6", false),
    ("Int?", "-5", "-6", true),
    ("Int?", "5", "null", false), ("Int?", "null", "4", false), ("Double?", "5.5", "5.25", true),
    ("Double?", "5.25", "5.5", false), ("Decimal?", "\"10\"", "\"9.99\"", true),
    ("Decimal?", "\"9.99\"", "\"10\"", false), ("Decimal?", "\"1.50\"", "\"1.5\"", false),
    ("Decimal?", "\"-1\"", "\"-2\"", true),
    ("Date?", "\"2026-01-02T00:00:00Z\"", "\"2026-01-01T23:59:59.999Z\"", true),
    ("Date?", "\"2026-01-02T00:00:00Z\"", "\"2026-01-02T01:00:00+01:00\"", false),
    ("Date?", "\"2026-01-02T00:00:00Z\"", "\"2026-01-02T00:00:00.001Z\"", false),
    ("Date?", "\"2026-01-02T00:00:00Z\"", "\"2026-01-02T01:00:00+02:00\"", true),
  ])
  func `an older mention changes nothing; an equal, newer or unstamped one counts`(
    type: String, stored: String, stamp: String, isStale: Bool
  ) throws {
    let scenario = try started(type, stored)
    let report = try scenario.importJSON("{\"id\":1,\"title\":\"now\",\"stamp\":\(stamp)}", into: "Task")
    try scenario.expect("SELECT title FROM Task", isStale ? "was" : "now")
    #expect(report.entities["Task"]?.stale == (isStale ? 1 : 0))
    #expect(report.entities["Task"]?.updated == (isStale ? 0 : 1))
  }

  @Test func `a mention without the stamp is not older, and keeps it`() throws {
    let scenario = try started()
    try scenario.importJSON(#"{"id":1,"title":"now"}"#, into: "Task")
    try scenario.expect(StaleRuleTests.tasks, "1 | now | 5 | 1")
    #expect(
      try scenario.importJSON(#"{"id":1,"title":"x","stamp":4}"#, into: "Task").entities["Task"]?.stale == 1)
  }

  @Test func `links and rows without a key stay as they are, records inside it count for themselves`() throws
  {
    let scenario = try started()
    let report = try scenario.importJSON(
      """
      {"id":1,"stamp":4,"list":2,"tags":[{"id":1,"name":"new"},{"id":2,"name":"two"},3],
      "marks":[{"text":"x"},{"text":"y"}]}
      """, into: "Task")
    try scenario.expect(StaleRuleTests.tasks, "1 | was | 5 | 1")
    try scenario.expect("SELECT id, name FROM Tag ORDER BY id", "1 | new\n2 | two")
    try scenario.expect("SELECT source, target FROM Task_tags", "1 | 1")
    try scenario.expect("SELECT text FROM Mark", "m")
    #expect(report.unresolved == [:])
    #expect(report.links == ImportReport.Links())
    #expect(report.entities["Tag"]?.inserted == 1 && report.entities["Tag"]?.updated == 1)
  }

  @Test func `in a new place it is linked there`() throws {
    for document in [
      #"[{"id":1,"tasks":[]},{"id":2,"tasks":[{"id":1,"title":"old","stamp":4}]}]"#,
      #"[{"id":2,"tasks":[{"id":1,"title":"old","stamp":4}]},{"id":1,"tasks":[]}]"#,
    ] {
      let scenario = try started()
      let report = try scenario.importJSON(document, into: "List")
      try scenario.expect(StaleRuleTests.tasks, "1 | was | 5 | 2")
      #expect(report.entities["Task"]?.stale == 1)
      #expect(report.links.added == 1 && report.links.removed == 1)
    }
  }

  @Test func `under Replace it is not overwritten, and pruning the root keeps it`() throws {
    let scenario = try started()
    try scenario.importJSON(#"{"id":1,"tasks":[{"id":1,"stamp":4}]}"#, into: "List")
    try scenario.expect(StaleRuleTests.tasks, "1 | was | 5 | 1")
    for policy in [Schema.MergePolicy.mergeAndPrune, .replace] {
      try scenario.importJSON(#"[{"id":1,"stamp":4,"title":"old"}]"#, into: "Task") { $0.policy = policy }
      try scenario.expect(StaleRuleTests.tasks, "1 | was | 5 | 1")
    }
  }

  @Test func `of two versions in one document the newer counts, in either order`() throws {
    for document in [
      #"[{"id":1,"title":"new","stamp":9},{"id":1,"title":"mid","stamp":7}]"#,
      #"[{"id":1,"title":"mid","stamp":7},{"id":1,"title":"new","stamp":9}]"#,
    ] {
      let scenario = try started()
      try scenario.importJSON(document, into: "Task")
      try scenario.expect(StaleRuleTests.tasks, "1 | new | 9 | 1")
    }
  }

  @Test func `an older record that says the row is deleted deletes nothing`() throws {
    let scenario = try started()
    let report = try scenario.importJSON(#"{"id":1,"deleted":true,"stamp":4}"#, into: "Task")
    try scenario.expect(StaleRuleTests.tasks, "1 | was | 5 | 1")
    #expect(report.entities["Task"]?.stale == 1)
    try scenario.importJSON(#"{"id":1,"deleted":true,"stamp":5}"#, into: "Task")
    try scenario.expect(StaleRuleTests.tasks, "")
  }
}
