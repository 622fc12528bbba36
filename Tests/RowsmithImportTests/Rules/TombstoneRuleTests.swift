import Rowsmith
import Testing

/// Rule 7: records of which the server says that they are deleted.
@Suite struct TombstoneRuleTests {
  private static func model(_ sign: String, lead: String = "Task?") -> String {
    """
    defaults: { MergePolicy: Merge }
    entities:
      Project:
        attributes: { id: Int }
        relationships:
          lead: { to: \(lead), inverse: none }
          tasks: { to: [Task], inverse: project, MergePolicy: Replace }
          watched: { to: [Task], inverse: none }
      Task:
        DeletedWhen: \(sign)
        attributes: { id: Int, title: String }
        relationships: { project: Project?, notes: { to: [Note], inverse: none, DeleteRule: Cascade } }
      Note: { attributes: { id: Int } }
    documents: { all: { projects: [Project], tasks: [Task], notes: [Note] } }
    """
  }

  private static let tasks = "SELECT id, title, project FROM Task ORDER BY id"

  private func started(_ sign: String = "deleted", lead: String = "Task?") throws -> ImportScenario {
    let scenario = try ImportScenario(TombstoneRuleTests.model(sign, lead: lead))
    try scenario.importJSON(
      """
      {"tasks":[{"id":1,"title":"a","notes":[{"id":1}]},{"id":2,"title":"b"}],
      "projects":[{"id":1,"lead":2,"tasks":[{"id":1},{"id":2}],"watched":[1]}]}
      """, into: .document("all"))
    return scenario
  }

