import Rowsmith
import Testing

/// Rule 6: rows without a key belong to the record in which they are embedded.
@Suite struct KeylessRuleTests {
  private static let model = """
    defaults: { MergePolicy: Replace }
    entities:
      Order:
        attributes: { id: Int }
        relationships: { lines: { to: [Line], inverse: none, ordered: true } }
      Line:
        attributes: { text: String?, count: { type: Int, default: 1 } }
        relationships: { parts: { to: [Part], inverse: none }, box: { to: Box?, inverse: none } }
      Part: { attributes: { name: String? } }
      Box: { attributes: { size: Int? } }
      Pin: { attributes: { id: Int }, relationships: { orders: { to: [Order], inverse: none } } }
      Book: { attributes: { id: Int }, relationships: { best: { to: Line?, inverse: none } } }
    """

  private static let document = """
    [{"id":1,"lines":[{"text":"a","parts":[{"name":"p"},{"name":"q"}],"box":{"size":1}},{"text":"b","count":2}]},
    {"id":2,"lines":[{"text":"a","parts":[{"name":"p"}]}]}]
    """

  private static let identifiers = """
    SELECT 'line', _rowsmith_id, text FROM Line UNION ALL SELECT 'part', _rowsmith_id, name FROM Part
    UNION ALL SELECT 'box', _rowsmith_id, size FROM Box ORDER BY 1, 2
    """

  private static let counts =
    "SELECT (SELECT count(*) FROM Line), (SELECT count(*) FROM Part), (SELECT count(*) FROM Box)"

  private func started() throws -> ImportScenario {
    let scenario = try ImportScenario(KeylessRuleTests.model)
    try scenario.importJSON(KeylessRuleTests.document, into: "Order")
    return scenario
  }

  @Test func `two levels imported five times keep their rows, and no page is written`() throws {
    let scenario = try started()
    try scenario.expect(KeylessRuleTests.counts, "3 | 3 | 1")
    let before = try scenario.test.reader.rows(KeylessRuleTests.identifiers)
    let version = try scenario.test.reader.dataVersion()
    for _ in 1...5 {
      let report = try scenario.importJSON(KeylessRuleTests.document, into: "Order")
      for counts in report.entities.values {
        #expect(counts.inserted + counts.updated + counts.deleted == 0)
      }
      #expect(report.links == ImportReport.Links())
    }
    #expect(try scenario.test.reader.rows(KeylessRuleTests.identifiers) == before)
    #expect(try scenario.test.reader.dataVersion() == version)
  }

  @Test func `an item that changed is the row that stood in its place`() throws {
    let scenario = try started()
    let before = try scenario.test.reader.rows("SELECT _rowsmith_id FROM Line ORDER BY 1")
    let report = try scenario.importJSON(
      #"{"id":1,"lines":[{"text":"c","parts":[{"name":"q"}]},{"text":"d"}]}"#, into: "Order")
    #expect(try scenario.test.reader.rows("SELECT _rowsmith_id FROM Line ORDER BY 1") == before)
    // What the items do not give falls back, and what was the row's own is gone.
    try scenario.expect("SELECT text, count FROM Line ORDER BY text", "a | 1\nc | 1\nd | 1")
    try scenario.expect(KeylessRuleTests.counts, "3 | 2 | 0")
    #expect(report.entities["Line"]?.updated == 2)
    #expect(report.entities["Part"]?.deleted == 1)
  }

  @Test func `the children of a parent mentioned twice are those of the later mention`() throws {
    let scenario = try started()
    for _ in 1...3 {
      try scenario.importJSON(
        """
        [{"id":1,"lines":[{"text":"x","parts":[{"name":"p"}]},{"text":"y"},{"text":"z"}]},
        {"id":1,"lines":[{"text":"v","parts":[{"name":"s"},{"name":"t"}]}]}]
        """, into: "Order")
      try scenario.expect("SELECT text FROM Line ORDER BY 1", "a\nv")
      try scenario.expect("SELECT name FROM Part ORDER BY 1", "p\ns\nt")
    }
  }

  @Test func `a parent that is pruned takes its rows along, to any depth`() throws {
    let scenario = try started()
    let report = try scenario.importJSON(#"[{"id":2}]"#, into: "Order") { $0.policy = .mergeAndPrune }
    try scenario.expect(KeylessRuleTests.counts, "1 | 1 | 0")
    #expect(report.entities["Line"]?.deleted == 2)
    #expect(report.entities["Part"]?.deleted == 2)
    #expect(report.entities["Box"]?.deleted == 1)
  }

  @Test func `a row of a parent that goes stays where another row that stays refers to it`() throws {
    // Nothing in JSON can name such a row; an app can link it.
    let plain = try ImportScenario(KeylessRuleTests.model, comparingReference: false)
    try plain.importJSON(KeylessRuleTests.document, into: "Order")
    try plain.importJSON(#"{"id":1}"#, into: "Book")
    try plain.test.store.write {
      try $0.execute(sql: "UPDATE Book SET best = (SELECT _rowsmith_id FROM Line WHERE text = 'b')")
    }
    try plain.importJSON("[]", into: "Order") { $0.policy = .mergeAndPrune }
    try plain.expect("SELECT text FROM Line", "b")
    try plain.expect("SELECT best IS NOT NULL FROM Book", "1")
  }

  @Test func `an inherited order is kept when rows are added in front`() throws {
    let scenario = try started()
    try scenario.importJSON(
      #"{"id":1,"lines":[{"text":"n"},{"text":"a"},{"text":"b"}]}"#, into: "Order")
    try scenario.expect(
      "SELECT text, position FROM Order_lines JOIN Line ON target = _rowsmith_id WHERE source = 1 ORDER BY position",
      "n | 0\na | 1\nb | 2")
  }

  @Test func `a list that is empty or null lets all go`() throws {
    for value in ["[]", "null"] {
      let scenario = try started()
      try scenario.importJSON(#"{"id":1,"lines":\#(value)}"#, into: "Order")
      try scenario.expect(KeylessRuleTests.counts, "1 | 1 | 0")
    }
  }
}
