import Rowsmith
import Testing

/// What comes of documents in which two records say different things of one row.
@Suite struct ContradictionRuleTests {
  @Test func `a list counts after the attributes of the record that it is in, complete or not`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Ant:
          attributes: { id: String, name: String }
          relationships: { boss: { to: Ant?, inverse: crew }, crew: { to: [Ant], inverse: boss }, pals: { to: [Ant], inverse: none } }
      """)
    try scenario.importJSON(
      #"{"boss_id":"d","crew":[{"id":"c","pals":[]}],"id":"c","pals":[{"id":"c","name":"x"}]}"#, into: "Ant")
    try scenario.expect("SELECT id, boss FROM Ant", "c | c")
  }

  @Test func `a partner that a key has taken away leaves where the document says null after all`() throws {
    for document in [
      #"{"ants":[{"id":2,"bee":"d"}],"bees":[{"id":"d","ant":null}]}"#,
      #"{"bees":[{"id":"d","ant":null}]}"#,
    ] {
      let scenario = try ImportScenario(
        """
        defaults: { MergePolicy: Merge }
        entities:
          Ant: { attributes: { id: Int }, relationships: { bee: { to: Bee?, inverse: ant } } }
          Bee: { attributes: { id: String }, relationships: { ant: { to: Ant?, inverse: bee, MergePolicy: Replace } } }
        documents: { all: { ants: [Ant], bees: [Bee] } }
        """)
      try scenario.importJSON(#"{"ants":[{"id":1,"bee":"d"}],"bees":[{"id":"d"}]}"#, into: .document("all"))
      try scenario.importJSON(document, into: .document("all"))
      try scenario.expect("SELECT id FROM Ant WHERE id = 1", "")
    }
  }

  @Test func `an object that says it is deleted needs no kind`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Bee: { attributes: { id: Int }, Discriminator: kind, DeletedWhen: gone }
        Drone: { extends: Bee, attributes: { name: String? } }
      """)
    try scenario.importJSON(#"[{"id":4},{"id":5}]"#, into: "Bee")
    try scenario.importJSON(#"[{"id":4,"kind":"Zebu","gone":1}]"#, into: "Bee")
    try scenario.expect("SELECT id FROM Bee", "5")
  }

  private static let family = """
    defaults: { MergePolicy: Merge }
    entities:
      Ant:
        attributes: { id: Int, stamp: Int? }
        Discriminator: kind
        ModificationAttribute: stamp
        relationships:
          bees: { to: [Bee], inverse: none, MergePolicy: Replace }
          best: { to: Bee?, inverse: none, MergePolicy: Replace }
      Bee: { extends: Ant, attributes: { name: String? } }
    """

  @Test func `a row of another entity than the one asked for does not leave: it was never linked`() throws {
    let scenario = try ImportScenario(ContradictionRuleTests.family)
    try scenario.importJSON(#"[{"id":4,"bees":[3],"best":5},{"id":3},{"id":5}]"#, into: "Ant")
    try scenario.importJSON(#"[{"id":4,"bees":[{"id":6}],"best":null}]"#, into: "Ant")
    try scenario.expect("SELECT id FROM Ant ORDER BY id", "3\n4\n5\n6")
  }

  @Test func `an old mention of a row of another entity is a link that waits`() throws {
    let scenario = try ImportScenario(ContradictionRuleTests.family)
    let report = try scenario.importJSON(
      #"[{"id":1,"stamp":3,"bees":[{"id":1,"stamp":1}]}]"#, into: "Ant")
    #expect(report.unresolved == ["Ant.bees": 1])
  }

  @Test func `a record that is complete without the others of its row is not left out with them`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Ant:
          attributes: { id: Int }
          relationships: { bee: { to: Bee?, inverse: none }, cats: { to: [Cat], inverse: none } }
        Bee: { attributes: { id: Int }, Discriminator: kind }
        Cat: { extends: Bee, attributes: { name: String, size: Int? } }
      """)
    let report = try scenario.importJSON(
      #"{"id":3,"cats":[{"id":3,"size":1}],"bee":{"id":3}}"#, into: "Ant"
    ) { $0.onInvalid = .skip }
    try scenario.expect("SELECT bee, entityName FROM Ant JOIN Bee ON Bee.id = bee", "3 | Bee")
    #expect(report.skipped.map(\.path) == ["$.cats[0]"])
  }

  @Test func `of a parent-scoped import that takes a required link the value is left out`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Dog:
          attributes: { id: String }
          relationships:
            boss: { to: Dog, inverse: crew, MergePolicy: Merge }
            crew: { to: [Dog], inverse: boss, MergePolicy: Merge }
      """)
    try scenario.importJSON(#"{"id":"c","boss":"c"}"#, into: "Dog")
    let crew = ImportTarget.relationship(parent: "Dog", key: [.text("c")], name: "crew")
    #expect(try scenario.failure("[]", into: crew) { $0.policy = .mergeAndPrune }.reason == .refused)
    let report = try scenario.importJSON("[]", into: crew) {
      $0.policy = .mergeAndPrune
      $0.onInvalid = .skip
    }
    try scenario.expect("SELECT id, boss FROM Dog", "c | c")
    #expect(report.skipped.map(\.path) == ["$"])
  }
}
