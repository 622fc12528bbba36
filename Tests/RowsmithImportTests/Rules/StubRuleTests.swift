import Rowsmith
import Testing

/// Rule 2: an embedded object that holds a key alone is a key, and partial records are completed by later ones.
@Suite struct StubRuleTests {
  private static func model(_ policy: String = "Merge") -> String {
    """
    defaults: { MergePolicy: \(policy) }
    entities:
      Repo:
        attributes: { id: Int, name: String? }
        relationships:
          owner: { to: User?, inverse: none }
          fans: { to: [User], inverse: none }
          issues: { to: [Issue], inverse: repo }
      User: { attributes: { id: Int, login: String, bio: String? } }
      Issue: { attributes: { id: Int, title: String }, relationships: { repo: Repo? } }
      Seat:
        PrimaryKey: [row, number]
        attributes: { row: String, number: Int, price: Int }
      Ticket: { attributes: { id: Int }, relationships: { seat: { to: Seat?, inverse: none } } }
    documents: { all: { repos: [Repo], users: [User], issues: [Issue], seats: [Seat], tickets: [Ticket] } }
    """
  }

  private static let users = "SELECT id, login, bio FROM User ORDER BY id"

  @Test(
    arguments: ["Merge", "Replace", "MergeAndPrune"],
    [
      #"[{"id":1,"owner":{"id":7}},{"id":2,"owner":{"id":7,"login":"bob"}}]"#,
      #"[{"id":2,"owner":{"id":7,"login":"bob"}},{"id":1,"owner":{"id":7}}]"#,
    ])
  func `an object with a key alone links the row that another brings, in either order`(
    policy: String, document: String
  ) throws {
    let scenario = try ImportScenario(StubRuleTests.model(policy))
    let report = try scenario.importJSON(document, into: "Repo")
    try scenario.expect("SELECT id, owner FROM Repo ORDER BY id", "1 | 7\n2 | 7")
    try scenario.expect(StubRuleTests.users, "7 | bob | ·")
    #expect(report.entities["User"]?.inserted == 1)
    #expect(report.unresolved == [:])
  }

