import Rowsmith
import Testing

/// An import remembers which relationships have their keys under the foreign key that the model implies.
@Suite struct ImpliedKeyRuleTests {
  private static let books =
    #"[{"id":1,"title":"a","author_id":7,"tag_ids":["x"]},{"id":2,"title":"b","author_id":null}]"#

  private func noted(_ scenario: ImportScenario) throws -> [[StoredValue]] {
    try scenario.test.reader.rows("SELECT relationship FROM _rowsmith_implied_keys ORDER BY 1")
  }

  @Test func `it is noted once for a relationship, and the same document again writes no page`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(Self.books, into: "Book")
    #expect(try noted(scenario) == [[.text("Book.author")], [.text("Book.tags")]])
    let version = try scenario.test.reader.dataVersion()
    try scenario.importJSON(Self.books, into: "Book")
    #expect(try scenario.test.reader.dataVersion() == version)
  }

  @Test func `a document in another spelling is noted when it changes a row, and writes no page otherwise`()
    throws
  {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(Self.books, into: "Book")
    let own = Self.books.replacing("author_id", with: "author")
    var options = ImportOptions()
    options.isDryRun = true
    try scenario.test.store.importJSON(.string(own), into: .entity("Book"), options: options)
    #expect(try noted(scenario) == [[.text("Book.author")], [.text("Book.tags")]])
    let version = try scenario.test.reader.dataVersion()
    let report = try scenario.importJSON(own, into: "Book")
    #expect(report.entities["Book"]?.unchanged == 2)
    #expect(try scenario.test.reader.dataVersion() == version)
    try scenario.importJSON(#"{"id":99,"title":"new","author":7}"#, into: "Book")
    #expect(try noted(scenario) == [[.text("Book.tags")]])
  }

  @Test func `where bad records are skipped and the document is read again, it is noted as well`() throws {
    let scenario = try LibraryModel.scenario()
    var options = ImportOptions()
    options.onInvalid = .skip
    let json =
      #"[{"id":1,"author_id":7},{"id":2,"title":"b","author_id":7},{"id":3,"title":"c","author_id":true}]"#
    let report = try scenario.test.store.importJSON(.string(json), into: .entity("Book"), options: options)
    #expect(report.skippedCount == 2)
    #expect(try noted(scenario) == [[.text("Book.author")]])
    let version = try scenario.test.reader.dataVersion()
    try scenario.test.store.importJSON(.string(json), into: .entity("Book"), options: options)
    #expect(try scenario.test.reader.dataVersion() == version)
  }

  @Test func `sources that are one document tell it together`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(Self.books, into: "Book")
    let sources = [#"{"id":1,"author":7}"#, #"{"id":2,"author_id":7}"#].map { JSONSource.string($0) }
    try scenario.test.store.importJSON(sources, into: .entity("Book"))
    #expect(try noted(scenario) == [[.text("Book.tags")]])
  }
}
