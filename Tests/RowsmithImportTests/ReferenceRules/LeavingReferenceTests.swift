import Rowsmith
import Testing

/// Rule 5 as the reference has it: what leaves is judged once, on what is linked when the document has ended.
@Suite struct LeavingReferenceTests {
  private static func model(_ policy: String = "Replace", required: Bool = false, rule: String = "Nullify")
    -> String
  {
    """
    defaults: { MergePolicy: Merge }
    entities:
      Box:
        attributes: { id: Int, name: String? }
        relationships:
          things: { to: [Thing], inverse: box, MergePolicy: \(policy), ordered: true, DeleteRule: \(rule) }
      Thing:
        attributes: { id: Int, name: String? }
        relationships:
          box: { to: \(required ? "Box" : "Box?"), inverse: things }
          friend: { to: Thing?, inverse: none, MergePolicy: Replace }
          marks: { to: [Mark], inverse: none, MergePolicy: Merge }
      Mark: { attributes: { id: Int } }
    documents: { all: { boxes: [Box], things: [Thing], marks: [Mark] } }
    """
  }

  private static let twoBoxes = "[{'id':1,'things':[{'id':1},{'id':2}]},{'id':2,'things':[{'id':3}]}]"

  private func started(_ model: String) throws -> ReferenceScenario {
    var scenario = try ReferenceScenario(model)
    try scenario.importJSON(LeavingReferenceTests.twoBoxes, into: "Box")
    return scenario
  }

  @Test(
    arguments: [
      "[{'id':1,'things':[{'id':2}]},{'id':2,'things':[{'id':3},{'id':1}]}]",
      "[{'id':2,'things':[{'id':3},{'id':1}]},{'id':1,'things':[{'id':2}]}]",
    ], [false, true])
  func `a row moves in either order, whether it must have a parent or not`(
    _ document: String, _ required: Bool
  )
    throws
  {
    var scenario = try started(LeavingReferenceTests.model(required: required))
    let report = try scenario.importJSON(document, into: "Box")
    #expect(scenario.rows("Thing", "id", "box", "box_position") == ["1 2 1", "2 1 0", "3 2 0"])
    #expect(report.added == 1)
    #expect(report.removed == 1)
  }

  @Test(arguments: [
    "[{'id':1,'things':[{'id':2}]},{'id':2,'things':[3,1]}]",
    "[{'id':2,'things':[3,1]},{'id':1,'things':[{'id':2}]}]",
  ])
  func `a row that moves by its key has moved`(_ document: String) throws {
    var scenario = try started(LeavingReferenceTests.model())
    try scenario.importJSON(document, into: "Box")
    #expect(scenario.rows("Thing", "id", "box") == ["1 2", "2 1", "3 2"])
  }

  @Test func `rows swap their parents`() throws {
    var scenario = try started(LeavingReferenceTests.model(required: true))
    try scenario.importJSON(
      "[{'id':1,'things':[{'id':3}]},{'id':2,'things':[{'id':1},{'id':2}]}]", into: "Box")
    #expect(scenario.rows("Thing", "id", "box") == ["1 2", "2 2", "3 1"])
  }

  @Test func `a row that left is deleted, unless a row that stays refers to it`() throws {
    var scenario = try started(LeavingReferenceTests.model())
    try scenario.importJSON("{'id':3,'friend':1}", into: "Thing")
    try scenario.importJSON("[{'id':1,'things':[]},{'id':2,'things':[{'id':3}]}]", into: "Box")
    #expect(scenario.rows("Thing", "id", "box", "friend") == ["1 · ·", "3 2 1"])
  }

  @Test func `rows that leave and refer only to each other go together`() throws {
    var scenario = try started(LeavingReferenceTests.model())
    try scenario.importJSON("[{'id':1,'friend':2},{'id':2,'friend':1}]", into: "Thing")
    let report = try scenario.importJSON("{'id':1,'things':[]}", into: "Box")
    #expect(scenario.rows("Thing", "id") == ["3"])
    #expect(report.entities["Thing"]?.deleted == 2)
  }

  @Test func `a row that refers to itself does not keep itself`() throws {
    var scenario = try started(LeavingReferenceTests.model())
    try scenario.importJSON("{'id':1,'friend':1}", into: "Thing")
    try scenario.importJSON("{'id':1,'things':[{'id':2}]}", into: "Box")
    #expect(scenario.rows("Thing", "id") == ["2", "3"])
  }

