import Rowsmith
import TestSupport
import Testing

/// Rule 8: where bad records are skipped, what shows only at the end of the document is judged there, too.
@Suite struct SkipAtTheEndTests {
  private static let model = """
    defaults: { MergePolicy: Merge }
    entities:
      User:
        attributes: { id: Int, mail: { type: String?, unique: true }, name: String }
        relationships:
          pets: { to: [Pet], inverse: owner, MergePolicy: MergeAndPrune }
          friends: { to: [User], inverse: none }
      Pet: { attributes: { id: Int, name: String? }, relationships: { owner: User } }
    documents: { all: { users: [User], pets: [Pet] } }
    """

  private static let users = "SELECT id, mail, name FROM User ORDER BY id"
  private static let pets = "SELECT id, owner FROM Pet ORDER BY id"

  private func started() throws -> ImportScenario {
    let scenario = try ImportScenario(SkipAtTheEndTests.model)
    try scenario.importJSON(
      """
      [{"id":1,"mail":"x","name":"a","pets":[{"id":1},{"id":2}]},{"id":2,"mail":"y","name":"b","pets":[{"id":3}]}]
      """, into: "User")
    return scenario
  }

  private func skip(_ options: inout ImportOptions) { options.onInvalid = .skip }

  @Test(arguments: [InvalidRecordPolicy.fail, .skip])
  func `unique values that swap are kept`(policy: InvalidRecordPolicy) throws {
    let scenario = try started()
    let report = try scenario.importJSON(
      #"[{"id":1,"mail":"y"},{"id":2,"mail":"x"},{"id":3,"mail":"z","name":"c"}]"#, into: "User"
    ) { $0.onInvalid = policy }
    try scenario.expect(SkipAtTheEndTests.users, "1 | y | a\n2 | x | b\n3 | z | c")
    #expect(report.skippedCount == 0)
  }

  @Test(arguments: [InvalidRecordPolicy.fail, .skip])
  func `unique values that pruning frees are kept`(policy: InvalidRecordPolicy) throws {
    let scenario = try started()
    let report = try scenario.importJSON(
      #"{"users":[{"id":2},{"id":3,"mail":"x","name":"c"}],"pets":[]}"#, into: .document("all")
    ) {
      $0.onInvalid = policy
      $0.policy = .mergeAndPrune
    }
    try scenario.expect(SkipAtTheEndTests.users, "2 | y | b\n3 | x | c")
    #expect(report.skippedCount == 0)
  }

  @Test(arguments: [InvalidRecordPolicy.fail, .skip])
  func `required values that a later mention gives are kept`(policy: InvalidRecordPolicy) throws {
    let scenario = try started()
    let report = try scenario.importJSON(
      #"[{"id":3,"mail":"z"},{"id":1,"friends":[{"id":4,"mail":"w"}]},{"id":3,"name":"c"},{"id":4,"name":"d"}]"#,
      into: "User"
    ) { $0.onInvalid = policy }
    try scenario.expect(SkipAtTheEndTests.users, "1 | x | a\n2 | y | b\n3 | z | c\n4 | w | d")
    try scenario.expect("SELECT source, target FROM User_friends", "1 | 4")
    #expect(report.skippedCount == 0)
  }

  @Test func `of two new rows with one unique value the later is left out, with what is embedded in it`()
    throws
  {
    let scenario = try started()
    let report = try scenario.importJSON(
      """
      [{"id":3,"mail":"z","name":"c","pets":[{"id":7}]},{"id":4,"mail":"z","name":"d","pets":[{"id":8}]},
      {"id":5,"mail":"x","name":"e"},{"id":6,"mail":"u","name":"f"}]
      """, into: "User", skip)
    try scenario.expect(
      SkipAtTheEndTests.users, "1 | x | a\n2 | y | b\n3 | z | c\n6 | u | f")
    try scenario.expect(SkipAtTheEndTests.pets, "1 | 1\n2 | 1\n3 | 2\n7 | 3")
    #expect(report.skipped.map(\.path) == ["$[1]", "$[2]"])
    #expect(report.skippedCount == 2)
  }

  @Test func `a record that says nothing of the value is not to blame for it`() throws {
    let scenario = try started()
    let report = try scenario.importJSON(
      """
      [{"id":3,"mail":"z","name":"c"},{"id":4,"mail":"z","name":"d"},{"id":3,"name":"C"},{"id":2,"name":"B"}]
      """, into: "User", skip)
    try scenario.expect(SkipAtTheEndTests.users, "1 | x | a\n2 | y | B\n3 | z | C")
    #expect(report.skipped.map(\.path) == ["$[1]"])
  }

