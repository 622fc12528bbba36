import Rowsmith
import Testing

/// Rules 5 and 7: what a row that goes owns is judged as any row that leaves.
@Suite struct CascadeRuleTests {
  private static let model = """
    defaults: { MergePolicy: Merge }
    entities:
      Board:
        attributes: { id: Int }
        relationships:
          cards: { to: [Card], inverse: board, DeleteRule: Cascade }
          marks: { to: [Mark], inverse: none, DeleteRule: Cascade }
      Card:
        attributes: { id: Int }
        relationships: { board: Board?, notes: { to: [Note], inverse: none, DeleteRule: Cascade } }
      Mark: { attributes: { id: Int } }
      Note: { attributes: { id: Int } }
      Group: { attributes: { id: Int }, relationships: { cards: { to: [Card], inverse: none } } }
    documents: { all: { boards: [Board], cards: [Card], groups: [Group] } }
    """

  private func started() throws -> ImportScenario {
    let scenario = try ImportScenario(CascadeRuleTests.model)
    try scenario.importJSON(
      """
      [{"id":1,"cards":[{"id":1,"notes":[{"id":1}]},{"id":2,"notes":[{"id":2}]},{"id":3}],"marks":[{"id":1},{"id":2}]},
      {"id":2,"marks":[2]}]
      """, into: "Board")
    return scenario
  }

  private static let kept = """
    SELECT 'card', id, board FROM Card UNION ALL SELECT 'mark', id, NULL FROM Mark
    UNION ALL SELECT 'note', id, NULL FROM Note ORDER BY 1, 2
    """

