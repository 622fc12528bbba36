import Rowsmith
import Testing

/// Rule 5: what leaves its place is judged once, when the document has ended.
@Suite struct LeavingRuleTests {
  private static func model(_ cards: String, board: String = "Board?") -> String {
    """
    defaults: { MergePolicy: Merge }
    entities:
      Board:
        attributes: { id: Int, name: String? }
        relationships: { cards: { to: [Card], inverse: board, MergePolicy: \(cards) } }
      Card:
        attributes: { id: Int, text: String? }
        relationships:
          board: { to: \(board), inverse: cards }
          next: { to: Card?, inverse: none }
          labels: { to: [Label], inverse: none }
      Label: { attributes: { id: Int }, relationships: { first: { to: Card?, inverse: none } } }
    documents: { all: { boards: [Board], cards: [Card], labels: [Label] } }
    """
  }

  private static let deleting = ["Replace", "MergeAndPrune, Prune: Delete"]
  private static let cards = "SELECT id, board, text FROM Card ORDER BY id"

  private func started(_ cards: String, board: String = "Board?") throws -> ImportScenario {
    let scenario = try ImportScenario(LeavingRuleTests.model(cards, board: board))
    try scenario.importJSON(
      #"[{"id":1,"cards":[{"id":7,"text":"seven"},{"id":8}]},{"id":2,"cards":[{"id":9}]}]"#, into: "Board")
    return scenario
  }

  @Test(
    arguments: deleting,
    [
      #"[{"id":1,"cards":[]},{"id":2,"cards":[7]}]"#, #"[{"id":2,"cards":[7]},{"id":1,"cards":[]}]"#,
      #"[{"id":1,"cards":[]},{"id":2,"card_ids":[7]}]"#, #"[{"id":2,"card_ids":[7]},{"id":1,"cards":[]}]"#,
    ])
  func `a row that moves by its key stays, in either order`(policy: String, document: String) throws {
    let scenario = try started(policy)
    let report = try scenario.importJSON(document, into: "Board")
    // Card 8 left and nobody names it; card 9 left a list of keys.
    try scenario.expect(LeavingRuleTests.cards, "7 | 2 | seven\n9 | · | ·")
    #expect(report.entities["Card"]?.deleted == 1)
  }

  @Test(
    arguments: deleting,
    [
      #"[{"id":1,"cards":[{"id":8}]},{"id":2,"cards":[{"id":9},{"id":7}]}]"#,
      #"[{"id":2,"cards":[{"id":9},{"id":7}]},{"id":1,"cards":[{"id":8}]}]"#,
      #"[{"id":1,"cards":[{"id":8}]},{"id":2,"cards":[{"id":9},7]}]"#,
      #"[{"id":2,"cards":[{"id":9},7]},{"id":1,"cards":[{"id":8}]}]"#,
    ])
  func `a row that must have a parent moves, by its key or as a record`(policy: String, document: String)
    throws
  {
    let scenario = try started(policy, board: "Board")
    let report = try scenario.importJSON(document, into: "Board")
    try scenario.expect("SELECT id, board FROM Card ORDER BY id", "7 | 2\n8 | 1\n9 | 2")
    #expect(report.links.added == 1 && report.links.removed == 1)
  }

  @Test(arguments: deleting, ["Board", "Board?"])
  func `rows swap their parents`(policy: String, board: String) throws {
    for document in [
      #"[{"id":1,"cards":[{"id":9}]},{"id":2,"cards":[{"id":7},{"id":8}]}]"#,
      #"[{"id":2,"cards":[{"id":7},{"id":8}]},{"id":1,"cards":[{"id":9}]}]"#,
    ] {
      let scenario = try started(policy, board: board)
      try scenario.importJSON(document, into: "Board")
      try scenario.expect("SELECT id, board FROM Card ORDER BY id", "7 | 2\n8 | 2\n9 | 1")
    }
  }

  @Test(arguments: deleting)
  func `a row to which a row that stays refers is kept, by a column or a link table`(policy: String) throws {
    let scenario = try started(policy)
    try scenario.importJSON(#"[{"id":9,"next":7}]"#, into: "Card")
    try scenario.importJSON(#"{"id":1,"cards":[]}"#, into: "Board")
    try scenario.expect(LeavingRuleTests.cards, "7 | · | seven\n9 | 2 | ·")
    try scenario.importJSON(#"{"id":5,"first":9}"#, into: "Label")
    try scenario.importJSON(#"{"id":2,"cards":[]}"#, into: "Board")
    try scenario.expect(LeavingRuleTests.cards, "7 | · | seven\n9 | · | ·")
  }

  @Test(arguments: deleting)
  func `two rows that leave and refer only to each other go together`(policy: String) throws {
    let scenario = try started(policy)
    try scenario.importJSON(#"[{"id":7,"next":8},{"id":8,"next":7}]"#, into: "Card")
    let report = try scenario.importJSON(#"{"id":1,"cards":[]}"#, into: "Board")
    try scenario.expect("SELECT id FROM Card", "9")
    #expect(report.entities["Card"]?.deleted == 2)
  }

  @Test(arguments: deleting)
  func `what a row refers to itself does not keep it`(policy: String) throws {
    let scenario = try started(policy)
    try scenario.importJSON(#"{"id":7,"next":7,"labels":[1]}"#, into: "Card")
    try scenario.importJSON(#"{"id":1,"cards":[{"id":8}]}"#, into: "Board")
    try scenario.expect("SELECT id FROM Card ORDER BY id", "8\n9")
    try scenario.expect("SELECT * FROM Card_labels", "")
  }

  @Test func `what a document says of a row that left its place elsewhere keeps it`() throws {
    for document in [
      #"{"boards":[{"id":1,"cards":[]}],"labels":[{"id":1,"first":7}]}"#,
      #"{"labels":[{"id":1,"first":7}],"boards":[{"id":1,"cards":[]}]}"#,
      #"{"boards":[{"id":1,"cards":[]}],"cards":[{"id":7}]}"#,
    ] {
      let scenario = try started("Replace")
      try scenario.importJSON(document, into: .document("all"))
      try scenario.expect(LeavingRuleTests.cards, "7 | · | seven\n9 | 2 | ·")
    }
  }

  @Test func `a list is linked as a whole before what is inside its items is looked at`() throws {
    let scenario = try started("Replace")
    // Card 7 holds board 2, whose list takes card 8, which then is card 7's board's no more.
    try scenario.importJSON(
      #"{"id":1,"cards":[{"id":7,"board":{"id":2,"cards":[{"id":8}]}},{"id":8}]}"#, into: "Board")
    try scenario.expect("SELECT id, board FROM Card ORDER BY id", "7 | 1\n8 | 2")
    // And the other way about: the list inside stands first in the document.
    let other = try started("Replace")
    try other.importJSON(
      #"{"id":1,"cards":[{"id":8},{"id":7,"board":{"id":2,"cards":[{"id":8}]}}]}"#, into: "Board")
    try other.expect("SELECT id, board FROM Card ORDER BY id", "7 | 1\n8 | 2")
  }

  @Test func `the partner of a one-to-one moves in either order`() throws {
    let model = """
      defaults: { MergePolicy: Replace }
      entities:
        Desk: { attributes: { id: Int }, relationships: { lamp: { to: Lamp?, inverse: desk } } }
        Lamp: { attributes: { id: Int }, relationships: { desk: { to: Desk?, inverse: lamp } } }
      """
    let both = "SELECT 'd', id, lamp FROM Desk UNION ALL SELECT 'l', id, desk FROM Lamp ORDER BY 1, 2"
    for (document, rows) in [
      (#"[{"id":1,"lamp":{"id":2}},{"id":2,"lamp":{"id":1}}]"#, "d | 1 | 2\nd | 2 | 1\nl | 1 | 2\nl | 2 | 1"),
      (#"[{"id":1,"lamp":2},{"id":2,"lamp":1}]"#, "d | 1 | 2\nd | 2 | 1\nl | 1 | 2\nl | 2 | 1"),
      (#"[{"id":1,"lamp":null},{"id":2,"lamp":{"id":1}}]"#, "d | 1 | ·\nd | 2 | 1\nl | 1 | 2"),
      (#"[{"id":2,"lamp":{"id":1}},{"id":1,"lamp":null}]"#, "d | 1 | ·\nd | 2 | 1\nl | 1 | 2"),
      (#"[{"id":2,"lamp":1},{"id":1,"lamp":null}]"#, "d | 1 | ·\nd | 2 | 1\nl | 1 | 2\nl | 2 | ·"),
    ] {
      let scenario = try ImportScenario(model)
      try scenario.importJSON(#"[{"id":1,"lamp":{"id":1}},{"id":2,"lamp":{"id":2}}]"#, into: "Desk")
      try scenario.importJSON(document, into: "Desk")
      try scenario.expect(both, rows)
    }
  }
}
