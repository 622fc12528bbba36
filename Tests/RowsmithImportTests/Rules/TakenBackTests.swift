import Testing

@testable import Rowsmith

/// Rule 8: a record that is refused when it is stored is taken back, and the rest of its root record is stored again.
@Suite struct TakenBackTests {
  private struct No: Error {}

  private static let model = """
    defaults: { MergePolicy: Merge }
    entities:
      Book:
        attributes: { id: Int, title: String? }
        relationships: { author: Author?, tags: { to: [Tag], inverse: none } }
      Author: { attributes: { id: Int, name: String? }, relationships: { books: [Book] } }
      Tag: { PrimaryKey: name, attributes: { name: String, color: String? } }
    """

  private static let books = """
    [{"id":1,"title":"no","author":{"id":7,"name":"x"},"tags":[{"name":"a","color":"red"}]},
     {"id":2,"title":"yes","author":{"id":7,"name":"x"},"tags":[{"name":"a","color":"red"},{"name":"no","color":"blue"}]},
     {"id":3,"title":"yes","author":{"id":7,"name":"x"},"tags":[{"name":"a","color":"red"}]}]
    """

  /// A store whose hooks refuse rows in which there is the text `no`.
  private func store(refusing entity: String, column: Int) throws -> TestStore {
    var customizations = Customizations()
    customizations.hooks[entity] = EntityHooks(didImport: { row in
      if try row.string(at: column) == "no" { throw No() }
    })
    return try TestStore(ImportScenario.schema(Self.model), customizations: customizations)
  }

  @discardableResult
  private func take(_ test: TestStore, _ configure: (inout ImportOptions) -> Void = { _ in }) throws
    -> ImportReport
  {
    try test.importJSON(Self.books, into: .entity("Book")) {
      ($0.onInvalid, $0.repeatedObjectBytes) = (.skip, 0)
      configure(&$0)
    }
  }

  @Test func `an object that comes again is stored where the record that brought it first was taken back`()
    throws
  {
    let test = try store(refusing: "Book", column: 1)
    let report = try take(test)
    #expect(report.skipped.map(\.path) == ["$[0]"])
    #expect(
      try test.reader.rows("SELECT id, author FROM Book ORDER BY id").map { $0.map(\.cell) }
        == [["2", "7"], ["3", "7"]])
    #expect(try test.reader.rows("SELECT id, name FROM Author").map { $0.map(\.cell) } == [["7", "'x'"]])
    #expect(
      try test.reader.rows("SELECT source, target FROM Book_tags ORDER BY 1, 2").map { $0.map(\.cell) }
        == [["2", "'a'"], ["2", "'no'"], ["3", "'a'"]])
    #expect(report.entities["Book"]?.inserted == 2)
    #expect(report.entities["Author"]?.inserted == 1 && report.entities["Author"]?.unchanged == 1)
  }

  @Test func `a root record without one that it embeds counts as one record, also of those told`() throws {
    let test = try store(refusing: "Tag", column: 0)
    let rows = RootRows()
    let report = try take(test) { $0.rootRows = rows }
    #expect(report.skipped.map(\.path) == ["$[1].tags[1]"])
    #expect(report.entities["Book"]?.inserted == 3 && report.entities["Tag"]?.inserted == 1)
    #expect(report.links.added == 6)
    #expect(rows.count == 3)
    #expect(rows.runs == [.init(entity: "Book", first: 1, count: 3)])
  }

  @Test func `root records that are left out are not told`() throws {
    let test = try store(refusing: "Book", column: 1)
    let rows = RootRows()
    try take(test) { $0.rootRows = rows }
    #expect(rows.runs == [.init(entity: "Book", first: 2, count: 2)] && rows.count == 2)
  }
}
