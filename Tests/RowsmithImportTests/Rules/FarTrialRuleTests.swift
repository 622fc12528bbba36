import Rowsmith
import Testing

/// Rules that meet in few documents: each was found by a random trial.
@Suite struct FarTrialRuleTests {
  @Test func `what is inside a partner that another one has replaced counts by itself`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Ant:
          PrimaryKey: id
          attributes: { id: Int }
          relationships: { bee: { to: Bee?, inverse: ant, MergePolicy: Merge } }
        Bee:
          PrimaryKey: id
          attributes: { id: Int }
          relationships: { ant: { to: Ant, inverse: bee, MergePolicy: Merge } }
      """)
    try scenario.importJSON(#"[{"id":2,"bee":{"id":4,"ant":{"id":3,"bee":{"id":5}}}}]"#, into: "Ant")
    try scenario.expect("SELECT id, ant FROM Bee ORDER BY id", "4 | 2\n5 | 3")
  }

  @Test func `a row without a key that is given anew keeps no partner that it is not given`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Ant:
          attributes: { id: Int }
          relationships: { cat: { to: Cat?, inverse: ant }, boss: { to: Cat?, inverse: crew, MergePolicy: Merge } }
        Cat:
          relationships: { ant: { to: Ant?, MergePolicy: Merge }, crew: { to: Ant?, MergePolicy: Merge } }
      """)
    try scenario.importJSON(#"[{"id":2,"cat":{"crew":{"id":1}}},{"id":2,"cat":{}}]"#, into: "Ant")
    try scenario.expect("SELECT id FROM Ant WHERE boss IS NOT NULL", "")
  }

  @Test func `a record that has lost the row without a key which it requires is given another`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Bee: { relationships: { elks: { to: [Elk], inverse: bee, MergePolicy: Merge } } }
        Elk: { attributes: { id: Int }, relationships: { bee: { to: Bee, inverse: elks } } }
      documents: { all: { bees: [Bee], elks: [Elk] } }
      """)
    for _ in 0..<2 {
      try scenario.importJSON(
        #"{"bees":[{"elks":[2,4]}],"elks":[{"id":2,"bee":{}},{"id":4,"bee":{}}]}"#, into: .document("all"))
    }
    try scenario.expect("SELECT count(DISTINCT bee) FROM Elk", "2")
  }

  @Test func `a row of another entity of the family owns nothing by a relationship that it does not have`()
    throws
  {
    let scenario = try ImportScenario(
      """
      entities:
        Bee:
          attributes: { id: Int }
          Discriminator: kind
          relationships: { cat: { to: Cat?, inverse: bees, MergePolicy: Merge } }
        Cat:
          extends: Bee
          relationships: { bees: { to: [Bee], inverse: cat, DeleteRule: Cascade } }
      """)
    try scenario.importJSON(#"{"id":4,"cat":{"id":2,"cat":4}}"#, into: "Bee")
    try scenario.importJSON(#"{"id":1,"cat":{"id":2,"bees":[]}}"#, into: "Bee")
    try scenario.expect("SELECT id, cat FROM Bee ORDER BY id", "1 | 2\n2 | 4\n4 | ·")
  }

  @Test func `a row that becomes another entity waits for no items of lists that it has no longer`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Dog: { attributes: { id: Int }, Discriminator: kind, relationships: { boss: { to: Elk?, inverse: crew } } }
        Elk: { extends: Dog, relationships: { crew: { to: [Dog], inverse: boss } } }
      """)
    try scenario.importJSON(#"{"id":1,"crew":[2]}"#, into: "Elk")
    try scenario.importJSON(#"[{"id":1,"kind":"Dog"},{"id":2}]"#, into: "Dog")
    try scenario.expect("SELECT id FROM Dog WHERE boss IS NOT NULL", "")
  }

  @Test func `a row that becomes another entity is no partner of one that comes`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Dog: { attributes: { id: Int }, Discriminator: kind }
        Elk: { extends: Dog, relationships: { one: { to: Elk?, inverse: other }, other: { to: Elk?, inverse: one } } }
      """)
    try scenario.importJSON(#"{"id":1,"one":2}"#, into: "Elk")
    try scenario.importJSON(#"[{"id":1,"kind":"Dog"},{"id":2,"kind":"Elk"}]"#, into: "Dog")
    try scenario.expect("SELECT id FROM Dog WHERE one IS NOT NULL OR other IS NOT NULL", "")
  }

  @Test func `a deleted record goes that stands where the link around it says another`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Bee: { attributes: { id: Int }, DeletedWhen: gone, relationships: { cats: { to: [Cat], inverse: bee } } }
        Cat: { attributes: { id: Int }, relationships: { bee: { to: Bee, inverse: cats } } }
      """)
    try scenario.importJSON(#"{"id":3}"#, into: "Bee")
    try scenario.importJSON(#"{"id":2,"cats":[{"id":1,"bee":{"id":3,"gone":true}}]}"#, into: "Bee")
    try scenario.expect("SELECT id FROM Bee", "2")
    try scenario.expect("SELECT id, bee FROM Cat", "1 | 2")
  }

  @Test func `a key stays in its list while the record that it waits for is left out`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Ant: { attributes: { id: Int }, relationships: { bees: { to: [Bee], inverse: ant, MergePolicy: MergeAndPrune } } }
        Bee: { attributes: { id: Int, size: Int }, relationships: { ant: { to: Ant?, inverse: bees } } }
      """)
    try scenario.importJSON(#"{"id":3,"bees":[2]}"#, into: "Ant")
    try scenario.importJSON(#"{"id":3,"bees":[{"id":2,"size":"x"}]}"#, into: "Ant") { $0.onInvalid = .skip }
    try scenario.importJSON(#"{"id":2,"size":1}"#, into: "Bee")
    try scenario.expect("SELECT id, ant FROM Bee", "2 | 3")
  }

  @Test func `a deleted record without a key makes its list unknown where bad records are left out`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Ant:
          attributes: { id: Int }
          relationships: { bees: { to: [Bee], inverse: ants, MergePolicy: MergeAndPrune } }
        Bee:
          attributes: { id: Int }
          DeletedWhen: gone
          relationships: { ants: { to: [Ant], inverse: bees } }
      """)
    try scenario.importJSON(#"{"id":1,"bees":[2]}"#, into: "Ant")
    try scenario.importJSON(#"{"id":1,"bees":[{"id":3,"ants":[]},{"gone":true}]}"#, into: "Ant") {
      $0.onInvalid = .skip
    }
    try scenario.expect("SELECT source, target FROM Ant_bees ORDER BY 2", "1 | 2\n1 | 3")
  }

  @Test func `what a bad record of a mixed collection holds counts as named`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Ant:
          attributes: { id: Int }
          Discriminator: kind
          relationships: { pals: { oneOf: { bees: Bee }, Discriminator: sort, inverse: none } }
        Bee: { extends: Ant, relationships: { best: { to: Ant?, inverse: none } } }
      """)
    try scenario.importJSON(#"[{"id":1},{"id":3}]"#, into: "Ant")
    try scenario.importJSON(#"[{"id":1,"pals":[{"sort":"bees","best":{"id":3}}]}]"#, into: "Ant") {
      $0.onInvalid = .skip
      $0.policy = .mergeAndPrune
    }
    try scenario.expect("SELECT id FROM Ant ORDER BY id", "1\n3")
  }

  @Test func `a deleted record does not name the parent that is part of its key`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Ant: { attributes: { id: Int }, relationships: { bees: { to: [Bee], inverse: ant } } }
        Bee:
          attributes: { line: Int }
          PrimaryKey: [ant, line]
          DeletedWhen: gone
          relationships:
            ant: { to: Ant, inverse: bees }
            best: { to: Ant?, inverse: none, DeleteRule: Cascade }
      """)
    try scenario.importJSON(#"[{"id":1},{"id":2,"bees":[{"line":1,"best":1}]}]"#, into: "Ant")
    try scenario.importJSON(#"{"ant":1,"line":1,"gone":true}"#, into: "Bee") { $0.policy = .replace }
    try scenario.expect("SELECT id FROM Ant", "2")
  }

  @Test func `a row that becomes another entity without a partner is nobody's partner`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Dog: { attributes: { id: Int }, Discriminator: kind }
        Elk: { extends: Dog, relationships: { one: { to: Elk?, inverse: other }, other: { to: Elk?, inverse: one } } }
      """)
    try scenario.importJSON(#"[{"kind":"Elk","id":4,"one":1},{"id":1}]"#, into: "Dog")
    try scenario.importJSON(#"{"kind":"Elk","id":1,"other":null}"#, into: "Dog")
    try scenario.expect("SELECT id FROM Dog WHERE one IS NOT NULL OR other IS NOT NULL", "")
  }

  @Test func `Deny does not ask for a partner that has another now`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Bee: { relationships: { dog: { to: Dog, inverse: bee, DeleteRule: Deny, MergePolicy: Merge } } }
        Dog: { attributes: { id: Int }, relationships: { bee: { to: Bee?, inverse: dog, MergePolicy: Merge } } }
      """)
    for _ in 0..<2 {
      try scenario.importJSON(#"{"dog":{"id":4}}"#, into: "Bee") { $0.policy = .mergeAndPrune }
    }
    try scenario.expect("SELECT count(*) FROM Bee", "1")
  }

  @Test func `a row without a key that goes is counted as what the document has made it`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Ant:
          attributes: { id: Int }
          DeletedWhen: gone
          relationships: { bees: { to: [Bee], inverse: ant, MergePolicy: Replace } }
        Bee:
          Discriminator: kind
          relationships:
            ant: { to: Ant?, inverse: bees }
            boss: { to: Bee?, inverse: crew }
            crew: { to: [Bee], inverse: boss }
        Cat: { extends: Bee }
      """)
    try scenario.importJSON(#"{"ant":2}"#, into: "Bee")
    let report = try scenario.importJSON(
      #"{"id":2,"bees":[{"kind":"Cat","crew":[{"ant":{"id":2,"gone":true}}]}]}"#, into: "Ant")
    #expect(report.entities["Cat"]?.deleted == 1)
    try scenario.expect("SELECT count(*) FROM Bee", "0")
  }

  private static let deputies = """
    defaults: { MergePolicy: Merge }
    entities:
      Ant: { attributes: { id: Int }, relationships: { bees: { to: [Bee], inverse: ant, MergePolicy: MergeAndPrune } } }
      Bee:
        attributes: { id: Int, size: Int }
        relationships:
          ant: { to: Ant?, inverse: bees }
          boss: { to: Bee?, inverse: deputy }
          deputy: { to: Bee?, inverse: boss }
    documents: { all: { bees: [Bee], ants: [Ant], more: [Bee] } }
    """

  @Test(arguments: [
    (#"{"id":1,"size":0,"deputy":3}"#, "1 | · | 3\n2 | · | ·\n3 | 1 | ·"),
    (#"{"id":3,"boss":null}"#, "2 | · | ·\n3 | · | ·"),
    (#"{"id":3,"boss":4}"#, "2 | · | ·\n3 | 4 | ·"),
    (#"{"id":3}"#, "2 | · | 3\n3 | 2 | ·"),
  ])
  func `a partner that waits for a record which is not complete may find another`(
    between: String, expected: String
  ) throws {
    let scenario = try ImportScenario(FarTrialRuleTests.deputies)
    try scenario.importJSON(#"{"id":3,"size":1,"boss":2}"#, into: "Bee")
    try scenario.importJSON(#"[{"id":2},\#(between),{"id":2,"size":5}]"#, into: "Bee")
    try scenario.expect("SELECT id, boss, deputy FROM Bee ORDER BY id", expected)
  }

  @Test(arguments: [
    (#"{"id":4,"bees":[2]}"#, "4"), (#"{"id":3,"bees":[]}"#, "·"), (#"{"id":3}"#, "3"),
  ])
  func `a list that waits for a record which is not complete may let it go`(between: String, ant: String)
    throws
  {
    let scenario = try ImportScenario(FarTrialRuleTests.deputies)
    try scenario.importJSON(#"{"id":3,"bees":[2]}"#, into: "Ant")
    try scenario.importJSON(
      #"{"bees":[{"id":2}],"ants":[\#(between)],"more":[{"id":2,"size":5}]}"#, into: .document("all"))
    try scenario.expect("SELECT id, ant FROM Bee", "2 | \(ant)")
    try scenario.expect("SELECT count(*) FROM _rowsmith_pending", "0")
  }

  @Test func `a row without a key stays that waited for a record which says, twice, that it has none`() throws
  {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Ant: { relationships: { dogs: { to: [Dog], inverse: ant } } }
        Dog: { attributes: { id: Int }, relationships: { ant: { to: Ant?, inverse: dogs } } }
      """)
    try scenario.importJSON(#"{"dogs":[1]}"#, into: "Ant")
    try scenario.importJSON(#"[{"id":1,"ant":null},{"id":1,"ant":null}]"#, into: "Dog")
    try scenario.expect("SELECT count(*) FROM Ant", "1")
  }

  @Test func `a row without a key that becomes another entity loses the links to the one it was`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Ant: { attributes: { id: Int }, relationships: { cat: { to: Cat?, inverse: ant } } }
        Cat:
          Discriminator: kind
          relationships:
            ant: { to: Ant?, MergePolicy: Merge }
            pet: { to: Dog?, inverse: none, MergePolicy: Merge }
            pets: { to: [Dog], inverse: none, MergePolicy: Merge }
        Dog: { extends: Cat }
      """)
    try scenario.importJSON(#"{"pet":{"ant":{"id":4}},"pets":[{"ant":{"id":5}}]}"#, into: "Cat")
    let report = try scenario.importJSON(
      #"[{"id":4,"cat":{"kind":"Cat"}},{"id":5,"cat":{"kind":"Cat"}}]"#, into: "Ant")
    try scenario.expect("SELECT count(*) FROM Cat WHERE pet IS NOT NULL", "0")
    try scenario.expect("SELECT count(*) FROM Cat_pets", "0")
    #expect(report.links.removed == 2)
  }
}
