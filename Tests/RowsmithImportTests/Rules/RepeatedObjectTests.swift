import Testing

@testable import Rowsmith

/// Objects that are embedded more than once, byte for byte: known by their bytes, and as good as read again.
@Suite struct RepeatedObjectTests {
  private let x = #"{"id":7,"name":"x","rank":1}"#
  private let y = #"{"id":7,"name":"y"}"#

  private func books(_ authors: String...) -> String {
    let books = authors.enumerated().map { #"{"id":\#($0 + 1),"title":"t","author":\#($1)}"# }
    return "[" + books.joined(separator: ",") + "]"
  }

  @Test func `an object that comes again counts as unchanged`() throws {
    let scenario = try LibraryModel.scenario()
    let report = try scenario.importLarge(books(x, x, x), into: "Book")
    #expect(report.entities["Author"] == .init(inserted: 1, unchanged: 2))
    try scenario.expect("SELECT id, author FROM Book ORDER BY id", "1 | 7\n2 | 7\n3 | 7")
  }

  @Test func `an object that comes again after another one has changed its row changes it back`() throws {
    let scenario = try LibraryModel.scenario()
    let report = try scenario.importLarge(books(x, y, x, x), into: "Book")
    #expect(report.entities["Author"] == .init(inserted: 1, updated: 2, unchanged: 1))
    try scenario.expect("SELECT name, rank FROM Author", "x | 1")
  }

  @Test func `a root record that changes the row in between counts, too`() throws {
    let scenario = try LibraryModel.scenario()
    let author = #"{"id":7,"name":"z","books":[{"id":8,"title":"u","author":\#(x)},{"id":9,"title":"v"}]}"#
    try scenario.importLarge(
      #"{"books":\#(books(x, x)),"authors":[\#(author)]}"#, into: .document("library"))
    try scenario.expect("SELECT name, rank FROM Author", "x | 1")
    try scenario.importLarge(
      #"{"books":\#(books(x, x)),"authors":[\#(author),\#(y)]}"#, into: .document("library"))
    try scenario.expect("SELECT name, rank FROM Author", "y | 1")
  }

  @Test func `under Replace a row has what the mentions give it, whatever their order`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importLarge(#"[{"id":"a","size":3}]"#, into: "Town")
    let report = try scenario.importLarge(
      #"[{"id":1,"home":{"id":"a"}},{"id":2,"home":{"id":"a","size":4}},{"id":3,"home":{"id":"a"}}]"#,
      into: "Author")
    #expect(report.entities["Town"] == .init(updated: 1, unchanged: 2))
    try scenario.expect("SELECT size FROM Town", "4")
  }

  @Test func `items of a many-to-many relationship are linked each time`() throws {
    let scenario = try LibraryModel.scenario()
    let tags = #"[{"name":"new","color":"r\u0065d"},{"name":"old"}]"#
    let report = try scenario.importLarge(
      #"[{"id":1,"title":"a","tags":\#(tags)},{"id":2,"title":"b","tags":\#(tags)}]"#, into: "Book")
    #expect(report.entities["Tag"] == .init(inserted: 2, unchanged: 2))
    #expect(report.links.added == 4)
    try scenario.expect("SELECT name, color FROM Tag ORDER BY name", "new | red\nold | ·")
  }

  @Test func `keys that the model does not mention are counted each time`() throws {
    let scenario = try LibraryModel.scenario()
    let author = #"{"id":7,"born":1900,"name":"x"}"#
    let report = try scenario.importLarge(books(author, author, author), into: "Book")
    #expect(report.unknownKeys["Author.born"]?.count == 3)
    #expect(report.unknownKeys["Author.born"]?.example == "$[0].author.born")
  }

  @Test func `objects that begin alike are told apart, however long they are`() throws {
    let scenario = try LibraryModel.scenario()
    let name = String(repeating: "long ", count: 100)
    try scenario.importLarge(
      books(
        #"{"id":7,"name":"\#(name)","rank":1}"#, #"{"id":7,"name":"\#(name)","rank":2}"#,
        #"{"id":7,"name":"\#(name)","rank":1}"#, #"{"id":7,"name":"\#(name)","rank":2}"#), into: "Book")
    try scenario.expect("SELECT rank FROM Author", "2")
  }

  @Test func `more objects than are remembered are imported all the same`() throws {
    let scenario = try LibraryModel.scenario(comparingReference: false)
    let count = 20_000
    let books = (0..<count).map { number in
      #"{"id":\#(number),"title":"t","author":{"id":\#(number % 9_000),"name":"n\#(number % 9_000)"}}"#
    }
    let report = try scenario.importLarge("[" + books.joined(separator: ",") + "]", into: "Book")
    #expect(report.entities["Author"] == .init(inserted: 9_000, unchanged: 11_000))
    try scenario.expect(
      "SELECT count(*), count(DISTINCT name) FROM Author WHERE name = 'n' || id", "9000 | 9000")
  }

  @Test func `where a trigger may change rows, each object is looked up`() throws {
    let scenario = try LibraryModel.scenario(comparingReference: false)
    try scenario.test.store.write { db in
      try db.execute(
        sql: """
          CREATE TRIGGER shout AFTER INSERT ON Book BEGIN UPDATE Author SET name = upper(name); END
          """)
    }
    let report = try scenario.importLarge(books(x, x, x), into: "Book")
    #expect(report.entities["Author"] == .init(inserted: 1, updated: 2))
    try scenario.expect("SELECT name FROM Author", "x")
  }
}

extension ImportScenario {
  /// Imports as large documents are: in a small one, nobody looks for objects that come again.
  @discardableResult
  fileprivate func importLarge(_ text: String, into target: ImportTarget) throws -> ImportReport {
    try importJSON(text, into: target) { $0.repeatedObjectBytes = 0 }
  }

  @discardableResult
  fileprivate func importLarge(_ text: String, into entity: String) throws -> ImportReport {
    try importLarge(text, into: .entity(entity))
  }
}

extension ImportReport.Counts {
  fileprivate init(inserted: Int = 0, updated: Int = 0, unchanged: Int = 0) {
    self.init()
    (self.inserted, self.updated, self.unchanged) = (inserted, updated, unchanged)
  }
}
