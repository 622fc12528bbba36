import Rowsmith
import Testing

/// Rule 1: one import is one transaction, and the order inside does not matter.
@Suite struct TransactionRuleTests {
  private static let books = "SELECT id, title, author, author_position FROM Book ORDER BY id"

  @Test func `a fault in the last record leaves nothing of the first`() throws {
    let scenario = try LibraryModel.scenario()
    _ = try scenario.failure(#"[{"id":1,"title":"a"},{"id":2,"title":"b"},{"id":3}]"#, into: "Book")
    try scenario.expect(TransactionRuleTests.books, "")
    _ = try scenario.failure(#"[{"id":1,"title":"a"},{"id":2,"title":"b"}"#, into: "Book")
    try scenario.expect(TransactionRuleTests.books, "")
  }

  @Test func `children may come before their parents and foreign keys before their rows`() throws {
    let members = [
      #""authors":[{"id":1,"name":"A","home":"x"}]"#,
      #""books":[{"id":7,"title":"t","author":1,"tags":["red"]}]"#,
      #""tags":{"red":{"color":"f00"}}"#, #""main":{"towns":[{"id":"x","size":3}]}"#,
    ]
    var images: Set<DatabaseImage> = []
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1]] {
      let scenario = try LibraryModel.scenario()
      let report = try scenario.importJSON(
        "{" + order.map { members[$0] }.joined(separator: ",") + "}", into: .document("library"))
      #expect(report.unresolved == [:])
      try scenario.expect("SELECT name, home, size FROM Author JOIN Town ON home = Town.id", "A | x | 3")
      try scenario.expect(
        "SELECT title, color FROM Book JOIN Book_tags ON source = id JOIN Tag ON target = name", "t | f00")
      images.insert(try scenario.test.image())
    }
    #expect(images.count == 1)
  }

  @Test func `an import in two parts comes to the same as one`() throws {
    let records = (1...6).map {
      #"{"id":\#($0),"title":"t\#($0)","author":\#($0 % 2),"tags":["a","t\#($0 % 3)"]}"#
    }
    let whole = try LibraryModel.scenario()
    try whole.importJSON("[\(records.joined(separator: ","))]", into: "Book")
    for cut in 1..<records.count {
      let parts = try LibraryModel.scenario()
      try parts.importJSON("[\(records[..<cut].joined(separator: ","))]", into: "Book")
      try parts.importJSON("[\(records[cut...].joined(separator: ","))]", into: "Book")
      #expect(try parts.test.image() == whole.test.image())
    }
  }

  @Test func `a dry run reports what it would do and does nothing`() throws {
    let scenario = try LibraryModel.scenario()
    let before = try scenario.test.reader.dataVersion()
    var options = ImportOptions()
    options.isDryRun = true
    let report = try scenario.test.store.importJSON(
      .string(#"[{"id":1,"title":"a"}]"#), into: .entity("Book"), options: options)
    #expect(report.entities["Book"]?.inserted == 1)
    #expect(try scenario.test.reader.dataVersion() == before)
    try scenario.expect(TransactionRuleTests.books, "")
  }
}
