import Rowsmith
import Testing

/// What one import notes for itself is nothing to the next one in the same store.
@Suite struct ImportAfterImportTests {
  private static let temporary = [
    "_rowsmith_references", "_rowsmith_touched", "_rowsmith_orphans", "_rowsmith_unlinked",
    "_rowsmith_deletions",
    "_rowsmith_staying",
    "_rowsmith_partial", "_rowsmith_partial_mentions", "_rowsmith_tombstones", "_rowsmith_writes",
  ]

  /// The rows left in the temporary tables of the connection that writes.
  private func leftovers(_ scenario: ImportScenario) throws -> [String: Int] {
    try scenario.test.store.write { db in
      var counts: [String: Int] = [:]
      for table in ImportAfterImportTests.temporary {
        counts[table] = try db.fetch(.sql("SELECT * FROM temp.\(table)")).count
      }
      return counts.filter { $0.value > 0 }
    }
  }

  @Test func `keys that name no row are noted by each import anew`() throws {
    let scenario = try LibraryModel.scenario()
    for number in 1...3 {
      let report = try scenario.importJSON(
        #"{"id":\#(number),"title":"t","author":\#(number),"tags":["a"]}"#, into: "Book")
      #expect(report.unresolved["Book.author"] == number)
      #expect(try leftovers(scenario) == [:])
    }
    let report = try scenario.importJSON(#"[{"id":1,"name":"A"},{"id":3,"name":"C"}]"#, into: "Author")
    #expect(report.unresolved["Book.author"] == 1)
  }

  @Test func `rows that leave are forgotten when the import ends`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(
      #"{"id":1,"books":[{"id":1,"title":"a"},{"id":2,"title":"b"}],"home":{"id":"x"}}"#, into: "Author")
    try scenario.importJSON(#"{"id":1,"books":[{"id":2,"title":"b"}],"home":{"id":"y"}}"#, into: "Author")
    try scenario.expect("SELECT id FROM Book", "2")
    try scenario.expect("SELECT id FROM Town", "y")
    #expect(try leftovers(scenario) == [:])
    // The row has the number of one that left.
    try scenario.importJSON(#"{"id":3,"title":"c"}"#, into: "Book")
    try scenario.importJSON(#"{"id":1,"books":[]}"#, into: "Author")
    try scenario.expect("SELECT id FROM Book", "3")
    #expect(try leftovers(scenario) == [:])
  }

  @Test func `an import that fails leaves nothing noted`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(#"{"id":1,"books":[{"id":1,"title":"a"}]}"#, into: "Author")
    _ = try scenario.failure(#"[{"id":1,"books":[]},{"id":2,"home":"nowhere"},{"id":"no"}]"#, into: "Author")
    #expect(try leftovers(scenario) == [:])
    let report = try scenario.importJSON(#"{"id":2,"title":"b","author":9}"#, into: "Book")
    #expect(report.unresolved == ["Book.author": 1])
    try scenario.expect("SELECT id FROM Book ORDER BY id", "1\n2")
  }

  @Test func `a record that is taken back takes nothing along that the next needs`() throws {
    let scenario = try LibraryModel.scenario(comparingReference: false)
    // The first record of the first import in this store is refused by the database, with a key noted before.
    try scenario.test.store.write {
      _ = try $0.execute(
        sql: "CREATE TRIGGER no BEFORE INSERT ON Tag WHEN NEW.name = 'bad' "
          + "BEGIN SELECT RAISE(ABORT, 'no'); END")
    }
    let report = try scenario.importJSON(
      #"[{"id":1,"title":"a","author":5,"tags":["bad"]},{"id":2,"title":"b","author":6,"tags":[{"name":"bad"}]},"#
        + #"{"id":3,"title":"c","author":7}]"#, into: "Book"
    ) { $0.onInvalid = .skip }
    #expect(report.skippedCount == 2)
    #expect(report.unresolved["Book.author"] == 3)
    #expect(try leftovers(scenario) == [:])
  }
}