  @Test func `what is still missing in the end leaves every mention of the record out`() throws {
    let scenario = try started()
    let report = try scenario.importJSON(
      #"[{"id":3,"mail":"z"},{"id":4,"name":"d"},{"id":3,"pets":[{"id":9}]}]"#, into: "User", skip)
    try scenario.expect(SkipAtTheEndTests.users, "1 | x | a\n2 | y | b\n4 | · | d")
    try scenario.expect(SkipAtTheEndTests.pets, "1 | 1\n2 | 1\n3 | 2")
    #expect(report.skipped.map(\.path).sorted() == ["$[0]", "$[2]"])
  }

  @Test
  func
    `a unique value of an incomplete record is the fault of the mention that brought it, not of the one that completed it`()
    throws
  {
    let scenario = try started()
    let report = try scenario.importJSON(
      #"[{"id":3,"mail":"z"},{"id":4,"mail":"z","name":"d"},{"id":3,"name":"c"}]"#, into: "User", skip)
    try scenario.expect(SkipAtTheEndTests.users, "1 | x | a\n2 | y | b\n3 | z | c")
    #expect(report.skipped.map(\.path) == ["$[1]"])
  }

  @Test func `a mention of an incomplete record that says another unique value brings it`() throws {
    let scenario = try started()
    let report = try scenario.importJSON(
      #"""
      [{"id":3,"mail":"w"},{"id":4,"mail":"z","name":"d"},{"id":5,"mail":"w","name":"e"},{"id":3,"mail":"z"},
      {"id":3,"mail":"z","name":"c"}]
      """#, into: "User", skip)
    // Without it the first mention stands, which came before the other record that has its value.
    try scenario.expect(SkipAtTheEndTests.users, "1 | x | a\n2 | y | b\n4 | z | d\n5 | w | e")
    #expect(report.skipped.map(\.path).sorted() == ["$[0]", "$[3]", "$[4]"])
  }

  @Test func `of two unique values only the record is to blame that brought the one that clashes`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        User:
          attributes: { id: Int, mail: { type: String?, unique: true }, phone: { type: Int?, unique: true } }
      """)
    let report = try scenario.importJSON(
      #"""
      [{"id":1,"mail":"a","phone":1},{"id":2,"mail":"b","phone":1},{"id":3,"mail":"c"},{"id":4,"mail":"c"},
      {"id":3,"phone":3}]
      """#, into: "User", skip)
    try scenario.expect("SELECT id, mail, phone FROM User ORDER BY id", "1 | a | 1\n3 | c | 3")
    #expect(report.skipped.map(\.path).sorted() == ["$[1]", "$[3]"])
  }

  @Test func `a record is not to blame for a value of one that is left out for another value`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        User:
          attributes: { id: Int, mail: { type: String?, unique: true }, phone: { type: Int?, unique: true } }
      """)
    let report = try scenario.importJSON(
      #"""
      [{"id":1,"mail":"a","phone":1},{"id":2,"mail":"a","phone":2},{"id":3,"mail":"b","phone":2},
      {"id":4,"mail":"b","phone":4},{"id":5,"mail":"c","phone":4}]
      """#, into: "User", skip)
    try scenario.expect(
      "SELECT id, mail, phone FROM User ORDER BY id", "1 | a | 1\n3 | b | 2\n5 | c | 4")
    #expect(report.skipped.map(\.path).sorted() == ["$[1]", "$[3]"])
  }

  @Test func `a record is not to blame for a value that is embedded in one that is left out`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Team:
          attributes: { id: Int, name: { type: String?, unique: true } }
          relationships: { pilots: { to: [Pilot], inverse: none } }
        Pilot: { attributes: { id: Int, licence: { type: String?, unique: true } } }
      """)
    let report = try scenario.importJSON(
      #"""
      [{"id":1,"name":"a","pilots":[{"id":1,"licence":"x"}]},
      {"id":2,"name":"a","pilots":[{"id":2,"licence":"y"},{"id":3,"licence":"z"}]},
      {"id":3,"name":"b","pilots":[{"id":4,"licence":"y"},{"id":5,"licence":"x"}]},
      {"id":4,"name":"c","pilots":[{"id":6,"licence":"z"},{"id":7,"licence":"z"}]}]
      """#, into: "Team", skip)
    try scenario.expect("SELECT id, name FROM Team ORDER BY id", "1 | a\n3 | b\n4 | c")
    try scenario.expect("SELECT id, licence FROM Pilot ORDER BY id", "1 | x\n4 | y\n6 | z")
    #expect(report.skipped.map(\.path).sorted() == ["$[1]", "$[2].pilots[1]", "$[3].pilots[1]"])
  }

  @Test func `a record is not to blame for a value of one that cannot be without what is left out`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Team:
          attributes: { id: Int, name: { type: String?, unique: true } }
          relationships: { pilot: { to: Pilot, inverse: none } }
        Pilot: { attributes: { id: Int, licence: { type: String?, unique: true } } }
      """)
    let report = try scenario.importJSON(
      #"""
      [{"id":1,"name":"a","pilot":{"id":1,"licence":"x"}},{"id":2,"name":"b","pilot":{"id":2,"licence":"x"}},
      {"id":3,"name":"b","pilot":{"id":3,"licence":"y"}}]
      """#, into: "Team", skip)
    try scenario.expect("SELECT id, name, pilot FROM Team ORDER BY id", "1 | a | 1\n3 | b | 3")
    try scenario.expect("SELECT id, licence FROM Pilot ORDER BY id", "1 | x\n3 | y")
    #expect(report.skipped.allSatisfy { $0.path.hasPrefix("$[1]") })
  }

  /// Of a chain of records, in which each has one of the values of the one before, every second one is left out.
  @Test func `a chain of clashes is found at once, and the document read again only once`() throws {
    let schema = try ImportScenario.schema(
      """
      entities:
        User:
          attributes: { id: Int, mail: { type: Int?, unique: true }, phone: { type: Int?, unique: true } }
      """)
    let readings = Guarded(0)
    var options = StoreOptions()
    options.trace = StatementTrace { statement in
      if statement.sql.hasPrefix("SAVEPOINT _rowsmith_document") { readings.withLock { $0 += 1 } }
    }
    let store = try Store(.memory, schema: schema, options: options)
    var skipping = ImportOptions()
    skip(&skipping)
    let users = (0..<40).map { "{\"id\":\($0),\"mail\":\($0 / 2),\"phone\":\(($0 + 1) / 2)}" }
    let report = try store.importJSON(
      .string("[\(users.joined(separator: ","))]"), into: .entity("User"), options: skipping)
    #expect(report.entities["User"]?.inserted == 20)
    #expect(Set(report.skipped.map(\.path)) == Set((0..<20).map { "$[\($0 * 2 + 1)]" }))
    #expect(readings.withLock { $0 } == 2)
  }

  @Test func `a required link that is refused blames the record that took it`() throws {
    let scenario = try started()
    let document = #"[{"id":2,"name":"B"},{"id":1,"name":"A","pets":[{"id":1}]},{"id":3,"name":"C"}]"#
    let error = try scenario.failure(document, into: "User")
    #expect(error.reason == .refused)
    let beginning = "a Pet is left without its 'owner', which is required (the one with the key 2): its User"
    #expect(error.message.hasPrefix(beginning), "\(error.message)")
    let report = try scenario.importJSON(document, into: "User", skip)
    try scenario.expect(SkipAtTheEndTests.users, "1 | x | a\n2 | y | B\n3 | · | C")
    try scenario.expect(SkipAtTheEndTests.pets, "1 | 1\n2 | 1\n3 | 2")
    #expect(report.skipped.map(\.path) == ["$[1]"])
  }

  @Test func `what takes a required link and gives another is no clash`() throws {
    for document in [
      #"[{"id":1,"pets":[{"id":1}]},{"id":2,"pets":[{"id":3},{"id":2}]}]"#,
      #"[{"id":2,"pets":[{"id":3},{"id":2}]},{"id":1,"pets":[{"id":1}]}]"#,
    ] {
      let scenario = try started()
      let report = try scenario.importJSON(document, into: "User", skip)
      #expect(report.skippedCount == 0)
      try scenario.expect(SkipAtTheEndTests.pets, "1 | 1\n2 | 2\n3 | 2")
    }
  }

  @Test func `many mentions of one incomplete record are completed by the last`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Post: { attributes: { id: Int }, relationships: { author: Author? } }
        Author: { attributes: { id: Int, name: String, mail: String } }
      documents: { all: { posts: [Post], authors: [Author] } }
      """, comparingReference: false)
    let posts = (0..<3_000).map { "{\"id\":\($0),\"author\":{\"id\":1,\"name\":\"n\"}}" }.joined(
      separator: ",")
    let report = try scenario.importJSON(
      "{\"posts\":[\(posts)],\"authors\":[{\"id\":1,\"name\":\"n\",\"mail\":\"m\"}]}",
      into: .document("all")
    ) { $0.onInvalid = .skip }
    #expect(report.skippedCount == 0 && report.entities["Post"]?.inserted == 3_000)
  }

  @Test func `records that wait for a required link are completed in any number`() throws {
    let scenario = try ImportScenario(SkipAtTheEndTests.model, comparingReference: false)
    let ids = Array(0..<1_000)
    let pets = ids.map { "{\"id\":\($0)}" }.joined(separator: ",")
    let report = try scenario.importJSON(
      "{\"pets\":[\(pets)],\"users\":[{\"id\":1,\"name\":\"a\",\"pets\":\(ids)}]}", into: .document("all"))
    #expect(report.entities["Pet"]?.inserted == 1_000)
    try scenario.expect("SELECT count(*) FROM Pet WHERE owner = 1", "1000")
  }
}
