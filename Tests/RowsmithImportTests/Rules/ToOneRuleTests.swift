import Rowsmith
import Testing

/// Rule 5 for to-one relationships.
@Suite struct ToOneRuleTests {
  private static let towns = "SELECT id, size FROM Town ORDER BY id"

  @Test(arguments: [
    ("Replace", #"{"id":"y"}"#, "y", "y | ·"), ("Replace", "null", "·", ""),
    ("Replace", #""y""#, "y", "x | 3"),
    ("Replace", #"{"id":"x"}"#, "x", "x | ·"), ("Merge", #"{"id":"y"}"#, "y", "x | 3\ny | ·"),
    ("Merge", "null", "·", "x | 3"), ("Merge", #"{"id":"x"}"#, "x", "x | 3"),
    ("MergeAndPrune", #"{"id":"y"}"#, "y", "x | 3\ny | ·"), ("MergeAndPrune", "null", "·", "x | 3"),
    ("MergeAndPrune, Prune: Delete", #"{"id":"y"}"#, "y", "y | ·"),
    ("MergeAndPrune, Prune: Delete", "null", "·", ""),
  ])
  func `the three policies`(policy: String, value: String, home: String, rows: String) throws {
    let scenario = try LibraryModel.scenario(home: policy)
    try scenario.importJSON(#"{"id":1,"home":{"id":"x","size":3}}"#, into: "Author")
    try scenario.importJSON(#"{"id":1}"#, into: "Author")
    try scenario.expect("SELECT home FROM Author", "x")
    try scenario.importJSON(#"{"id":1,"home":\#(value)}"#, into: "Author")
    try scenario.expect("SELECT home FROM Author", home)
    try scenario.expect(ToOneRuleTests.towns, rows)
  }

  @Test func `the row that is left stays while another refers to it`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(#"[{"id":1,"home":{"id":"x"}},{"id":2,"home":"x"}]"#, into: "Author")
    try scenario.importJSON(#"{"id":1,"home":null}"#, into: "Author")
    try scenario.expect(ToOneRuleTests.towns, "x | ·")
    try scenario.importJSON(#"{"id":2,"home":null}"#, into: "Author")
    try scenario.expect(ToOneRuleTests.towns, "")
  }

  @Test func `a foreign key that is null unlinks and deletes nothing`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(#"{"id":1,"home":{"id":"x"}}"#, into: "Author")
    try scenario.importJSON(#"{"id":1,"home_id":null}"#, into: "Author")
    try scenario.expect("SELECT home FROM Author", "·")
    try scenario.expect(ToOneRuleTests.towns, "x | ·")
  }

  @Test func `both ends of a one-to-one are kept in step`() throws {
    let scenario = try LibraryModel.scenario()
    let both = """
      SELECT 'author', id, desk FROM Author UNION ALL SELECT 'desk', id, owner FROM Desk ORDER BY 1, 2
      """
    try scenario.importJSON(#"[{"id":1,"desk":{"id":10}},{"id":2,"desk":11}]"#, into: "Author")
    try scenario.expect(both, "author | 1 | 10\nauthor | 2 | 11\ndesk | 10 | 1")
    try scenario.importJSON(#"{"id":11}"#, into: "Desk")
    try scenario.expect(both, "author | 1 | 10\nauthor | 2 | 11\ndesk | 10 | 1\ndesk | 11 | 2")
    try scenario.importJSON(#"{"id":11,"owner":1}"#, into: "Desk")
    try scenario.expect(both, "author | 1 | 11\nauthor | 2 | ·\ndesk | 10 | ·\ndesk | 11 | 1")
    try scenario.importJSON(#"{"id":1,"desk":null}"#, into: "Author")
    try scenario.expect(both, "author | 1 | ·\nauthor | 2 | ·\ndesk | 10 | ·\ndesk | 11 | ·")
  }

  @Test(arguments: ["[]", "[1]", "1", "true", #"["x"]"#])
  func `a to-one is null, a key or an object`(value: String) throws {
    let scenario = try LibraryModel.scenario()
    let error = try scenario.failure(#"{"id":1,"home":\#(value)}"#, into: "Author")
    #expect(error.reason == (value.hasPrefix("[") ? .unexpectedShape : .invalidValue))
    #expect(error.entity == "Author")
    #expect(error.path == "$.home")
  }
}
