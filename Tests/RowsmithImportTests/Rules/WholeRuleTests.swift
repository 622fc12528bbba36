import Rowsmith
import Testing

/// Rules 5 and 7: rows that are overwritten whole, embedded and at the root.
@Suite struct WholeRuleTests {
  private static let model = """
    defaults: { MergePolicy: Merge }
    entities:
      Post:
        attributes: { id: Int }
        relationships: { author: { to: Person?, inverse: none, MergePolicy: Replace } }
      Person:
        attributes: { id: Int, name: String, mail: String?, age: { type: Int, default: 1 } }
        relationships:
          boss: { to: Person?, inverse: none }
          pets: { to: [Pet], inverse: owner, DeleteRule: Cascade }
      Pet: { attributes: { id: Int }, relationships: { owner: Person? } }
    documents: { all: { posts: [Post], people: [Person] } }
    """

  private static let people = "SELECT id, name, mail, age, boss FROM Person ORDER BY id"

  private func started() throws -> ImportScenario {
    let scenario = try ImportScenario(WholeRuleTests.model)
    try scenario.importJSON(
      #"[{"id":1,"name":"Ann","mail":"a","age":7,"boss":2,"pets":[{"id":1}]},{"id":2,"name":"Bob","pets":[{"id":2}]}]"#,
      into: "Person")
    return scenario
  }

  @Test func `replacing the root overwrites the rows named and deletes the rest`() throws {
    let scenario = try started()
    let report = try scenario.importJSON(#"[{"id":1,"name":"Ann"},{"id":3,"name":"Cid"}]"#, into: "Person") {
      $0.policy = .replace
    }
    try scenario.expect(WholeRuleTests.people, "1 | Ann | · | 1 | ·\n3 | Cid | · | 1 | ·")
    // Pet 1 is no attribute of Ann; what Bob owned goes with him.
    try scenario.expect("SELECT id, owner FROM Pet", "1 | 1")
    #expect(report.entities["Person"]?.inserted == 1)
    #expect(report.entities["Person"]?.updated == 1)
    #expect(report.entities["Person"]?.deleted == 1)
  }

  @Test func `replacing the root with the same again writes nothing`() throws {
    let scenario = try ImportScenario(WholeRuleTests.model)
    let document = #"[{"id":1,"name":"Ann","boss":2,"pets":[{"id":1}]},{"id":2,"name":"Bob","mail":"b"}]"#
    try scenario.importJSON(document, into: "Person") { $0.policy = .replace }
    let version = try scenario.test.reader.dataVersion()
    let report = try scenario.importJSON(document, into: "Person") { $0.policy = .replace }
    #expect(report.entities["Person"]?.unchanged == 2)
    #expect(try scenario.test.reader.dataVersion() == version)
  }

  @Test(arguments: [
    #"{"people":[{"id":1,"name":"New","mail":"n"}],"posts":[{"id":1,"author":{"id":1,"age":3}}]}"#,
    #"{"posts":[{"id":1,"author":{"id":1,"age":3}}],"people":[{"id":1,"name":"New","mail":"n"}]}"#,
    #"{"posts":[{"id":1,"author":{"id":1,"age":3,"mail":"n"}},{"id":2,"author":{"id":1,"name":"New"}}]}"#,
    #"{"posts":[{"id":2,"author":{"id":1,"name":"New"}},{"id":1,"author":{"id":1,"age":3,"mail":"n"}}]}"#,
  ])
  func `attributes fall back only where no mention gives them`(document: String) throws {
    let scenario = try started()
    try scenario.importJSON(document, into: .document("all"))
    // A relationship that is missing is not touched.
    try scenario.expect(WholeRuleTests.people, "1 | New | n | 3 | 2\n2 | Bob | · | 1 | ·")
  }

  @Test(arguments: [
    (#"[{"id":1,"author":{"id":1,"name":"x"}},{"id":2,"author":{"id":1,"name":"y"}}]"#, "y"),
    (#"[{"id":2,"author":{"id":1,"name":"y"}},{"id":1,"author":{"id":1,"name":"x"}}]"#, "x"),
  ])
  func `of a value that is given twice the later counts`(document: String, name: String) throws {
    let scenario = try started()
    try scenario.importJSON(document, into: "Post")
    try scenario.expect("SELECT name, mail, age FROM Person WHERE id = 1", "\(name) | · | 1")
  }

  @Test func `a required attribute that no mention gives and that has no default is missing`() throws {
    let scenario = try started()
    let error = try scenario.failure(#"[{"id":1},{"id":2,"author":{"id":1,"age":3}}]"#, into: "Post")
    #expect(error.reason == .missingValue)
    #expect(error.path == "$[1].author")
    #expect(error.message.contains("name"))
  }
}