  @Test(arguments: ["Merge", "Replace", "MergeAndPrune", "MergeAndPrune, Prune: Delete"])
  func `it changes nothing of the row that it names, under any policy`(policy: String) throws {
    // `Prune` is of single relationships.
    let model =
      policy.contains("Prune:")
      ? StubRuleTests.model("MergeAndPrune").replacing(
        "inverse: none }", with: "inverse: none, Prune: Delete }")
      : StubRuleTests.model(policy)
    let scenario = try ImportScenario(model)
    try scenario.importJSON(
      #"[{"id":7,"login":"bob","bio":"b"},{"id":8,"login":"eve","bio":"e"}]"#, into: "User")
    let report = try scenario.importJSON(
      #"{"id":1,"owner":{"id":7},"fans":[{"id":7},{"id":8}]}"#, into: "Repo")
    try scenario.expect(StubRuleTests.users, "7 | bob | b\n8 | eve | e")
    #expect(report.entities["User"] == nil)
    // A list of nothing but keys unlinks what left, and deletes nothing.
    try scenario.importJSON(#"{"id":1,"owner":{"id":8},"fans":[{"id":8}]}"#, into: "Repo")
    try scenario.expect(StubRuleTests.users, "7 | bob | b\n8 | eve | e")
    try scenario.expect("SELECT owner FROM Repo", "8")
  }

  @Test func `alone it leaves a link that waits, and is no error`() throws {
    let scenario = try ImportScenario(StubRuleTests.model())
    let report = try scenario.importJSON(
      #"{"id":1,"owner":{"id":7},"fans":[{"id":7},{"id":8}],"issues":[{"id":3}]}"#, into: "Repo")
    #expect(report.unresolved == ["Repo.owner": 1, "Repo.fans": 2, "Repo.issues": 1])
    #expect(report.entities["User"] == nil && report.entities["Issue"] == nil)
    try scenario.expect(StubRuleTests.users, "")
    try scenario.importJSON(
      #"{"users":[{"id":7,"login":"bob"}],"issues":[{"id":3,"title":"t"}]}"#, into: .document("all"))
    try scenario.expect("SELECT id, title, repo FROM Issue", "3 | t | 1")
  }

  @Test func `what a kind is told by belongs to the key, as in JSON API`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Party: { Discriminator: type, attributes: { id: Int, name: String } }
        People: { extends: Party, attributes: { age: Int? } }
        Firm: { extends: Party, attributes: { seat: String? } }
        Article:
          attributes: { id: Int, title: String }
          relationships:
            author: { to: Party?, inverse: none, ImportName: relationships.author.data }
            fans: { to: [Party], inverse: none, ImportName: relationships.fans.data }
      documents:
        api:
          data: [Article]
          included: { oneOf: { People: People, Firm: Firm }, Discriminator: type }
      """)
    for document in [
      """
      {"data":[{"id":1,"title":"t","relationships":{"author":{"data":{"type":"People","id":9}},
      "fans":{"data":[{"type":"Firm","id":4},{"type":"People","id":9}]}}}],
      "included":[{"type":"People","id":9,"name":"Ann","age":7},{"type":"Firm","id":4,"name":"Co"}]}
      """,
      """
      {"included":[{"type":"People","id":9,"name":"Ann","age":7},{"type":"Firm","id":4,"name":"Co"}],
      "data":[{"id":1,"title":"t","relationships":{"fans":{"data":[{"type":"Firm","id":4},{"type":"People","id":9}]},
      "author":{"data":{"type":"People","id":9}}}}]}
      """,
    ] {
      let report = try scenario.importJSON(document, into: .document("api"))
      #expect(report.unresolved == [:])
      try scenario.expect(
        "SELECT id, entityName, name, age FROM Party ORDER BY id", "4 | Firm | Co | ·\n9 | People | Ann | 7")
      try scenario.expect("SELECT author FROM Article", "9")
      try scenario.expect("SELECT target FROM Article_fans ORDER BY 1", "4\n9")
    }
  }

  @Test(arguments: [
    #"{"tickets":[{"id":1,"seat":{"row":"b","number":3}}],"seats":[{"row":"b","number":3,"price":9}]}"#,
    #"{"seats":[{"row":"b","number":3,"price":9}],"tickets":[{"id":1,"seat":{"row":"b","number":3}}]}"#,
  ])
  func `a key of several parts is an object with them`(document: String) throws {
    let scenario = try ImportScenario(StubRuleTests.model("Replace"))
    let report = try scenario.importJSON(document, into: .document("all"))
    #expect(report.unresolved == [:])
    try scenario.expect("SELECT id, seat_row, seat_number FROM Ticket", "1 | b | 3")
    try scenario.expect("SELECT * FROM Seat", "b | 3 | 9")
    let later = try scenario.importJSON(#"{"id":1,"seat":{"row":"c","number":1}}"#, into: "Ticket")
    try scenario.expect("SELECT id, seat_row, seat_number FROM Ticket", "1 | c | 1")
    #expect(later.unresolved == ["Ticket.seat": 1])
    try scenario.expect("SELECT * FROM Seat", "b | 3 | 9")
  }

  @Test func `at the root an object with a key alone is a record`() throws {
    let scenario = try ImportScenario(StubRuleTests.model())
    #expect(try scenario.failure(#"{"id":7}"#, into: "User").reason == .missingValue)
    try scenario.importJSON(#"{"id":7,"login":"bob"}"#, into: "User")
    let report = try scenario.importJSON(#"{"id":7}"#, into: "User")
    #expect(report.entities["User"]?.unchanged == 1)
  }

  @Test(arguments: [
    #"[{"id":7,"bio":"b"},{"id":7,"login":"bob"}]"#, #"[{"id":7,"login":"bob"},{"id":7,"bio":"b"}]"#,
  ])
  func `a record that lacks what is required is completed by another mention`(document: String) throws {
    let scenario = try ImportScenario(StubRuleTests.model())
    try scenario.importJSON(document, into: "User")
    try scenario.expect(StubRuleTests.users, "7 | bob | b")
    let embedded = try ImportScenario(StubRuleTests.model())
    try embedded.importJSON(
      #"[{"id":1,"owner":{"id":7,"bio":"b"}},{"id":2,"fans":[{"id":7,"login":"bob"}]}]"#, into: "Repo")
    try embedded.expect(StubRuleTests.users, "7 | bob | b")
    try embedded.expect("SELECT id, owner FROM Repo ORDER BY id", "1 | 7\n2 | ·")
  }

  @Test func `what is missing in the end is one error that names the place of the mention`() throws {
    let scenario = try ImportScenario(StubRuleTests.model())
    let error = try scenario.failure(
      """
      [{"id":1},
       {"id":2, "owner":{"id":7,"bio":"b"}},
       {"id":3, "owner":{"id":7,"bio":"c"}}]
      """, into: "Repo")
    #expect(error.reason == .missingValue)
    #expect(error.entity == "User")
    #expect(error.path == "$[1].owner")
    #expect(error.line == 2 && error.column == 19)
    #expect(error.message.contains("login"))
  }
}
