import Rowsmith
import Testing

/// Rule 8: what is required of a row without a key is asked for when the document has ended, as of any other.
@Suite struct KeylessLackTests {
  private static let model = """
    defaults: { MergePolicy: Merge }
    entities:
      Bee:
        attributes: { id: Int }
        relationships:
          kits: { to: [Kit], inverse: none, MergePolicy: Replace }
          ant: { to: Ant?, inverse: bees, MergePolicy: Replace }
      Kit: { attributes: { name: String, size: { type: Int, default: 1 } } }
      Ant:
        attributes: { count: Int }
        relationships: { bees: { to: [Bee], inverse: ant }, cat: { to: Cat, inverse: none } }
      Cat: { attributes: { id: Int } }
    documents: { all: { bees: [Bee], ants: [Ant] } }
    """

  private static let kits =
    "SELECT source, name, size FROM Bee_kits JOIN Kit ON target = _rowsmith_id ORDER BY 1, 2"

  @Test func `one that a later mention takes away lacks nothing`() throws {
    let scenario = try ImportScenario(KeylessLackTests.model)
    try scenario.importJSON(#"[{"id":1,"kits":[{}]},{"id":1,"kits":[]}]"#, into: "Bee")
    try scenario.expect("SELECT count(*) FROM Kit", "0")
  }

  @Test func `one that another record meets and completes lacks nothing`() throws {
    let scenario = try ImportScenario(KeylessLackTests.model)
    let report = try scenario.importJSON(
      #"{"ants":[{"bees":[{"id":3}]}],"bees":[{"id":3,"ant":{"count":2,"cat":{"id":1}}}]}"#,
      into: .document("all"))
    try scenario.expect("SELECT count, cat FROM Ant", "2 | 1")
    try scenario.expect("SELECT ant IS NULL FROM Bee", "0")
    #expect(report.links.added == 2)
    #expect(report.links.removed == 0)
  }

  @Test func `one that lacks something in the end fails the import, where it stands`() throws {
    let scenario = try ImportScenario(KeylessLackTests.model)
    let error = try scenario.failure(#"[{"id":1,"kits":[{"name":"a"},{"size":2}]}]"#, into: "Bee")
    #expect(error.reason == .missingValue)
    #expect(error.path == "$[0].kits[1]")
    #expect(error.message.contains("expected 'name', found nothing"))
  }

  @Test func `a row that is an item's anew has nothing of before`() throws {
    let scenario = try ImportScenario(KeylessLackTests.model)
    try scenario.importJSON(#"{"id":1,"kits":[{"name":"a","size":2}]}"#, into: "Bee")
    let error = try scenario.failure(#"{"id":1,"kits":[{"size":3}]}"#, into: "Bee")
    #expect(error.path == "$.kits[0]")
  }

  @Test func `the mention that lacks it is the one to leave out, and what is there stays`() throws {
    let scenario = try ImportScenario(KeylessLackTests.model)
    let report = try scenario.importJSON(
      #"[{"id":1,"kits":[{"name":"a","size":2}]},{"id":1,"kits":[{"size":3}]},{"id":2,"kits":[{},{"name":"b"}]}]"#,
      into: "Bee"
    ) { $0.onInvalid = .skip }
    try scenario.expect(KeylessLackTests.kits, "1 | a | 2\n2 | b | 1")
    #expect(report.skipped.map(\.path) == ["$[1].kits[0]", "$[2].kits[0]"])
  }
}
