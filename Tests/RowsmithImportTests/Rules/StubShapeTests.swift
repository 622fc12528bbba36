import Rowsmith
import Testing

/// Rule 2: which objects are keys and which are records.
@Suite struct StubShapeTests {
  private static let model = """
    defaults: { MergePolicy: Replace }
    entities:
      Repo:
        attributes: { id: Int, name: String? }
        relationships:
          owner: { to: User?, inverse: none }
          crew: { to: {User}, inverse: none }
          tags: { to: [Tag], inverse: none }
          issues: { to: [Issue], inverse: repo }
          lines: { to: [Line], inverse: repo }
      User: { attributes: { id: Int, login: String, bio: String? } }
      Tag: { attributes: { id: Int, name: String?, rank: { type: Int, default: 3 } } }
      Issue: { attributes: { id: Int, note: String? }, relationships: { repo: Repo } }
      Line:
        PrimaryKey: [repo, number]
        attributes: { number: Int, text: String }
        relationships: { repo: Repo }
    documents: { all: { repos: [Repo], users: [User], lines: [Line], issues: [Issue] } }
    """

  private static let users = "SELECT id, login, bio FROM User ORDER BY id"

  @Test func `members that the model does not know do not make it a record`() throws {
    let scenario = try ImportScenario(StubShapeTests.model)
    try scenario.importJSON(#"{"id":7,"login":"bob","bio":"b"}"#, into: "User")
    let report = try scenario.importJSON(
      #"{"id":1,"owner":{"id":7,"url":"https://x/7","avatar":{"small":1}}}"#, into: "Repo")
    try scenario.expect(StubShapeTests.users, "7 | bob | b")
    try scenario.expect("SELECT owner FROM Repo", "7")
    #expect(report.unknownKeys["User.url"]?.count == 1)
  }

  @Test func `any other member makes it a record, null too`() throws {
    let scenario = try ImportScenario(StubShapeTests.model)
    try scenario.importJSON(#"{"id":7,"login":"bob","bio":"b"}"#, into: "User")
    #expect(
      try scenario.failure(#"{"id":1,"owner":{"id":7,"bio":null}}"#, into: "Repo").reason == .missingValue)
    try scenario.importJSON(#"{"id":1,"owner":{"id":7,"login":"eve"}}"#, into: "Repo")
    try scenario.expect(StubShapeTests.users, "7 | eve | ·")
  }

  @Test func `under the key of a map an empty object is a key`() throws {
    let scenario = try ImportScenario(StubShapeTests.model)
    try scenario.importJSON(#"[{"id":7,"login":"bob","bio":"b"},{"id":8,"login":"eve"}]"#, into: "User")
    let report = try scenario.importJSON(
      #"{"id":1,"crew":{"7":{},"8":{"login":"ann"},"9":{}}}"#, into: "Repo")
    try scenario.expect(StubShapeTests.users, "7 | bob | b\n8 | ann | ·")
    #expect(report.unresolved == ["Repo.crew": 1])
  }

  @Test func `where the entity requires no more it is a record`() throws {
    let scenario = try ImportScenario(StubShapeTests.model)
    try scenario.importJSON(#"{"id":2,"name":"n","rank":9}"#, into: "Tag")
    try scenario.importJSON(#"{"id":1,"tags":[{"id":1},{"id":2}]}"#, into: "Repo")
    // Under Replace, so that the second one is overwritten whole.
    try scenario.expect("SELECT id, name, rank FROM Tag ORDER BY id", "1 | · | 3\n2 | · | 3")
  }

  @Test func `what embedding gives is not required of it`() throws {
    let scenario = try ImportScenario(StubShapeTests.model)
    let report = try scenario.importJSON(#"{"id":1,"issues":[{"id":4}]}"#, into: "Repo")
    try scenario.expect("SELECT id, repo FROM Issue", "4 | 1")
    #expect(report.entities["Issue"]?.inserted == 1)
  }

  @Test(arguments: [
    #"{"repos":[{"id":1,"lines":[{"number":1}]}],"lines":[{"repo":1,"number":1,"text":"t"}]}"#,
    #"{"lines":[{"repo":1,"number":1,"text":"t"}],"repos":[{"id":1,"lines":[{"number":1}]}]}"#,
  ])
  func `a part of the key that is the parent is filled in`(document: String) throws {
    let scenario = try ImportScenario(StubShapeTests.model)
    let report = try scenario.importJSON(document, into: .document("all"))
    try scenario.expect("SELECT repo, number, text FROM Line", "1 | 1 | t")
    #expect(report.skippedCount == 0)
  }

  @Test(arguments: [
    #"{"issues":[{"id":4,"note":"n"},{"id":4,"repo":2}],"repos":[{"id":2}]}"#,
    #"{"repos":[{"id":2,"issues":[{"id":4}]}],"issues":[{"id":4,"note":"n"}]}"#,
    #"{"issues":[{"id":4,"note":"n"}],"repos":[{"id":2,"issues":[{"id":4}]}]}"#,
    #"{"issues":[{"id":4,"note":"n"}],"repos":[{"id":2,"issues":[4]}]}"#,
  ])
  func `a required link may come from another mention`(document: String) throws {
    let scenario = try ImportScenario(StubShapeTests.model)
    try scenario.importJSON(document, into: .document("all"))
    try scenario.expect("SELECT id, note, repo FROM Issue", "4 | n | 2")
  }

  @Test(arguments: [
    #"{"desks":[{"id":1,"lamp":7}],"lamps":[{"id":7,"watts":3}]}"#,
    #"{"lamps":[{"id":7,"watts":3}],"desks":[{"id":1,"lamp":7}]}"#,
    #"{"lamps":[{"id":7,"watts":3}],"desks":[{"id":1,"lamp":{"id":7}}]}"#,
  ])
  func `so may that of a one-to-one`(document: String) throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Desk: { attributes: { id: Int }, relationships: { lamp: { to: Lamp?, inverse: desk } } }
        Lamp: { attributes: { id: Int, watts: Int? }, relationships: { desk: Desk } }
      documents: { all: { desks: [Desk], lamps: [Lamp] } }
      """)
    try scenario.importJSON(document, into: .document("all"))
    try scenario.expect("SELECT id, watts, desk FROM Lamp", "7 | 3 | 1")
    try scenario.expect("SELECT id, lamp FROM Desk", "1 | 7")
  }
}
