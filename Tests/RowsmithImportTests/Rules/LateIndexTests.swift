import RowsmithSchema
import Testing

@testable import Rowsmith

/// Indices of tables that a large document fills are made behind the rows, and nobody can tell.
@Suite struct LateIndexTests {
  private let indexes =
    "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name"

  private func books(_ range: Range<Int>) -> String {
    let books = range.map { #"{"id":\#($0),"title":"t","author":{"id":\#($0 % 10)}}"# }
    return "[" + books.joined(separator: ",") + "]"
  }

  private func check(_ scenario: ImportScenario, _ before: [[StoredValue]]) throws {
    let after = try scenario.test.reader.rows(indexes)
    #expect(after == before)
    #expect(!after.isEmpty)
    try scenario.expect("PRAGMA integrity_check", "ok")
  }

  @Test func `every index is there in the end, with every row in it`() throws {
    let scenario = try LibraryModel.scenario()
    let before = try scenario.test.reader.rows(indexes)
    try scenario.importJSON(books(0..<500), into: "Book") { $0.lateIndexBytes = 1000 }
    try check(scenario, before)
    try scenario.expect("SELECT count(*) FROM Book INDEXED BY \"Book.author\" WHERE author = 3", "50")
  }

  @Test func `an import that fails leaves the indices as they were`() throws {
    let scenario = try LibraryModel.scenario()
    let before = try scenario.test.reader.rows(indexes)
    let bad = books(0..<500).dropLast() + #",{"id":"x"}]"#
    _ = try scenario.failure(String(bad), into: "Book") { $0.lateIndexBytes = 1000 }
    try check(scenario, before)
  }

  @Test func `an index that is needed on the way is made on the way`() throws {
    let scenario = try LibraryModel.scenario()
    let before = try scenario.test.reader.rows(indexes)
    let lists = #"{"id":3,"books":[{"id":3,"title":"t"},{"id":503,"title":"u"}]}"#
    let desks = (0..<9).map { #"{"id":\#($0),"desk":{"id":\#($0)}}"# }.joined(separator: ",")
    try scenario.importJSON(
      #"{"books":\#(books(0..<500)),"authors":[\#(lists),\#(desks)]}"#, into: .document("library")
    ) { $0.lateIndexBytes = 1000 }
    try check(scenario, before)
    try scenario.expect("SELECT count(*) FROM Book WHERE author = 3", "2")
  }

  @Test func `an index that the app has dropped stays dropped`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.test.store.write { try _ = $0.execute(sql: "DROP INDEX \"Book.author\"") }
    let before = try scenario.test.reader.rows(indexes)
    try scenario.importJSON(books(0..<500), into: "Book") { $0.lateIndexBytes = 0 }
    try check(scenario, before)
  }

  @Test func `the index of a link table is there in the end, with every link in it`() throws {
    let scenario = try LibraryModel.scenario()
    let before = try scenario.test.reader.rows(indexes)
    let books = (0..<500).map { #"{"id":\#($0),"title":"t","tags":["a\#($0 % 10)"],"tag_ids":["b"]}"# }
    try scenario.importJSON("[\(books.joined(separator: ","))]", into: "Book") { $0.lateIndexBytes = 1000 }
    try check(scenario, before)
    try scenario.expect(
      "SELECT count(*) FROM Book_tags INDEXED BY \"Book_tags.target\" WHERE target = 'a3'", "50")
  }

  @Test func `lists of targets see the links that were made without the index`() throws {
    let scenario = try LibraryModel.scenario()
    let before = try scenario.test.reader.rows(indexes)
    let books = (0..<300).map { #"{"id":\#($0),"title":"t","tags":["a","b"]}"# }.joined(separator: ",")
    try scenario.importJSON(
      #"{"books":[\#(books)],"tags":{"a":{"books":[3,{"id":500,"title":"u"}]},"b":{"books":[4,900]}}}"#,
      into: .document("library")
    ) { $0.lateIndexBytes = 1000 }
    try check(scenario, before)
  }

  @Test func `the index of a link table is left out until links are searched by their target`() throws {
    let schema = try LibraryModel.scenario().test.store.schema
    let connection = try Connection(path: ":memory:")
    for statement in DDL.statements(for: Layout(schema)) { try connection.execute(statement) }
    try connection.execute("INSERT INTO Book_tags VALUES (1, 'a', 0)")
    func isThere(_ name: String) throws -> Bool {
      try connection.integer("SELECT 1 FROM sqlite_master WHERE name = ?1", [.text(name)]) != nil
    }
    let mapping = try Mapping(schema: schema)
    func begin() throws -> LateIndexes {
      let late = LateIndexes(
        connection: connection, writers: [],
        linkWriters: mapping.links.map { LinkWriter(mapping: $0, connection: connection) })
      try late.begin()
      return late
    }
    _ = try begin()
    #expect(try isThere("Book_tags.target"), "its table has rows")
    try connection.execute("DELETE FROM Book_tags")
    let late = try begin()
    #expect(try !isThere("Book_tags.target"))
    let link = try #require(mapping.links.first { $0.name == "Book_tags" })
    try late.require(link)
    #expect(try isThere("Book_tags.target"))
  }
}
