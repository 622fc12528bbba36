import Rowsmith
import Testing

/// Links and places where rules meet in few documents: each was found by a random trial.
@Suite struct FarLinkRuleTests {
  @Test func `a row that says itself where it belongs has no place in the list that it had left`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Ant:
          attributes: { id: Int }
          relationships:
            boss: { to: Ant, inverse: crew, MergePolicy: Merge }
            crew: { to: [Ant], inverse: boss, ordered: true }
      """)
    try scenario.importJSON(#"{"id":1,"boss":2}"#, into: "Ant")
    try scenario.importJSON(
      #"[{"id":3,"crew":[1]},{"crew":[],"id":3,"boss":{"id":1,"boss":3}}]"#, into: "Ant")
    try scenario.expect("SELECT id, boss, boss_position FROM Ant ORDER BY id", "1 | 3 | ·\n3 | 1 | ·")
  }

  @Test func `an incomplete record keeps its place in the list of the parent that is part of its key`() throws
  {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Bee: { attributes: { id: Int }, relationships: { elks: { to: [Elk], inverse: bee, ordered: true } } }
        Elk:
          attributes: { line: Int, size: Int, note: String? }
          PrimaryKey: [bee, line]
          relationships: { bee: { to: Bee, inverse: elks } }
      documents: { all: { bees: [Bee], elks: [Elk] } }
      """)
    try scenario.importJSON(
      #"{"bees":[{"id":1,"elks":[{"line":2,"note":""},{"line":1,"size":1}]}],"elks":[{"line":2,"size":2,"bee":1}]}"#,
      into: .document("all"))
    try scenario.expect("SELECT line, bee_position FROM Elk ORDER BY 2", "2 | 0\n1 | 1")
  }

  @Test func `an item without a key empties the lists of the entity that its row is`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Bee: { Discriminator: kind, relationships: { elk: { to: Elk?, inverse: bees } } }
        Cat: { extends: Bee, relationships: { dogs: { to: [Dog], inverse: none } } }
        Dog: { attributes: { id: Int } }
        Elk: { attributes: { id: Int }, relationships: { bees: { to: [Bee], inverse: elk, MergePolicy: Replace } } }
      """)
    try scenario.importJSON(#"{"dogs":[1],"elk":3}"#, into: "Cat")
    try scenario.importJSON(#"{"id":3,"bees":[{}]}"#, into: "Elk")
    try scenario.expect("SELECT entityName, elk FROM Bee", "Cat | 3")
    try scenario.expect("SELECT count(*) FROM Cat_dogs", "0")
  }

  @Test func `rows without a key go with an incomplete record that is deleted`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Cat:
          attributes: { id: Int, size: Int }
          DeletedWhen: gone
          relationships: { kits: { to: [Kit], inverse: cat } }
        Kit: { relationships: { cat: { to: Cat?, inverse: kits } } }
      """)
    try scenario.importJSON(#"[{"id":1,"kits":[{}]},{"id":1,"gone":true}]"#, into: "Cat")
    try scenario.expect("SELECT count(*) FROM Kit", "0")
  }

  @Test func `a row stays that another refers to which it owned until a list unlinked it`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Cat:
          attributes: { id: Int }
          relationships:
            dogs: { to: [Dog], inverse: cat }
            pals: { to: [Dog], inverse: cats, MergePolicy: Merge }
        Dog:
          relationships:
            cat: { to: Cat, inverse: dogs, DeleteRule: Cascade, MergePolicy: Merge }
            cats: { to: [Cat], inverse: pals, MergePolicy: Merge }
      """)
    try scenario.importJSON(#"{"cat":{"id":1},"cats":[{"id":1}]}"#, into: "Dog")
    #expect(try scenario.failure(#"{"id":1,"dogs":[]}"#, into: "Cat").reason == .refused)
  }

  @Test func `of a key that comes twice the later value counts for the report, too`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Ant:
          attributes: { id: Int }
          relationships: { pals: { oneOf: { bees: Bee }, Discriminator: sort, inverse: none } }
        Bee: { attributes: { id: Int } }
      """)
    let report = try scenario.importJSON(#"{"id":1,"pals":[{"sort":"x"}],"pals":[]}"#, into: "Ant")
    #expect(report.unlistedKinds.isEmpty)
  }

  @Test(arguments: [("[]", "·"), ("[1]", "2"), ("[3]", "·")])
  func `a list that counts later unlinks a record that is not complete yet`(items: String, boss: String)
    throws
  {
    let scenario = try ImportScenario(
      """
      entities:
        Bee: { attributes: { id: Int }, relationships: { crew: { to: [Cat], inverse: boss } } }
        Cat:
          attributes: { id: Int, mood: String }
          relationships: { boss: { to: Bee?, inverse: crew }, friends: { to: [Bee], inverse: none } }
      """)
    try scenario.importJSON(
      """
      [{"id":1,"boss":2,"friends":[{"id":2,"crew":\(items)}]},{"id":3,"mood":"calm","boss":4},{"id":1,"mood":"odd"}]
      """, into: "Cat")
    try scenario.expect("SELECT boss FROM Cat WHERE id = 1", boss)
  }

  private static let waiting = """
    defaults: { MergePolicy: Merge }
    entities:
      Ant: { attributes: { id: Int }, relationships: { dogs: { to: [Dog], inverse: boss } } }
      Cat:
        attributes: { id: Int }
        Discriminator: kind
        relationships: { best: { to: Dog?, inverse: boss } }
      Dog: { extends: Cat, relationships: { boss: { oneOf: { ant: Ant, cat: Cat }, Discriminator: sort } } }
    documents: { all: { ants: [Ant], cats: [Cat] } }
    """

  @Test(arguments: [
    (#"{"ants":[{"id":4,"dogs":[4]}],"cats":[{"id":4},{"id":1,"best":{"id":4}}]}"#, "· | 1"),
    (#"{"ants":[{"id":4,"dogs":[4]}],"cats":[{"id":4},{"id":1,"best":4}]}"#, "· | 1"),
    (#"{"cats":[{"id":4},{"id":1,"best":4}],"ants":[{"id":4,"dogs":[4]}]}"#, "4 | ·"),
  ])
  func `of two that wait for a row to become another entity the later has it`(
    document: String, boss: String
  ) throws {
    let scenario = try ImportScenario(FarLinkRuleTests.waiting)
    try scenario.importJSON(document, into: .document("all"))
    try scenario.importJSON(#"{"id":4,"kind":"Dog"}"#, into: "Cat")
    try scenario.expect("SELECT bossAnt, bossCat FROM Cat WHERE id = 4", boss)
    try scenario.expect("SELECT best FROM Cat WHERE id = 1", boss == "· | 1" ? "4" : "·")
    try scenario.expect("SELECT count(*) FROM _rowsmith_pending", "0")
  }

  @Test(arguments: [
    #"[{"id":1,"pals":[4]},{"id":2,"kind":"Dog"}]"#, #"[{"id":2,"kind":"Dog"},{"id":1,"pals":[4]}]"#,
  ])
  func `what is appended to a list stands last, whatever leaves the list with its kind`(document: String)
    throws
  {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Dog:
          attributes: { id: Int }
          Discriminator: kind
          relationships: { pals: { to: [Elk], inverse: fans, ordered: true } }
        Elk: { extends: Dog, relationships: { fans: { to: [Dog], inverse: pals } } }
      """)
    try scenario.importJSON(#"{"id":1,"pals":[{"id":3},{"id":2}]}"#, into: "Dog")
    try scenario.importJSON(document, into: "Dog")
    try scenario.expect("SELECT target FROM Dog_pals ORDER BY position", "3\n4")
  }
}