  @Test func `keys alone unlink, a list of records deletes`() throws {
    var scenario = try started(LeavingReferenceTests.model())
    try scenario.importJSON("{'id':1,'things':[2]}", into: "Box")
    #expect(scenario.rows("Thing", "id", "box") == ["1 ·", "2 1", "3 2"])
    try scenario.importJSON("{'id':1,'thing_ids':[]}", into: "Box")
    #expect(scenario.rows("Thing", "id", "box") == ["1 ·", "2 ·", "3 2"])
    try scenario.importJSON("{'id':2,'things':[]}", into: "Box")
    #expect(scenario.rows("Thing", "id", "box") == ["1 ·", "2 ·"])
  }

  @Test func `a required to-one that would be empty is what refuses`() throws {
    let pruning = LeavingReferenceTests.model("MergeAndPrune", required: true)
    #expect(
      try started(pruning).failure("{'id':1,'things':[{'id':2}]}", into: .entity("Box"))
        == "Thing.box would be empty")
    var scenario = try started(pruning)
    // On request the record that said so is left out.
    let report = try scenario.importJSON(
      "[{'id':1,'name':'a','things':[{'id':2}]},{'id':2,'name':'b'}]", into: "Box"
    ) { $0.onInvalid = .skip }
    #expect(report.skipped.map(\.record) == ["$[0]"])
    #expect(scenario.rows("Box") == ["1 ·", "2 b"])
    // A row that is deleted asks nothing.
    var replacing = try started(LeavingReferenceTests.model(required: true))
    try replacing.importJSON("{'id':1,'things':[{'id':2}]}", into: "Box")
    #expect(replacing.rows("Thing", "id", "box") == ["2 1", "3 2"])
  }

  @Test func `what a deleted row owns leaves with it, unless it is named or referred to`() throws {
    let model = """
      defaults: { MergePolicy: Merge }
      entities:
        Shelf:
          attributes: { id: Int }
          relationships: { books: { to: [Book], inverse: none, MergePolicy: Replace } }
        Book:
          attributes: { id: Int }
          relationships:
            pages: { to: [Page], inverse: book, DeleteRule: Cascade }
            tags: { to: [Tag], inverse: none, DeleteRule: Cascade }
        Page: { attributes: { id: Int }, relationships: { book: Book?, notes: { to: [Note], inverse: none, DeleteRule: Cascade } } }
        Tag: { attributes: { id: Int } }
        Note: { attributes: { id: Int } }
      documents: { all: { shelves: [Shelf], pages: [Page] } }
      """
    let start = """
      {'id':1,'books':[{'id':1,'pages':[{'id':1,'notes':[{'id':1}]},{'id':2,'notes':[{'id':2}]}],
      'tags':[{'id':1},{'id':2}]},{'id':2,'tags':[{'id':2}]}]}
      """
    var scenario = try ReferenceScenario(model)
    try scenario.importJSON(start, into: "Shelf")
    // Tag 2 is book 2's as well; page 2 is named.
    try scenario.importJSON(
      "{'shelves':[{'id':1,'books':[{'id':2}]}],'pages':[{'id':2}]}", into: .document("all"))
    #expect(scenario.rows("Book") == ["2"])
    #expect(scenario.rows("Page") == ["2 ·"])
    #expect(scenario.rows("Tag") == ["2"])
    #expect(scenario.rows("Note") == ["2"])
  }

  @Test func `a Cascade item does not keep its owner`() throws {
    var scenario = try started(LeavingReferenceTests.model(rule: "Cascade"))
    try scenario.importJSON("{'boxes':[{'id':2}],'things':[{'id':1}]}", into: .document("all")) {
      $0.policy = .mergeAndPrune
    }
    #expect(scenario.rows("Box", "id") == ["2"])
    #expect(scenario.rows("Thing", "id", "box") == ["1 ·"])
  }

  @Test func `the link under which a record is embedded stands against what the record says`() throws {
    var scenario = try started(LeavingReferenceTests.model())
    try scenario.importJSON("{'id':1,'things':[{'id':1,'box':2},{'id':2,'box':null}]}", into: "Box")
    #expect(scenario.rows("Thing", "id", "box") == ["1 1", "2 1", "3 2"])
    try scenario.importJSON("{'id':1,'box':{'id':2,'things':[]}}", into: "Thing")
    #expect(scenario.rows("Thing", "id", "box") == ["1 2", "2 1"])
  }
}
