import Testing

@testable import Rowsmith

/// New rows of a large document wait to be inserted together, and nobody can tell.
@Suite struct RowQueueTests {
  private static func books(_ ids: some Sequence<Int>, title: String = "t") -> String {
    "["
      + ids.map { #"{"id":\#($0),"title":"\#(title) \#($0)","author":{"id":\#($0 % 7)}}"# }.joined(
        separator: ",") + "]"
  }

  private func importing(
    _ text: String, into scenario: ImportScenario, _ options: (inout ImportOptions) -> Void = { _ in }
  ) throws {
    try scenario.importJSON(text, into: "Book") {
      $0.rowsBeforeQueue = 5
      options(&$0)
    }
  }

  @Test(arguments: [
    Array(0..<100), Array(0..<101), (0..<100).reversed(), [5, 1, 9, 2] + Array(10..<90) + [0, 89, 95],
  ])
  func `all rows are there, in whatever order they come`(ids: [Int]) throws {
    let scenario = try LibraryModel.scenario()
    try importing(Self.books(ids), into: scenario)
    try scenario.expect(
      "SELECT count(*), sum(title = 't ' || id), sum(author = id % 7) FROM Book",
      "\(Set(ids).count) | \(Set(ids).count) | \(Set(ids).count)")
  }

  @Test func `rows are appended to those that are there, and what is there is updated`() throws {
    let scenario = try LibraryModel.scenario()
    try importing(Self.books(0..<50), into: scenario)
    try importing(Self.books(30..<90, title: "u"), into: scenario)
    try scenario.expect(
      "SELECT substr(title, 1, 1), count(*), min(id) FROM Book GROUP BY 1", "t | 30 | 0\nu | 60 | 30")
  }

  @Test func `a record that comes again meets its row that waits`() throws {
    let scenario = try LibraryModel.scenario()
    let books = (0..<40).flatMap {
      [
        #"{"id":\#($0),"title":"t"}"#, #"{"id":\#($0),"price":"2"}"#,
        #"{"id":\#($0),"title":"u","tags":["a"]}"#,
      ]
    }
    try importing("[\(books.joined(separator: ","))]", into: scenario)
    try scenario.expect("SELECT count(*), sum(title = 'u'), sum(price = '2') FROM Book", "40 | 40 | 40")
    try scenario.expect("SELECT count(*) FROM Book_tags", "40")
  }

  @Test func `texts that are too long to wait are written in their turn`() throws {
    let scenario = try LibraryModel.scenario()
    let long = String(repeating: "ü", count: 40_000)
    let books = (0..<60).map {
      #"{"id":\#($0),"title":"\#($0 % 7 == 3 ? long : String(repeating: "x", count: 9_000))"}"#
    }
    try importing("[\(books.joined(separator: ","))]", into: scenario)
    try scenario.expect(
      "SELECT length(title), count(*), sum(id % 7 = 3) FROM Book GROUP BY 1", "9000 | 51 | 0\n40000 | 9 | 9"
    )
  }

  @Test func `an import that fails leaves none of the rows that waited`() throws {
    let scenario = try LibraryModel.scenario()
    let bad = Self.books(0..<57).dropLast() + #",{"id":"x"}]"#
    _ = try scenario.failure(String(bad), into: "Book") { $0.rowsBeforeQueue = 5 }
    try scenario.expect("SELECT count(*) FROM Book", "0")
    try importing(Self.books(0..<3), into: scenario)
    try scenario.expect("SELECT count(*) FROM Book", "3")
  }

  @Test func `triggers see what they see when each row is written at once`() throws {
    let seen = try [5, Int.max].map { rows in
      let scenario = try LibraryModel.scenario()
      try scenario.test.store.write {
        _ = try $0.execute(sql: "CREATE TABLE seen (book INTEGER, authors INTEGER)")
        _ = try $0.execute(
          sql: """
            CREATE TRIGGER see AFTER INSERT ON Book
            BEGIN INSERT INTO seen SELECT NEW.id, count(*) FROM Author; END
            """)
      }
      try importing(Self.books(0..<40), into: scenario) { $0.rowsBeforeQueue = rows }
      return try scenario.test.reader.rows("SELECT * FROM seen")
    }
    #expect(seen[0].count == 40)
    #expect(seen[0] == seen[1])
  }

  @Test func `whoever is told of the progress may write`() throws {
    let scenario = try LibraryModel.scenario(comparingReference: false)
    let count = 8_000
    let report = try scenario.test.store.write { transaction in
      var options = ImportOptions()
      nonisolated(unsafe) let writer = transaction
      nonisolated(unsafe) var hasWritten = false
      options.progress = { progress in
        if hasWritten || progress.records < 100 { return }
        hasWritten = true
        _ = try? writer.execute(
          sql: "INSERT INTO Book (id, title) SELECT max(id) + 5, 'by hand' FROM Book")
      }
      return try transaction.importJSON(
        .string(Self.books(0..<count)), into: .entity("Book"), options: options)
    }
    #expect(report.entities["Book"]?.inserted == count - 1)
    #expect(report.entities["Book"]?.updated == 1)
    try scenario.expect("SELECT count(*), sum(title = 't ' || id) FROM Book", "\(count) | \(count)")
  }
}
