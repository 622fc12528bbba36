import Foundation
import Rowsmith
import Testing

/// Rules 9, 10 and 11: the report, long documents, progress and cancellation.
@Suite struct ReportRuleTests {
  @Test func `the report counts records, links and what it did not know`() throws {
    let scenario = try LibraryModel.scenario()
    let document = """
      [{"id":1,"genre":"x","books":[{"id":1,"title":"a","kind":"novel"},{"id":2,"title":"b","kind":"poem","isbn":1}],
      "home":"nowhere"},{"id":2,"genre":"y"}]
      """
    let report = try scenario.importJSON(document, into: "Author")
    #expect(report.entities.mapValues(\.inserted) == ["Author": 2, "Book": 2])
    #expect(report.links.added == 3)
    #expect(report.unresolved == ["Author.home": 1])
    #expect(report.unknownKeys["Author.genre"]?.count == 2)
    #expect(report.unknownKeys["Author.genre"]?.example == "$[0].genre")
    #expect(report.unknownKeys["Book.isbn"]?.example == "$[0].books[1].isbn")
    #expect(report.unlistedValues["Book.kind"]?.count == 1)
    #expect(report.unlistedValues["Book.kind"]?.example == "poem")
    #expect(report.bytes == document.utf8.count)
    #expect(report.seconds > 0)
  }

  @Test(arguments: [false, true])
  func `keys in lists wait only for rows that the document does not bring`(hasLinks: Bool) throws {
    let scenario = try LibraryModel.scenario()
    if hasLinks { try scenario.importJSON(#"{"id":9,"title":"i","tags":["w"]}"#, into: "Book") }
    let first = try scenario.importJSON(
      #"{"tags":{"x":{"book_ids":[2,1,2]}},"books":[{"id":1,"title":"a","tag_ids":["z","y"]}]}"#,
      into: .document("library"))
    #expect(first.unresolved == ["Book.tags": 2, "Tag.books": 1])
    let waiting = "SELECT reference, key FROM _rowsmith_unresolved ORDER BY 1, 2"
    try scenario.expect(waiting, "Book.tags | y\nBook.tags | z\nTag.books | 2")
    let second = try scenario.importJSON(
      #"{"books":[{"id":2,"title":"b"}],"tags":{"y":{}}}"#, into: .document("library"))
    #expect(second.unresolved == ["Book.tags": 1])
    try scenario.expect(waiting, "Book.tags | z")
  }

  @Test func `what others have written since counts, also for an import that changes nothing`() throws {
    let scenario = try LibraryModel.scenario()
    let store = scenario.test.store
    defer { withExtendedLifetime(scenario) {} }
    func unresolved(_ json: String, _ entity: String) throws -> [String: Int] {
      try store.importJSON(.string(json), into: .entity(entity)).unresolved
    }
    let books = [(1, 7), (2, 7), (3, 8)].map { #"{"id":\#($0),"title":"t","author":\#($1)}"# }
    for _ in 1...3 {
      #expect(try unresolved("[\(books.joined(separator: ","))]", "Book") == ["Book.author": 3])
    }
    #expect(try unresolved("[]", "Tag") == ["Book.author": 3])
    try store.write { try $0.execute(sql: "INSERT INTO Author (id, rank) VALUES (7, 5)") }
    #expect(try unresolved("[]", "Tag") == ["Book.author": 1])
    let waiting = "SELECT key FROM _rowsmith_unresolved"
    #expect(try store.fetch(.sql(waiting)).map { $0.values[0] } == [.integer(8)])
    try store.write { try $0.execute(sql: "DELETE FROM Book WHERE id = 3") }
    #expect(try unresolved("[]", "Tag") == [:])
    #expect(try store.fetch(.sql(waiting)).isEmpty)
  }

  @Test func `a link that moves is removed and added, one that goes with its row is not counted`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(#"[{"id":1,"books":[{"id":1,"title":"a"}]},{"id":2}]"#, into: "Author")
    let moved = try scenario.importJSON(#"{"id":1,"author":2}"#, into: "Book")
    #expect(moved.links.added == 1 && moved.links.removed == 1)
    let gone = try scenario.importJSON("[]", into: "Book") { $0.policy = .mergeAndPrune }
    #expect(gone.links == ImportReport.Links())
    #expect(gone.entities["Book"]?.deleted == 1)
  }

  @Test func `progress goes up to the size of the document`() throws {
    let scenario = try LibraryModel.scenario()
    let records = (0..<20_000).map { #"{"id":\#($0),"title":"a title that takes some room"}"# }
    let text = "[\(records.joined(separator: ",\n"))]"
    let seen = Seen()
    var options = ImportOptions()
    options.progress = { seen.add($0) }
    _ = try scenario.test.store.importJSON(.string(text), into: .entity("Book"), options: options)
    let progress = seen.values
    #expect(progress.count > 2)
    #expect(progress.map(\.bytes) == progress.map(\.bytes).sorted())
    #expect(progress.last?.bytes == text.utf8.count)
    #expect(progress.last?.records == 20_000)
    #expect(progress.allSatisfy { $0.totalBytes == text.utf8.count })
  }

  @Test func `a cancelled import leaves the database as it was`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(#"{"id":1,"title":"before"}"#, into: "Book")
    let records = (0..<20_000).map { #"{"id":\#($0),"title":"a title that takes some room"}"# }
    let seen = Seen()
    let error = try scenario.failure("[\(records.joined(separator: ",\n"))]", into: "Book") { options in
      options.progress = { seen.add($0) }
      options.isCancelled = { seen.values.contains { $0.records > 0 } }
    }
    #expect(error.reason == .cancelled)
    try scenario.expect("SELECT title FROM Book", "before")
  }

  @Test func `a cancelled import ends within some records, however few bytes they have`() throws {
    let scenario = try LibraryModel.scenario()
    let records = (0..<1000).map { #"{"id":\#($0),"title":"t"}"# }
    let asked = Seen()
    let error = try scenario.failure("[\(records.joined(separator: ","))]", into: "Book") { options in
      options.isCancelled = {
        asked.count += 1
        return asked.count > 3
      }
    }
    #expect(error.reason == .cancelled)
    try scenario.expect("SELECT count(*) FROM Book", "0")
  }

  @Test func `pruning remembers what a long document names`() throws {
    let scenario = try ImportScenario(
      "entities: { Thing: { attributes: { id: Int } } }", comparingReference: false)
    let list = { (ids: StrideThrough<Int>) in "[" + ids.map { #"{"id":\#($0)}"# }.joined(separator: ",") + "]"
    }
    try scenario.importJSON(list(stride(from: 1, through: 30_000, by: 1)), into: "Thing")
    let report = try scenario.importJSON(list(stride(from: 29_999, through: 1, by: -2)), into: "Thing") {
      $0.policy = .mergeAndPrune
    }
    #expect(report.entities["Thing"]?.unchanged == 15_000)
    #expect(report.entities["Thing"]?.deleted == 15_000)
    try scenario.expect("SELECT count(*), sum(id % 2) FROM Thing", "15000 | 15000")
  }

  /// What a progress closure was told.
  private final class Seen: @unchecked Sendable {
    // Called on one thread at a time, the importing one.
    private(set) var values: [ImportProgress] = []
    var count = 0
    func add(_ progress: ImportProgress) { values.append(progress) }
  }
}