  @Test func `pruning takes along what nothing keeps, to any depth`() throws {
    let scenario = try started()
    let report = try scenario.importJSON(#"[{"id":2}]"#, into: "Board") { $0.policy = .mergeAndPrune }
    try scenario.expect(CascadeRuleTests.kept, "mark | 2 | ·")
    #expect(report.entities["Card"]?.deleted == 3)
    #expect(report.entities["Note"]?.deleted == 2)
  }

  @Test(arguments: [
    #"{"boards":[{"id":2}],"cards":[{"id":2}]}"#, #"{"cards":[{"id":2}],"boards":[{"id":2}]}"#,
    #"{"boards":[{"id":2,"cards":[2]}]}"#, #"{"boards":[{"id":2,"card_ids":[2]}]}"#,
  ])
  func `items that the document names stay, with what is theirs`(document: String) throws {
    let scenario = try started()
    // Without the member `cards`, or with it: card 2 is named.
    try scenario.importJSON(document, into: .document("all")) { $0.policy = .mergeAndPrune }
    let board = document.contains("[2]") ? "2" : "·"
    try scenario.expect(CascadeRuleTests.kept, "card | 2 | \(board)\nmark | 2 | ·\nnote | 2 | ·")
  }

  @Test func `items to which a row that stays refers through a link table stay`() throws {
    let scenario = try started()
    try scenario.importJSON(#"{"id":1,"cards":[1]}"#, into: "Group")
    try scenario.importJSON(#"[{"id":2}]"#, into: "Board") { $0.policy = .mergeAndPrune }
    try scenario.expect(CascadeRuleTests.kept, "card | 1 | ·\nmark | 2 | ·\nnote | 1 | ·")
    try scenario.expect("SELECT * FROM Group_cards", "1 | 1 | ·")
  }

  @Test func `items do not keep the row that owns them`() throws {
    let scenario = try started()
    try scenario.importJSON(#"{"boards":[],"cards":[{"id":3}]}"#, into: .document("all")) {
      $0.policy = .replace
    }
    try scenario.expect("SELECT id FROM Board", "")
    try scenario.expect(CascadeRuleTests.kept, "card | 3 | ·")
  }

  @Test func `a long chain of owners goes with a step for each row`() throws {
    let bench = try EngineBench(
      """
      entities:
        Card: { attributes: { id: Int }, relationships: { next: { to: Card?, inverse: none, DeleteRule: Cascade } } }
      """)
    let cards = (1..<1000).map { #"{"id":\#($0),"next":\#($0 - 1)}"# } + [#"{"id":0}"#]
    try bench.importJSON("[\(cards.joined(separator: ","))]", into: .entity("Card"))
    let work = try bench.work { try bench.importJSON(#"{"id":999,"next":null}"#, into: .entity("Card")) }
    #expect(try bench.rows().filter { $0.hasPrefix("Card: ") }.count == 1)
    #expect(work < 50)
  }

  @Test func `a long chain through what rows own stays with a step for each row`() throws {
    let bench = try EngineBench(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Flow: { attributes: { id: Int }, relationships: { steps: { to: [Step], inverse: flow, MergePolicy: Replace } } }
        Step:
          attributes: { id: Int }
          relationships: { flow: Flow?, moves: { to: [Move], inverse: from, DeleteRule: Cascade } }
        Move: { attributes: { id: Int }, relationships: { from: Step?, next: { to: Step?, inverse: none } } }
        Mark: { attributes: { id: Int }, relationships: { step: { to: Step?, inverse: none } } }
      """)
    let steps = (0..<1000).map { #"{"id":\#($0),"moves":[{"id":\#($0),"next":\#($0 + 1)}]}"# }
    try bench.importJSON(#"{"id":1,"steps":[\#(steps.joined(separator: ","))]}"#, into: .entity("Flow"))
    // The mark keeps step 500, which keeps its move, which keeps the next step, and so on.
    try bench.importJSON(#"{"id":1,"step":500}"#, into: .entity("Mark"))
    let work = try bench.work { try bench.importJSON(#"{"id":1,"steps":[]}"#, into: .entity("Flow")) }
    let rows = try bench.rows()
    #expect(rows.filter { $0.hasPrefix("Step: ") }.count == 500)
    #expect(rows.filter { $0.hasPrefix("Move: ") }.count == 500)
    #expect(work < 500)
  }

  @Test func `an item that two rows own goes only if neither stays`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Flow: { attributes: { id: Int }, relationships: { steps: { to: [Step], inverse: flow, MergePolicy: Replace } } }
        Step:
          attributes: { id: Int }
          relationships:
            flow: Flow?
            moves: { to: [Move], inverse: none, DeleteRule: Cascade }
            best: { to: Move?, inverse: none, DeleteRule: Cascade }
        Move: { attributes: { id: Int }, relationships: { next: { to: Step?, inverse: none } } }
        Mark: { attributes: { id: Int }, relationships: { step: { to: Step?, inverse: none } } }
      """)
    try scenario.importJSON(
      """
      {"id":1,"steps":[{"id":1,"moves":[{"id":1,"next":2},{"id":2}]},{"id":2,"best":{"id":3,"next":3}},{"id":3},
      {"id":4,"moves":[2,{"id":4}],"best":{"id":5}}]}
      """, into: "Flow")
    try scenario.importJSON(#"{"id":1,"step":1}"#, into: "Mark")
    try scenario.importJSON(#"{"id":1,"steps":[]}"#, into: "Flow")
    try scenario.expect("SELECT id FROM Step ORDER BY id", "1\n2\n3")
    try scenario.expect("SELECT id FROM Move ORDER BY id", "1\n2\n3")
  }

  @Test func `an item that very many rows own takes no longer than many items`() throws {
    let bench = try EngineBench(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Flow: { attributes: { id: Int }, relationships: { posts: { to: [Post], inverse: flow, MergePolicy: Replace } } }
        Post:
          attributes: { id: Int }
          relationships:
            flow: Flow?
            tags: { to: [Tag], inverse: none, DeleteRule: Cascade }
            topic: { to: Topic?, inverse: none, DeleteRule: Cascade }
        Tag: { attributes: { id: Int } }
        Topic: { attributes: { id: Int } }
        Mark: { attributes: { id: Int }, relationships: { post: { to: Post?, inverse: none } } }
      """)
    let posts = (0..<1500).map { #"{"id":\#($0),"tags":[{"id":1}],"topic":{"id":1}}"# }
    let marks = (0..<1500).map { #"{"id":\#($0),"post":\#($0)}"# }
    let (full, empty) = (#"{"id":1,"posts":[\#(posts.joined(separator: ","))]}"#, #"{"id":1,"posts":[]}"#)
    func count(_ prefixes: String...) throws -> [Int] {
      let rows = try bench.rows()
      return prefixes.map { prefix in rows.filter { $0.hasPrefix(prefix) }.count }
    }
    var prune = ImportOptions()
    prune.policy = .mergeAndPrune
    try bench.importJSON(full, into: .entity("Flow"))
    try bench.importJSON("[\(marks.joined(separator: ","))]", into: .entity("Mark"))
    // Each post stays for its mark, and the tag and the topic stay with them.
    let work = try bench.work { try bench.importJSON(empty, into: .entity("Flow")) }
    #expect(work < 800)
    #expect(try count("Post: ", "Tag: ", "Topic: ") == [1500, 1, 1])
    // One of the many stays.
    try bench.importJSON(full, into: .entity("Flow"))
    try bench.importJSON(#"[{"id":700}]"#, into: .entity("Mark"), options: prune)
    try bench.importJSON(empty, into: .entity("Flow"))
    #expect(try count("Post: ", "Tag: ", "Topic: ") == [1, 1, 1])
    // None does.
    try bench.importJSON(#"{"id":1,"posts":[700]}"#, into: .entity("Flow"))
    try bench.importJSON("[]", into: .entity("Mark"), options: prune)
    try bench.importJSON(empty, into: .entity("Flow"))
    #expect(try count("Post: ", "Tag: ", "Topic: ") == [0, 0, 0])
  }

  @Test func `Deny is not asked of a row that goes with its owner`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Board:
          attributes: { id: Int }
          relationships: { cards: { to: [Card], inverse: board, DeleteRule: Cascade } }
        Card:
          attributes: { id: Int }
          relationships: { board: Board?, notes: { to: [Note], inverse: none, DeleteRule: Deny } }
        Note: { attributes: { id: Int } }
      """)
    try scenario.importJSON(#"{"id":1,"cards":[{"id":1,"notes":[{"id":1}]}]}"#, into: "Board")
    #expect(try scenario.failure("[]", into: "Card") { $0.policy = .mergeAndPrune }.reason == .refused)
    try scenario.importJSON("[]", into: "Board") { $0.policy = .mergeAndPrune }
    try scenario.expect("SELECT id FROM Card", "")
    try scenario.expect("SELECT id FROM Note", "1")
  }
}