  @Test(arguments: [
    ("deleted", #""deleted":true"#, true), ("deleted", #""deleted":1"#, true),
    ("deleted", #""deleted":0.5"#, true),
    ("deleted", #""deleted":"yes""#, true), ("deleted", #""deleted":{}"#, true),
    ("deleted_at", #""deleted_at":"2026-01-02T03:04:05Z""#, true), ("deleted", #""deleted":false"#, false),
    ("deleted", #""deleted":0"#, false), ("deleted", #""deleted":"""#, false),
    ("deleted", #""deleted":null"#, false),
    ("meta.gone", #""meta":{"gone":true}"#, true), ("meta.gone", #""meta":{"gone":false}"#, false),
    ("meta.gone", #""meta":7"#, false), ("flags.0", #""flags":["x"]"#, true),
    ("flags.0", #""flags":[]"#, false), ("flags.1", #""flags":[true, false]"#, false),
    ("{ log.1.what: removed }", #""log":[{"what":"made"}, {"what":"removed"}]"#, true),
    ("{ status: [removed, gone] }", #""status":"gone""#, true),
    ("{ status: [removed, gone] }", #""status":"open""#, false),
    ("{ status: [removed, gone] }", #""status":true"#, false), ("{ code: 410 }", #""code":410"#, true),
    ("{ code: 410 }", #""code":410.0"#, true), ("{ code: 410 }", #""code":"410""#, false),
    ("{ live: false }", #""live":false"#, true), ("{ live: false }", #""live":true"#, false),
    ("[deleted_at, { status: removed }]", #""deleted_at":null,"status":"removed""#, true),
  ])
  func `the ways in which a record says that it is deleted`(sign: String, members: String, isDeleted: Bool)
    throws
  {
    let scenario = try started(sign)
    let report = try scenario.importJSON("{\"id\":2,\(members)}", into: "Task")
    try scenario.expect("SELECT count(*) FROM Task WHERE id = 2", isDeleted ? "0" : "1")
    #expect(report.entities["Task"]?.deleted == (isDeleted ? 1 : 0))
  }

  @Test func `it needs only its key, links nothing and takes along what it owns`() throws {
    let scenario = try started()
    let report = try scenario.importJSON(
      #"{"id":1,"deleted":true,"title":7,"project":9,"notes":[4]}"#, into: "Task")
    try scenario.expect(TombstoneRuleTests.tasks, "2 | b | 1")
    try scenario.expect("SELECT * FROM Note", "")
    try scenario.expect("SELECT * FROM Project_watched", "")
    #expect(report.unresolved == [:])
    #expect(report.entities["Task"]?.deleted == 1)
  }

  @Test(arguments: [
    (#"[{"id":2,"deleted":true},{"id":2,"title":"c"}]"#, "1 | a | 1\n2 | c | 1"),
    (#"[{"id":2,"title":"c"},{"id":2,"deleted":true}]"#, "1 | a | 1"),
    (#"[{"id":5,"title":"new"},{"id":5,"deleted":true}]"#, "1 | a | 1\n2 | b | 1"),
    (#"[{"id":5,"deleted":true},{"id":5,"title":"new"}]"#, "1 | a | 1\n2 | b | 1\n5 | new | ·"),
  ])
  func `of a row that one record says is deleted and another gives, the later counts`(
    document: String, rows: String
  ) throws {
    let scenario = try started()
    try scenario.importJSON(document, into: "Task")
    try scenario.expect(TombstoneRuleTests.tasks, rows)
  }

  @Test(arguments: [
    #"{"tasks":[{"id":2,"deleted":true}],"projects":[{"id":1,"lead":2,"watched":[2,1]}]}"#,
    #"{"tasks":[{"id":2,"deleted":true}],"projects":[{"id":1,"lead":{"id":2},"watched":[{"id":2},1]}]}"#,
    #"{"projects":[{"id":1,"lead":2,"watched":[2,1]}],"tasks":[{"id":2,"deleted":true}]}"#,
  ])
  func `a key does not bring it back`(document: String) throws {
    let scenario = try started()
    try scenario.importJSON(document, into: .document("all"))
    try scenario.expect(TombstoneRuleTests.tasks, "1 | a | 1")
    try scenario.expect("SELECT lead FROM Project", "·")
    try scenario.expect("SELECT source, target FROM Project_watched", "1 | 1")
  }

  @Test func `in a to-one it is as null`() throws {
    let scenario = try started()
    try scenario.importJSON(#"{"id":1,"lead":{"id":2,"deleted":true}}"#, into: "Project")
    try scenario.expect("SELECT lead FROM Project", "·")
    try scenario.expect(TombstoneRuleTests.tasks, "1 | a | 1")
    // Also where it is another than the one that is linked.
    try scenario.importJSON(#"{"id":1,"lead":1}"#, into: "Project")
    try scenario.importJSON(#"{"id":1,"lead":{"id":77,"deleted":true}}"#, into: "Project")
    try scenario.expect("SELECT lead FROM Project", "·")
  }

  @Test func `in a required to-one it is refused`() throws {
    let scenario = try started(lead: "Task")
    let error = try scenario.failure(#"{"id":1,"lead":{"id":2,"deleted":true}}"#, into: "Project")
    #expect(error.path?.hasPrefix("$.lead") == true || error.reason == .refused, "\(error)")
    #expect(try scenario.failure(#"{"id":2,"deleted":true}"#, into: "Task").reason == .refused)
  }

  @Test func `where bad records are skipped, one that takes what another needs is left out`() throws {
    let scenario = try started(lead: "Task")
    let report = try scenario.importJSON(
      #"[{"id":1,"title":"A"},{"id":2,"deleted":true},{"id":3,"title":"c"}]"#, into: "Task"
    ) { $0.onInvalid = .skip }
    try scenario.expect(TombstoneRuleTests.tasks, "1 | A | 1\n2 | b | 1\n3 | c | ·")
    #expect(report.skipped.map(\.path) == ["$[1]"])
  }

  @Test(arguments: ["", #""id":9,"#])
  func `what stands in a deleted record is not named by it, bad or not`(key: String) throws {
    let scenario = try started()
    let report = try scenario.importJSON(
      "{\"tasks\":[{\(key)\"deleted\":true,\"notes\":[{\"id\":1}]}],\"notes\":[]}", into: .document("all")
    ) { ($0.onInvalid, $0.policy) = (.skip, .mergeAndPrune) }
    #expect(report.skipped.map(\.path) == (key.isEmpty ? ["$.tasks[0]"] : []))
    try scenario.expect("SELECT count(*) FROM Note", "0")
  }

  @Test func `in a list it is as if it were not there`() throws {
    let scenario = try started()
    let report = try scenario.importJSON(
      """
      {"id":1,"tasks":[{"id":6,"deleted":true},{"id":1},{"id":2,"deleted":true}],"watched":[{"id":2,"deleted":true}]}
      """, into: "Project")
    try scenario.expect(TombstoneRuleTests.tasks, "1 | a | 1")
    try scenario.expect("SELECT target FROM Project_watched", "1")
    #expect(report.entities["Task"]?.deleted == 1)
  }

  @Test func `an unknown key is no error, and links that waited for it go`() throws {
    let scenario = try started()
    try scenario.importJSON(#"{"id":1,"lead":9,"watched":[9,8],"tasks":[1,2,9,8]}"#, into: "Project")
    let report = try scenario.importJSON(#"{"id":9,"deleted":true}"#, into: "Task")
    #expect(report.entities["Task"]?.deleted ?? 0 == 0)
    #expect(report.unresolved == ["Project.tasks": 1, "Project.watched": 1])
    try scenario.expect("SELECT lead FROM Project", "·")
    try scenario.importJSON(#"[{"id":9,"title":"late"},{"id":8,"title":"other"}]"#, into: "Task")
    try scenario.expect(TombstoneRuleTests.tasks, "1 | a | 1\n2 | b | 1\n8 | other | 1\n9 | late | ·")
  }

  @Test func `a record without its key cannot be deleted`() throws {
    let scenario = try started()
    #expect(try scenario.failure(#"{"deleted":true}"#, into: "Task").reason == .missingValue)
  }

  @Test func `of a row that is overwritten whole and then deleted nothing is required`() throws {
    let scenario = try started()
    let projects = #""projects":[{"id":1,"tasks":[{"id":1,"notes":[]},{"id":2,"title":"b"}]}]"#
    let tasks = #""tasks":[{"id":1,"deleted":true}]"#
    let error = try scenario.failure("{\(tasks),\(projects)}", into: .document("all"))
    #expect(error.reason == .missingValue && error.path == "$.projects[0].tasks[0]", "\(error)")
    try scenario.importJSON("{\(projects),\(tasks)}", into: .document("all"))
    try scenario.expect(TombstoneRuleTests.tasks, "2 | b | 1")
  }

  @Test(arguments: [
    (#"{"id":8},{"id":8,"deleted":true}"#, 0, 0), (#"{"id":8},{"id":8},{"id":8,"deleted":true}"#, 0, 0),
    (#"{"id":8},{"id":8,"deleted":true},{"id":8},{"id":8,"deleted":true}"#, 0, 0),
    (#"{"id":8},{"id":8,"deleted":true},{"id":8},{"id":8,"title":"c"}"#, 1, 1),
  ])
  func `what was deleted before it was complete was never inserted`(
    records: String, inserted: Int, updated: Int
  ) throws {
    let scenario = try started()
    let counts = try scenario.importJSON("[\(records)]", into: "Task").entities["Task"]
    try scenario.expect("SELECT count(*) FROM Task WHERE id = 8", "\(inserted)")
    #expect(counts?.inserted ?? 0 == inserted)
    #expect(counts?.updated ?? 0 == updated)
    #expect(counts?.deleted ?? 0 == 0)
  }
}
