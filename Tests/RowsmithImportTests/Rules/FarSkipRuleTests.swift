import Rowsmith
import Testing

/// What is left out where bad records are skipped and other rules meet: each was found by a random trial.
@Suite struct FarSkipRuleTests {
  @Test func `what a list of single values in a bad record names is not pruned`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Ant: { attributes: { id: { type: String, ImportName: [id, $value] } } }
        Bee: { attributes: { id: Int }, relationships: { ants: { to: [Ant], inverse: none } } }
      documents: { all: { ants: [Ant], bees: [Bee] } }
      """)
    try scenario.importJSON(#"[{"id":"c"},{"id":"d"}]"#, into: "Ant")
    try scenario.importJSON(#"{"bees":[{"ants":["d"]}],"ants":[]}"#, into: .document("all")) {
      ($0.policy, $0.onInvalid) = (.mergeAndPrune, .skip)
    }
    try scenario.expect("SELECT id FROM Ant", "d")
  }

  @Test(arguments: [
    (#"{"id":2,"dogs":[{"line":1,"cat_id":1}]}"#, ""), (#"{"id":2,"size":2,"dogs":[{"cat_id":1}]}"#, "2"),
  ])
  func `what a bad record says of the parent that it is embedded in names no other`(
    document: String, left: String
  ) throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Cat: { attributes: { id: Int, size: Int }, relationships: { dogs: { to: [Dog], inverse: cat } } }
        Dog:
          attributes: { line: Int }
          PrimaryKey: [cat, line]
          relationships: { cat: { to: Cat, inverse: dogs } }
      """)
    try scenario.importJSON(#"{"id":1,"size":1}"#, into: "Cat")
    try scenario.importJSON(document, into: "Cat") { ($0.policy, $0.onInvalid) = (.replace, .skip) }
    try scenario.expect("SELECT id FROM Cat", left)
  }

  @Test func `Deny asks when the records are left out that are bad for another reason`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Bee: { attributes: { id: Int, size: Double }, relationships: { dogs: { to: [Dog], inverse: bees } } }
        Dog: { relationships: { bees: { to: [Bee], inverse: dogs, DeleteRule: Deny } } }
      documents: { all: { bees: [Bee], dogs: [Dog] } }
      """)
    try scenario.importJSON(#"{"id":1,"size":1.5,"dogs":[{}]}"#, into: "Bee")
    try scenario.importJSON(
      #"{"dogs":[],"bees":[{"id":4,"dogs":[{"bee_ids":[1]}]}]}"#, into: .document("all")
    ) {
      ($0.policy, $0.onInvalid) = (.mergeAndPrune, .skip)
    }
    try scenario.expect("SELECT id FROM Bee", "")
    try scenario.expect("SELECT count(*) FROM Dog", "0")
  }

  /// Of two rows without a key the one with the list owns the other: bosses go with their crews.
  private static let rings = """
    defaults: { MergePolicy: Merge }
    entities:
      Ant:
        attributes: { size: Int }
        relationships:
          bee: { to: Bee?, inverse: ant, DeleteRule: Cascade }
          boss: { to: Ant?, inverse: crew }
          crew: { to: [Ant], inverse: boss }
      Bee:
        attributes: { id: String }
        relationships: { ant: { to: Ant, inverse: bee }, cats: { to: [Cat], inverse: bee } }
      Cat:
        attributes: { line: Int }
        PrimaryKey: [bee, line]
        relationships: { bee: { to: Bee, inverse: cats } }
    """

  @Test func `a record that lacks something is bad, not the one that loses a row for it`() throws {
    let scenario = try ImportScenario(FarSkipRuleTests.rings)
    try scenario.importJSON(
      """
      {"size":1,"boss":{"size":2,"bee":{"id":"a"}},"crew":[{"size":3,"bee":{"id":"d","cats":[{"line":2}]}}]}
      """, into: "Ant")
    let report = try scenario.importJSON(#"[{"id":"a","ant":{}}]"#, into: "Bee") { $0.onInvalid = .skip }
    #expect(report.skipped.map(\.path) == ["$[0].ant"])
  }

  @Test func `of the records that take rows away only those are bad because of which a needed one goes`()
    throws
  {
    let scenario = try ImportScenario(FarSkipRuleTests.rings)
    try scenario.importJSON(
      """
      {"size":1,"boss":{"size":2,"bee":{"id":"a"}},"crew":[{"size":3,"bee":{"id":"d","cats":[{"line":2}]},
        "crew":[{"size":4,"bee":{"id":"c"}}]}]}
      """, into: "Ant")
    let report = try scenario.importJSON(
      #"[{"id":"a","ant":{"size":5}},{"id":"c","ant":{"size":6}}]"#, into: "Bee"
    ) { $0.onInvalid = .skip }
    #expect(report.skipped.map(\.path) == ["$[0]"])
    try scenario.expect(
      "SELECT b.id, a.size FROM Bee b JOIN Ant a ON a._rowsmith_id = b.ant ORDER BY 1", "a | 2\nc | 6\nd | 3")
  }

  @Test(arguments: [#"{"cat":{}}"#, #"{"cat":{"size":"x"}}"#, #"{"cat":{"size":1,"colour":null}}"#])
  func `a bad record in a to-one deletes nothing that was there`(ant: String) throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Ant: { relationships: { cat: { to: Cat?, inverse: ants, MergePolicy: Replace }, elks: { to: [Elk], inverse: ant } } }
        Cat: { attributes: { size: Int, colour: { type: String, default: red } }, relationships: { ants: { to: [Ant], inverse: cat } } }
        Elk: { attributes: { id: Int }, relationships: { ant: { to: Ant?, inverse: elks, MergePolicy: Replace } } }
      """)
    try scenario.importJSON(#"{"id":2,"ant":{"cat":{"size":1}}}"#, into: "Elk")
    let report = try scenario.importJSON(#"{"id":2,"ant":"# + ant + "}", into: "Elk") { $0.onInvalid = .skip }
    try scenario.expect("SELECT size FROM Cat", "1")
    #expect(report.skipped.count == 1)
  }

  @Test func `a bad record takes back no link that keys have ended`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Ant: { attributes: { id: Int }, relationships: { cat: { to: Cat?, inverse: none } } }
        Cat: { attributes: { id: Int, size: Int? } }
      """)
    try scenario.importJSON(#"{"id":1,"cat":{"id":1,"size":1}}"#, into: "Ant")
    try scenario.importJSON(#"[{"id":1,"cat":2},{"id":1,"cat":{"id":3,"size":"x"}}]"#, into: "Ant") {
      $0.onInvalid = .skip
    }
    try scenario.expect("SELECT id, cat FROM Ant", "1 | 2")
    try scenario.expect("SELECT id FROM Cat", "1")
  }

  @Test
  func
    `of a record that is deleted and may not be, that one is left out alone, wherever else its row has left`()
    throws
  {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Cat:
          attributes: { id: String, size: Int? }
          DeletedWhen: gone
          relationships:
            boss: { to: Cat?, inverse: crew, MergePolicy: Replace, DeleteRule: Deny }
            crew: { to: [Cat], inverse: boss }
      """)
    try scenario.importJSON(#"{"id":"d","boss":{"id":"a"}}"#, into: "Cat")
    let report = try scenario.importJSON(
      #"{"id":"d","size":3,"boss":{"id":"a","gone":true},"crew":["a"]}"#, into: "Cat"
    ) { $0.onInvalid = .skip }
    #expect(report.skipped.map(\.path) == ["$.boss"])
    try scenario.expect("SELECT id, boss, size FROM Cat ORDER BY id", "a | d | ·\nd | a | 3")
  }

  @Test func `a bad record that lacks something keeps no row from being deleted`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Ant: { attributes: { id: Int }, DeletedWhen: gone, relationships: { bees: { to: [Bee], inverse: ant } } }
        Bee:
          attributes: { id: Int, size: Int? }
          relationships: { ant: { to: Ant, inverse: bees }, best: { to: Bee, inverse: none } }
      documents: { all: { ants: [Ant], bees: [Bee] } }
      """)
    try scenario.importJSON(#"{"id":1}"#, into: "Ant")
    let report = try scenario.importJSON(
      #"{"ants":[{"id":1,"gone":true}],"bees":[{"id":2,"size":3,"ant":1}]}"#, into: .document("all")
    ) { $0.onInvalid = .skip }
    #expect(report.skipped.map(\.path) == ["$.bees[0]"])
    try scenario.expect("SELECT id FROM Ant", "")
    try scenario.expect("SELECT id FROM Bee", "")
  }
}
