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

  @Test func `a delete that Deny refuses leaves out the record that says so, where bad records are skipped`()
    throws
  {
    let scenario = try ImportScenario(
      """
      entities:
        Ant:
          attributes: { id: Int }
          DeletedWhen: gone
          relationships: { bees: { to: [Bee], inverse: ant, MergePolicy: Merge, DeleteRule: Deny } }
        Bee: { attributes: { id: Int }, relationships: { ant: Ant? } }
      """)
    try scenario.importJSON(#"[{"id":1,"bees":[{"id":7}]},{"id":2},{"id":3,"bees":[8]}]"#, into: "Ant")
    let document = #"[{"id":2,"gone":true},{"id":1,"gone":true},{"id":3,"gone":true},{"id":4}]"#
    #expect(try scenario.failure(document, into: "Ant").reason == .refused)
    let report = try scenario.importJSON(document, into: "Ant") { $0.onInvalid = .skip }
    try scenario.expect("SELECT id FROM Ant ORDER BY id", "1\n4")
    #expect(report.skipped.map(\.path) == ["$[1]"])
  }

  @Test func `the records that Deny refuses are found among any number`() throws {
    /// What an import does that deletes all ants and some bees.
    func work(deleting bees: Range<Int>, of count: Int, leaving ants: Int) throws -> Int {
      let bench = try EngineBench(
        """
        defaults: { MergePolicy: Merge }
        entities:
          Ant:
            attributes: { id: Int }
            DeletedWhen: gone
            relationships: { bees: { to: [Bee], inverse: ant, DeleteRule: Deny } }
          Bee: { attributes: { id: Int }, DeletedWhen: gone, relationships: { ant: Ant? } }
        documents: { all: { ants: [Ant], bees: [Bee] } }
        """)
      func list(_ ids: Range<Int>, _ member: String) -> String {
        ids.map { #"{"id":\#($0),\#(member)}"# }.joined(separator: ",")
      }
      let pairs = (0..<count).map { #"{"id":\#($0),"bees":[{"id":\#($0)}]}"# }.joined(separator: ",")
      try bench.importJSON("[\(pairs)]", into: .entity("Ant"))
      let gone = #""gone":true"#
      let document = #"{"ants":[\#(list(0..<count, gone))],"bees":[\#(list(bees, gone))]}"#
      var options = ImportOptions()
      options.onInvalid = .skip
      let work = try bench.work { try bench.importJSON(document, into: .document("all"), options: options) }
      #expect(try bench.rows().filter { $0.hasPrefix("Ant: ") }.count == ants)
      return work
    }
    let plain = try work(deleting: 0..<2000, of: 2000, leaving: 0)
    // The document is read twice: the second time without the ant that still has a bee.
    #expect(try work(deleting: 1..<2000, of: 2000, leaving: 1) < 4 * plain)
  }

  @Test func `the records to blame for a refused pruning are looked for among any number of rows`() throws {
    let bench = try EngineBench(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Group:
          attributes: { id: Int }
          relationships: { boards: { to: [Board], inverse: none, DeleteRule: Cascade } }
        Board: { attributes: { id: Int } }
        Pin: { attributes: { id: Int }, relationships: { board: { to: Board, inverse: none } } }
      documents: { all: { groups: [Group], boards: [Board] } }
      """)
    let groups = (0..<1500).map { #"{"id":\#($0),"boards":[{"id":\#($0)}]}"# }
    let pins = (0..<1500).map { #"{"id":\#($0),"board":\#($0)}"# }
    try bench.importJSON("[\(groups.joined(separator: ","))]", into: .entity("Group"))
    try bench.importJSON("[\(pins.joined(separator: ","))]", into: .entity("Pin"))
    var options = ImportOptions()
    options.policy = .mergeAndPrune
    options.onInvalid = .skip
    // Each board is required by a pin, and owned by a group that is pruned as well: no record is to blame.
    let work = bench.work {
      _ = #expect(throws: ImportError.self) {
        try bench.importJSON(#"{"groups":[],"boards":[]}"#, into: .document("all"), options: options)
      }
    }
    #expect(work < 800)
  }

  @Test func `an old mention of a record that is not complete yet changes nothing of it`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Fox: { attributes: { id: Int, name: String, stamp: Int? }, ModificationAttribute: stamp }
      """)
    let error = try scenario.failure(#"[{"id":4,"stamp":2},{"id":4,"stamp":1,"name":"x"}]"#, into: "Fox")
    #expect(error.path == "$[0]")
    let report = try scenario.importJSON(
      #"[{"id":4,"stamp":2},{"id":4,"stamp":1,"name":"x"},{"id":4,"stamp":2,"name":"y"}]"#, into: "Fox")
    try scenario.expect("SELECT name, stamp FROM Fox", "y | 2")
    #expect(report.entities["Fox"]?.stale == 1)
  }

  private static let kinds = """
    defaults: { MergePolicy: Merge }
    entities:
      Dog:
        attributes: { id: Int }
        Discriminator: kind
      Elk:
        extends: Dog
        attributes: { name: String, rank: { type: Int, default: 3 } }
        relationships: { boss: { to: Dog, inverse: none }, notes: { to: [Note], inverse: none } }
      Note: { attributes: { text: String? } }
    """

  @Test func `a row that becomes another entity must have what that one requires`() throws {
    for lacking in [#"{"id":3,"kind":"Elk","boss":4}"#, #"{"id":3,"kind":"Elk","name":"x"}"#] {
      let scenario = try ImportScenario(ContradictionRuleTests.kinds)
      try scenario.importJSON(#"{"id":3}"#, into: "Dog")
      #expect(try scenario.failure(lacking, into: "Dog").reason == .missingValue)
      let report = try scenario.importJSON("[\(lacking)]", into: "Dog") { $0.onInvalid = .skip }
      try scenario.expect("SELECT entityName FROM Dog", "Dog")
      #expect(report.skippedCount == 1)
      try scenario.importJSON(
        "[\(lacking),{\"id\":3,\"kind\":\"Elk\",\"name\":\"y\",\"boss\":5}]", into: "Dog")
      try scenario.expect("SELECT entityName, name, rank, boss FROM Dog", "Elk | y | 3 | 5")
    }
  }

  @Test func `what a row owned as another entity goes`() throws {
    let scenario = try ImportScenario(ContradictionRuleTests.kinds)
    try scenario.importJSON(#"{"id":3,"name":"x","boss":3,"notes":[{"text":"a"}]}"#, into: "Elk")
    try scenario.importJSON(#"{"id":3,"kind":"Dog"}"#, into: "Dog")
    try scenario.expect("SELECT count(*) FROM Note", "0")
  }

  @Test func `what is embedded in a record that is left out is not pruned`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Ant: { attributes: { id: Int, size: Int? }, relationships: { ants: { to: [Ant], inverse: none } } }
      """)
    try scenario.importJSON(#"[{"id":1},{"id":2},{"id":3}]"#, into: "Ant")
    try scenario.importJSON(#"[{"id":1,"ants":[{"id":4,"size":"bad","ants":[{"id":3}]}]}]"#, into: "Ant") {
      $0.onInvalid = .skip
      $0.policy = .replace
    }
    try scenario.expect("SELECT id FROM Ant ORDER BY id", "1\n3")
  }

  @Test func `an object that says it is not deleted may be a key`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Bee: { attributes: { id: Int, name: String }, DeletedWhen: gone }
        Elk: { attributes: { id: Int }, relationships: { bee: { to: Bee?, inverse: none, MergePolicy: Merge } } }
      """)
    try scenario.importJSON(#"{"id":1,"bee":{"id":4,"gone":false}}"#, into: "Elk")
    try scenario.expect("SELECT id, bee FROM Elk", "1 | 4")
  }
}
