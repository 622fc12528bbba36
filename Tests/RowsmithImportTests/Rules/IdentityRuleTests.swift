import Rowsmith
import Testing

/// Rules 2, 3 and 4: identity, missing and null, only changes.
@Suite struct IdentityRuleTests {
  @Test func `a record named twice is updated key by key, and counts where it starts`() throws {
    let scenario = try LibraryModel.scenario()
    let report = try scenario.importJSON(
      #"[{"id":1,"name":"a","books":[{"id":7,"title":"t","author":{"id":1,"rank":9}}]},{"id":1,"name":"b"}]"#,
      into: "Author")
    try scenario.expect("SELECT id, name, rank FROM Author", "1 | b | 9")
    #expect(report.entities["Author"]?.inserted == 1)
    #expect(report.entities["Author"]?.updated == 2)
  }

  @Test func `what is embedded comes after the record's own attributes, in the order of its keys`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(
      #"{"books":[{"id":7,"title":"inside","author":{"id":1,"name":"inner"}}],"id":1,"name":"outer"}"#,
      into: "Author")
    try scenario.expect("SELECT name FROM Author", "inner")
    try scenario.importJSON(
      #"{"id":9,"title":"t","tags":[{"name":"x","books":[{"id":9,"title":"second"}]}],"author":{"id":1}}"#,
      into: "Book")
    try scenario.expect("SELECT title FROM Book WHERE id = 9", "second")
  }

  @Test(arguments: [#"{"title":"t"}"#, #"{"id":null,"title":"t"}"#])
  func `an object without its primary key is invalid`(text: String) throws {
    let scenario = try LibraryModel.scenario()
    let error = try scenario.failure(text, into: "Book")
    #expect(error.reason == .missingValue)
    #expect(error.entity == "Book")
  }

  @Test func `every part of a composite key must be there, and the parent fills its own`() throws {
    let scenario = try LibraryModel.scenario()
    let document = #"{"id":1,"title":"t","pages":[{"number":1,"text":"a"},{"number":2,"text":"b","book":5}]}"#
    try scenario.importJSON(document, into: "Book")
    try scenario.expect("SELECT book, number, text FROM Page ORDER BY 1, 2", "1 | 1 | a\n1 | 2 | b")
    try scenario.importJSON(#"{"book":1,"number":2,"text":"c"}"#, into: "Page")
    try scenario.importJSON(#"{"book":{"id":2,"title":"u"},"number":2,"text":"d"}"#, into: "Page")
    try scenario.expect(
      "SELECT book, number, text FROM Page ORDER BY 1, 2", "1 | 1 | a\n1 | 2 | c\n2 | 2 | d")
    for wrong in [#"{"number":2}"#, #"{"book":1}"#, #"{"book":null,"number":1}"#] {
      #expect(try scenario.failure(wrong, into: "Page").reason == .missingValue, "\(wrong)")
    }
  }

  @Test func `a record without a primary key is inserted every time`() throws {
    let scenario = try LibraryModel.scenario()
    for _ in 0..<2 { try scenario.importJSON(#"[{"text":"a"},{"text":"a"}]"#, into: "Note") }
    try scenario.expect("SELECT count(*) FROM Note", "4")
  }

  @Test func `missing on insertion is the default, else NULL, else an error`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(#"{"id":1}"#, into: "Author")
    try scenario.expect("SELECT name, rank FROM Author", "· | 5")
    let error = try scenario.failure(#"{"id":1}"#, into: "Book")
    #expect(error.reason == .missingValue)
    #expect(error.message.contains("title"))
  }

  @Test func `missing on update leaves the column as it is`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(#"{"id":1,"name":"a","rank":9}"#, into: "Author")
    try scenario.importJSON(#"{"id":1}"#, into: "Author")
    try scenario.expect("SELECT name, rank FROM Author", "a | 9")
    try scenario.importJSON(#"{"id":1,"title":"t"}"#, into: "Book")
    try scenario.importJSON(#"{"id":1,"kind":"novel"}"#, into: "Book")
    try scenario.expect("SELECT title, kind FROM Book", "t | novel")
  }

  @Test func `null clears an optional, and is an error for a required attribute, default or not`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(#"{"id":1,"title":"t","price":2}"#, into: "Book")
    try scenario.importJSON(#"{"id":1,"price":null}"#, into: "Book")
    try scenario.expect("SELECT title, price FROM Book", "t | ·")
    #expect(try scenario.failure(#"{"id":1,"title":null}"#, into: "Book").path == "$.title")
    #expect(try scenario.failure(#"{"id":2,"rank":null}"#, into: "Author").path == "$.rank")
  }

  @Test func `only changes are written`() throws {
    let scenario = try LibraryModel.scenario()
    let document = """
      [{"id":1,"name":"a","home":{"id":"x","size":1},"desk":{"id":4},"books":[
      {"id":7,"title":"t","price":"1.50","tags":["red",{"name":"blue"}],"pages":[{"number":1}]},{"id":8,"title":"u"}]},
      {"id":2,"books":[9]}]
      """
    try scenario.importJSON(document, into: "Author")
    let before = try scenario.test.reader.dataVersion()
    for _ in 0..<2 {
      let report = try scenario.importJSON(document, into: "Author")
      #expect(report.links == ImportReport.Links())
      for counts in report.entities.values {
        #expect(counts.inserted + counts.updated + counts.deleted == 0)
        #expect(counts.unchanged > 0)
      }
    }
    #expect(try scenario.test.reader.dataVersion() == before)
    let report = try scenario.importJSON(#"[{"id":1,"name":"b"},{"id":2,"name":null}]"#, into: "Author")
    #expect(report.entities["Author"]?.updated == 1)
    #expect(report.entities["Author"]?.unchanged == 1)
  }
}
