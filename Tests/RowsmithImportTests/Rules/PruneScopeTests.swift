import Rowsmith
import RowsmithSchema
import Testing

/// Root policies that delete only what a query has.
@Suite struct PruneScopeTests {
  private let scenario: ImportScenario

  init() throws {
    scenario = try LibraryModel.scenario(comparingReference: false)
    try scenario.importJSON(
      #"[{"id":1,"title":"a","author":1},{"id":2,"title":"b","author":1},{"id":3,"title":"c","author":2},{"id":4,"title":"d"}]"#,
      into: "Book")
  }

  private func take(_ json: String, _ scopes: [PruneScope], policy: Schema.MergePolicy = .mergeAndPrune)
    throws
  {
    try scenario.importJSON(json, into: "Book") {
      $0.policy = policy
      $0.pruneScopes = scopes
    }
  }

  private func expect(_ keys: String) throws { try scenario.expect("SELECT id FROM Book ORDER BY 1", keys) }

  @Test func `only rows of the query go`() throws {
    try take(#"[{"id":1,"title":"a"}]"#, [PruneScope(ABook.filter(.sql("author = ?", 1)))])
    try expect("1\n3\n4")
  }

  @Test func `a scope is about the rows as they are when the document has ended`() throws {
    // Book 2 leaves the author that the scope asks for, and book 3 comes to it; both are named.
    try take(
      #"[{"id":2,"title":"b","author":2},{"id":3,"title":"c","author":1}]"#,
      [PruneScope(ABook.filter(.sql("author = ?", 1)))])
    try expect("2\n3\n4")
  }

  @Test func `rows of any of several scopes go`() throws {
    try take(
      "[]",
      [PruneScope(ABook.filter(.sql("author = ?", 2))), PruneScope(ABook.filter(.sql("author IS NULL")))])
    try expect("1\n2")
  }

  @Test func `columns with their values are a scope, NULL among them`() throws {
    try take("[]", [PruneScope(entity: "Book", columns: [("author", .null), ("title", .text("d"))])])
    try expect("1\n2\n3")
  }

  @Test func `of an entity that no scope is about nothing goes`() throws {
    try take("[]", [PruneScope(entity: "Town", columns: [])])
    try expect("1\n2\n3\n4")
  }

  @Test func `a policy that deletes nothing has no use for a scope`() throws {
    try take("[]", [PruneScope(ABook.all)], policy: .merge)
    try expect("1\n2\n3\n4")
    try take("[]", [PruneScope(ABook.all)], policy: .replace)
    try expect("")
  }
}

/// A book by its key alone.
private struct ABook: Record {
  typealias Key = Int
  static let entityName = "Book"
  static let columnNames = ["id"]
  var id: Int

  init(row: Row) throws(RowDecodingError) { id = try row.int(at: 0) }

  func encode(to encoder: inout RowEncoder) { encoder.encode(id) }

  enum Columns {}
}
