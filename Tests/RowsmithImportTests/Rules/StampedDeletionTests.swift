import Rowsmith
import Testing

/// Rule 7: records of which an older version says that they are deleted.
@Suite struct StampedDeletionTests {
  private static let model = """
    defaults: { MergePolicy: Merge }
    entities:
      List:
        attributes: { id: Int }
        relationships:
          tasks: { to: [Task], inverse: list, MergePolicy: MergeAndPrune }
          picks: { to: [Task], inverse: none, MergePolicy: MergeAndPrune }
          best: { to: Task?, inverse: none }
      Task:
        ModificationAttribute: stamp
        DeletedWhen: deleted
        attributes: { id: Int, title: String, stamp: Int? }
        relationships:
          list: List?
          detail: { to: Detail?, inverse: none }
          marks: { to: [Mark], inverse: none }
      Detail: { attributes: { text: String? } }
      Mark: { attributes: { text: String? } }
    """

  private static let tasks = "SELECT id, title, stamp, list FROM Task ORDER BY id"

  private func started() throws -> ImportScenario {
    let scenario = try ImportScenario(Self.model)
    try scenario.importJSON(
      #"[{"id":1,"tasks":[{"id":1,"title":"was","stamp":5}],"picks":[1]},{"id":2}]"#, into: "List")
    return scenario
  }

  @Test(arguments: ["tasks", "picks"])
  func `in a list it names its row, which is newer`(list: String) throws {
    let scenario = try started()
    let report = try scenario.importJSON(
      "{\"id\":2,\"\(list)\":[{\"id\":1,\"stamp\":4,\"deleted\":true}]}", into: "List")
    #expect(report.entities["Task"]?.stale == 1 && report.entities["Task"]?.deleted == 0)
    try scenario.expect(Self.tasks, "1 | was | 5 | \(list == "tasks" ? 2 : 1)")
    try scenario.expect(
      "SELECT source FROM List_picks ORDER BY 1", list == "picks" ? "1\n2" : "1")
  }

  @Test(arguments: [
    // What came last is older than what was said before.
    (#"{"id":1,"stamp":9,"deleted":true},{"id":1,"stamp":7,"deleted":true}"#, "", 1),
    (#"{"id":1,"stamp":9,"deleted":true},{"id":1,"title":"old","stamp":7}"#, "", 1),
    (#"{"id":1,"stamp":7,"deleted":true},{"id":1,"title":"new","stamp":9}"#, "1 | new | 9 | 1", 0),
    (#"{"id":1,"title":"new","stamp":9},{"id":1,"stamp":7,"deleted":true}"#, "1 | new | 9 | 1", 1),
    (#"{"id":1,"stamp":7,"deleted":true},{"id":1,"stamp":9,"deleted":true}"#, "", 0),
    (
      #"{"id":1,"stamp":9,"deleted":true},{"id":1,"stamp":7,"deleted":true},{"id":1,"title":"mid","stamp":8}"#,
      "",
      2
    ),
  ])
  func `of several versions the newest counts, whatever their order`(
    records: String, rows: String, stale: Int
  )
    throws
  {
    let scenario = try started()
    let report = try scenario.importJSON("[\(records)]", into: "Task")
    try scenario.expect(Self.tasks, rows)
    #expect(report.entities["Task"]?.stale == stale)
  }

  @Test(arguments: [
    (#"{"id":8,"stamp":9},{"id":8,"stamp":7,"deleted":true},{"id":8,"title":"c"}"#, "8 | c | 9 | ·", 1),
    (#"{"id":8,"stamp":7},{"id":8,"stamp":9,"deleted":true},{"id":8,"title":"c","stamp":8}"#, "", 1),
    (
      #"{"id":8,"stamp":7},{"id":8,"stamp":9,"deleted":true},{"id":8,"title":"c","stamp":9}"#,
      "8 | c | 9 | ·", 0
    ),
  ])
  func `so of a record that is not complete yet`(records: String, row: String, stale: Int) throws {
    let scenario = try started()
    let report = try scenario.importJSON("[\(records)]", into: "Task")
    try scenario.expect("SELECT id, title, stamp, list FROM Task WHERE id = 8", row)
    #expect(report.entities["Task"]?.stale == stale)
  }

  /// Both say that it is deleted, so nothing waits for it, whichever came first.
  @Test(arguments: [(9, 7), (7, 9), (9, 9)], ["picks", "best", "tasks"])
  func `two versions that are both deleted leave no link that waits`(stamps: (Int, Int), member: String)
    throws
  {
    let scenario = try started()
    func list(_ id: Int, _ stamp: Int) -> String {
      let task = "{\"id\":8,\"stamp\":\(stamp),\"deleted\":true}"
      return "{\"id\":\(id),\"\(member)\":\(member == "best" ? task : "[\(task)]")}"
    }
    try scenario.importJSON("[\(list(3, stamps.0)),\(list(4, stamps.1))]", into: "List")
    try scenario.importJSON(#"{"id":8,"title":"again","stamp":10}"#, into: "Task")
    try scenario.expect("SELECT id FROM List WHERE best IS NOT NULL", "")
    try scenario.expect("SELECT source FROM List_picks WHERE target = 8", "")
    try scenario.expect("SELECT title, list FROM Task WHERE id = 8", "again | ·")
  }

  @Test(arguments: ["picks", "best"])
  func `an older deletion of a record that is not complete yet is its key`(member: String) throws {
    let scenario = try started()
    let task = #"{"id":8,"stamp":7,"deleted":true}"#
    try scenario.importJSON(
      "[{\"id\":3,\"picks\":[{\"id\":8,\"stamp\":9}]},{\"id\":4,\"\(member)\":\(member == "best" ? task : "[\(task)]")},"
        + "{\"id\":5,\"picks\":[{\"id\":8,\"title\":\"c\"}]}]", into: "List")
    try scenario.expect("SELECT id, title, stamp FROM Task WHERE id = 8", "8 | c | 9")
    try scenario.expect(
      "SELECT source FROM List_picks WHERE target = 8 ORDER BY 1", member == "picks" ? "3\n4\n5" : "3\n5")
    try scenario.expect("SELECT id FROM List WHERE best = 8", member == "best" ? "4" : "")
  }

  @Test func `what a record that was never complete has without a key goes with it`() throws {
    let scenario = try started()
    try scenario.importJSON(
      #"""
      [{"id":8,"detail":{"text":"d"},"marks":[{"text":"m"},{"text":"n"}]},{"id":8,"deleted":true},
       {"id":1,"detail":{"text":"kept"},"marks":[{"text":"kept"}]}]
      """#, into: "Task")
    try scenario.expect("SELECT text FROM Detail", "kept")
    try scenario.expect("SELECT text FROM Mark", "kept")
    try scenario.expect(Self.tasks, "1 | was | 5 | 1")
  }

  @Test func `it needs only its key, also where its version is required and null`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Task:
          ModificationAttribute: stamp
          DeletedWhen: deleted
          attributes: { id: Int, stamp: Int }
      """)
    try scenario.importJSON(#"[{"id":1,"stamp":5},{"id":2,"stamp":5}]"#, into: "Task")
    try scenario.importJSON(#"{"id":1,"stamp":null,"deleted":true}"#, into: "Task")
    try scenario.expect("SELECT id FROM Task", "2")
  }
}
