import Rowsmith
import Testing

/// What mentions that are older than their rows do where other rules meet them: each was found by a random trial.
@Suite struct FarStaleRuleTests {
  private static let crew = """
    defaults: { MergePolicy: Merge }
    entities:
      Fox:
        attributes: { id: Int, stamp: Int? }
        ModificationAttribute: stamp
        relationships: { boss: { to: Fox, inverse: crew }, crew: { to: [Fox], inverse: boss } }
    """

  @Test func `a record in an old mention that says null of what it requires has the parent it stands in`()
    throws
  {
    let scenario = try ImportScenario(FarStaleRuleTests.crew)
    try scenario.importJSON(#"{"id":1,"stamp":3,"boss":1}"#, into: "Fox")
    try scenario.importJSON(#"{"id":1,"stamp":2,"crew":[{"id":2,"boss":null}]}"#, into: "Fox")
    try scenario.expect("SELECT id, boss FROM Fox ORDER BY id", "1 | 1\n2 | 1")
  }

  @Test func `a record in an old mention goes to the list that waits for it`() throws {
    let scenario = try ImportScenario(FarStaleRuleTests.crew)
    try scenario.importJSON(#"[{"id":1,"stamp":3,"boss":1},{"id":3,"boss":3,"crew":[2]}]"#, into: "Fox")
    try scenario.importJSON(#"{"id":1,"stamp":2,"crew":[{"id":2}]}"#, into: "Fox")
    try scenario.expect("SELECT boss FROM Fox WHERE id = 2", "3")
  }

  @Test func `a record that has lost the parent it requires has the one whose old mention it stands in`()
    throws
  {
    let scenario = try ImportScenario(
      """
      entities:
        Ant:
          attributes: { id: Int, stamp: Int? }
          ModificationAttribute: stamp
          relationships: { bees: { to: [Bee], inverse: ant } }
        Bee: { attributes: { id: Int }, relationships: { ant: { to: Ant, inverse: bees } } }
      """)
    try scenario.importJSON(
      #"[{"id":1,"bees":[{"id":5}]},{"id":1,"stamp":4,"bees":[]},{"id":1,"stamp":2,"bees":[{"id":5}]}]"#,
      into: "Ant")
    try scenario.expect("SELECT id, ant FROM Bee", "5 | 1")
  }

  @Test func `an old mention of a row of another entity waits in the list it stands in`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Ant: { attributes: { id: Int, stamp: Int? }, Discriminator: kind, ModificationAttribute: stamp }
        Bee: { extends: Ant, relationships: { fox: { to: Fox?, inverse: bees } } }
        Fox: { attributes: { id: Int }, relationships: { bees: { to: [Bee], inverse: fox } } }
      """)
    try scenario.importJSON(#"{"id":4,"stamp":4}"#, into: "Ant")
    try scenario.importJSON(#"{"id":3,"bees":[{"id":4,"stamp":3}]}"#, into: "Fox")
    try scenario.importJSON(#"{"id":4,"stamp":5,"kind":"Bee"}"#, into: "Ant")
    try scenario.expect("SELECT id, fox FROM Ant", "4 | 3")
  }

  private static let deleted = """
    defaults: { MergePolicy: Merge }
    entities:
      Cat:
        attributes: { id: Int, stamp: Int? }
        Discriminator: kind
        DeletedWhen: gone
        ModificationAttribute: stamp
      Dog: { extends: Cat, relationships: { pals: { to: [Dog], inverse: none } } }
    """

  @Test func `a deletion older than its row counts as a key, also of a row of another entity`() throws {
    let scenario = try ImportScenario(FarStaleRuleTests.deleted)
    let report = try scenario.importJSON(
      #"[{"id":4,"stamp":3},{"kind":"Dog","id":3,"pals":[{"id":4,"gone":true,"stamp":2}]}]"#, into: "Cat")
    #expect(report.unresolved == ["Dog.pals": 1])
  }

  @Test func `a record that comes back without a version is older than none`() throws {
    let scenario = try ImportScenario(FarStaleRuleTests.deleted)
    try scenario.importJSON(#"[{"id":1,"stamp":4,"gone":true},{"id":1},{"id":1,"stamp":3}]"#, into: "Cat")
    try scenario.expect("SELECT id, stamp FROM Cat", "1 | 3")
  }

  @Test func `a deletion without a version does not take back that a version was deleted`() throws {
    let scenario = try ImportScenario(FarStaleRuleTests.deleted)
    try scenario.importJSON(
      #"[{"id":1,"stamp":4,"gone":true},{"id":1,"gone":true},{"id":1,"stamp":3}]"#, into: "Cat")
    try scenario.expect("SELECT id FROM Cat", "")
  }

  @Test(arguments: ["", #","gone":true"#])
  func `an old mention names the parent that is part of its key`(sign: String) throws {
    let scenario = try ImportScenario(
      """
      entities:
        Bee: { attributes: { id: Int }, relationships: { dogs: { to: [Dog], inverse: bee, MergePolicy: Merge } } }
        Dog:
          attributes: { line: Int, stamp: Int? }
          PrimaryKey: [bee, line]
          DeletedWhen: gone
          ModificationAttribute: stamp
          relationships: { bee: { to: Bee, inverse: dogs } }
      documents: { all: { bees: [Bee], dogs: [Dog] } }
      """)
    try scenario.importJSON(#"{"line":3,"stamp":3,"bee":{"id":1}}"#, into: "Dog")
    try scenario.importJSON(
      #"{"bees":[],"dogs":[{"line":3,"stamp":2,"bee":1\#(sign)}]}"#, into: .document("all")
    ) { $0.policy = .replace }
    try scenario.expect("SELECT bee, line FROM Dog", "1 | 3")
  }

  @Test func `what is no value and overruled by the link around a record ends nothing in an old mention`()
    throws
  {
    let scenario = try ImportScenario(
      """
      entities:
        Bee:
          attributes: { id: Int, stamp: Int? }
          ModificationAttribute: stamp
          relationships: { cat: { to: Cat?, inverse: bee, MergePolicy: Merge } }
        Cat:
          attributes: { id: Int }
          relationships: { bee: { to: Bee?, inverse: cat, MergePolicy: MergeAndPrune, Prune: Delete } }
      """)
    try scenario.importJSON(#"{"id":1,"cat":{"id":4}}"#, into: "Bee")
    try scenario.importJSON(
      #"[{"id":2,"stamp":3,"cat":{"id":4}},{"id":2,"stamp":2,"cat":{"id":4,"bee":[]}}]"#, into: "Bee")
    try scenario.expect("SELECT id, cat FROM Bee ORDER BY id", "1 | ·\n2 | 4")
  }
}
