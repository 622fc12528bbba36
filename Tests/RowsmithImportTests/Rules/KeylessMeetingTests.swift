import Rowsmith
import Testing

/// Rule 6: a row without a key that an item meets is the item's anew, and belongs to nothing else.
@Suite struct KeylessMeetingTests {
  private static let shared = """
    defaults: { MergePolicy: Merge }
    entities:
      Ant:
        attributes: { id: String }
        relationships: { notes: { to: [Note], inverse: ants, MergePolicy: Replace } }
      Note:
        attributes: { text: String? }
        relationships:
          ants: { to: [Ant], inverse: notes }
          cats: { to: [Cat], inverse: note }
          pin: { to: Pin?, inverse: none, DeleteRule: Cascade }
      Cat: { attributes: { id: Int }, relationships: { note: { to: Note?, inverse: cats, MergePolicy: Replace } } }
      Pin: { attributes: { id: Int } }
      Dog: { attributes: { id: Int }, relationships: { notes: { to: [Note], inverse: none } } }
    documents: { all: { dogs: [Dog], notes: [Note], ants: [Ant], cats: [Cat] } }
    """

  private static let links =
    "SELECT source, text FROM Ant_notes JOIN Note ON target = _rowsmith_id ORDER BY 1"

  @Test func `a row that several records share belongs to the one whose item meets it`() throws {
    let scenario = try ImportScenario(KeylessMeetingTests.shared)
    try scenario.importJSON(#"{"id":1,"notes":[{"text":"x","ants":["a","d"]}]}"#, into: "Dog")
    try scenario.importJSON(#"{"id":"a","notes":[{"text":"y"}]}"#, into: "Ant")
    try scenario.expect(KeylessMeetingTests.links, "a | y")
  }

  @Test func `a row that meets an item of a to-one keeps none of its other items`() throws {
    let scenario = try ImportScenario(KeylessMeetingTests.shared)
    try scenario.importJSON(#"[{"id":1,"note":{"cats":[1,4]}},{"id":4}]"#, into: "Cat")
    try scenario.importJSON(#"{"id":4,"note":{"text":"z"}}"#, into: "Cat")
    try scenario.expect(
      "SELECT id, text FROM Cat LEFT JOIN Note ON note = _rowsmith_id ORDER BY 1", "1 | ·\n4 | z")
  }

  @Test func `what such a row owned by Cascade leaves with what it was`() throws {
    let scenario = try ImportScenario(KeylessMeetingTests.shared)
    try scenario.importJSON(#"{"id":1,"note":{"pin":{"id":7}}}"#, into: "Cat")
    try scenario.importJSON(#"{"id":1,"note":{"text":"z"}}"#, into: "Cat")
    try scenario.expect("SELECT count(*) FROM Pin", "0")
  }

  @Test func `a row that the document embeds in a record is not pruned for having left another`() throws {
    let scenario = try ImportScenario(KeylessMeetingTests.shared)
    try scenario.importJSON(
      #"{"dogs":[{"id":1,"notes":[{"text":"x","ants":[{"id":"a"}]}]}],"notes":[],"ants":[{"id":"a","notes":[]}]}"#,
      into: .document("all")
    ) { $0.policy = .mergeAndPrune }
    try scenario.expect("SELECT text FROM Note", "x")
    try scenario.expect("SELECT count(*) FROM Ant_notes", "0")
  }

  private static let nested = """
    defaults: { MergePolicy: Merge }
    entities:
      Box:
        attributes: { id: Int }
        relationships:
          boxes: { to: [Box], inverse: none }
          lids: { to: [Lid], inverse: box, MergePolicy: Replace }
          tags: { to: [Tag], inverse: none, MergePolicy: Replace }
          lock: { to: Lock?, inverse: none, MergePolicy: Replace }
      Lid: { attributes: { name: String? }, relationships: { box: Box? } }
      Tag: { attributes: { name: String? } }
      Lock: { attributes: { name: String? } }
    """

  @Test func `a list inside an item counts later, and what it does not name is gone`() throws {
    let scenario = try ImportScenario(KeylessMeetingTests.nested)
    let report = try scenario.importJSON(
      """
      {"id":3,"boxes":[{"id":3,"lids":[],"tags":[],"lock":null}],"lids":[{"name":"l"}],"tags":[{"name":"t"}],
      "lock":{"name":"k"}}
      """, into: "Box")
    try scenario.expect("SELECT (SELECT count(*) FROM Lid), (SELECT count(*) FROM Tag)", "0 | 0")
    try scenario.expect("SELECT (SELECT count(*) FROM Lock), (SELECT lock FROM Box)", "0 | ·")
    #expect(report.entities["Box"]?.inserted == 1)
  }

  @Test func `the items of a list inside an item are those that stay`() throws {
    let scenario = try ImportScenario(KeylessMeetingTests.nested)
    try scenario.importJSON(
      #"{"id":3,"boxes":[{"id":3,"lids":[{"name":"in"}],"tags":[{"name":"in"}]}],"lids":[{"name":"out"}],"tags":[{"name":"out"}]}"#,
      into: "Box")
    try scenario.expect("SELECT name, box FROM Lid", "in | 3")
    try scenario.expect("SELECT name, source FROM Tag JOIN Box_tags ON target = _rowsmith_id", "in | 3")
  }

  @Test func `the row of a record that is not complete yet meets the item of its next mention`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Cat:
          attributes: { id: Int, name: String }
          relationships: { dog: { to: Dog?, inverse: none, MergePolicy: Replace } }
        Dog: { attributes: { text: String? } }
      """)
    let report = try scenario.importJSON(
      #"[{"id":3,"dog":{"text":"a"}},{"id":3,"dog":{"text":"b"},"name":"n"}]"#, into: "Cat")
    try scenario.expect("SELECT text FROM Dog", "b")
    #expect(report.entities["Dog"]?.inserted == 1)
    #expect(report.entities["Dog"]?.deleted == 0)
  }

  @Test func `a row that becomes an entity with the to-one meets who waited for it as one`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Dog: { Discriminator: kind, attributes: { id: Int } }
        Elk: { extends: Dog, relationships: { tag: { to: Tag?, inverse: elk } } }
        Tag: { attributes: { text: String? }, relationships: { elk: { to: Elk?, inverse: tag, ForeignKey: elk_id } } }
      """)
    try scenario.importJSON(#"{"id":2}"#, into: "Dog")
    try scenario.importJSON(#"{"text":"waits","elk_id":2}"#, into: "Tag")
    try scenario.importJSON(#"{"id":2,"tag":{"text":"own"}}"#, into: "Elk")
    try scenario.expect("SELECT text, elk FROM Tag", "own | 2")
  }
}
