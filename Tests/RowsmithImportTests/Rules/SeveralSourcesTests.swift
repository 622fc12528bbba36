import Foundation
import Rowsmith
import Testing

/// Several sources that are one document, the pages of an answer for instance.
@Suite struct SeveralSourcesTests {
  private let scenario: ImportScenario
  private var store: Store { scenario.test.store }

  init() throws { scenario = try LibraryModel.scenario(comparingReference: false) }

  @discardableResult
  private func take(
    _ pages: [String], into target: ImportTarget = .entity("Book"),
    _ configure: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    var options = ImportOptions()
    configure(&options)
    return try store.importJSON(pages.map { .string($0) }, into: target, options: options)
  }

  @Test(arguments: [nil, .merge, .mergeAndPrune, .replace] as [Schema.MergePolicy?], 0...6)
  func `pages do what one document with all their records does`(policy: Schema.MergePolicy?, cut: Int) throws
  {
    let records = [
      #"{"id":1,"title":"a","tags":["x","y"],"author":{"id":1,"name":"n"}}"#,
      #"{"id":2,"title":"b","author":2}"#,
      #"{"id":3,"title":"c","tags":["y",{"name":"z","color":"red"}]}"#, #"{"id":1,"title":"d","kind":"new"}"#,
      #"{"id":4,"title":"e","pages":[{"number":1,"text":"t"}]}"#,
      #"{"id":4,"title":"f","pages":[{"number":1,"text":"u"}]}"#,
    ]
    let before = #"[{"id":1,"title":"old"},{"id":9,"title":"old","author":1},{"id":8,"title":"old"}]"#
    let whole = try LibraryModel.scenario(comparingReference: false)
    for scenario in [scenario, whole] { try scenario.importJSON(before, into: "Book") }
    var expected = try whole.importJSON("[\(records.joined(separator: ","))]", into: "Book") {
      $0.policy = policy
    }
    var report = try take(
      ["[\(records[..<cut].joined(separator: ","))]", "[\(records[cut...].joined(separator: ","))]"]
    ) { $0.policy = policy }
    #expect(try scenario.test.image() == whole.test.image())
    (expected.seconds, report.seconds, expected.bytes, report.bytes) = (0, 0, 0, 0)
    #expect(report == expected)
  }

  @Test func `the report sums the sources`() throws {
    let report = try take([#"[{"id":1,"title":"a"}]"#, #"[{"id":2,"title":"b"}]"#, "[]"])
    #expect(report.entities["Book"]?.inserted == 2)
    #expect(report.bytes == 46)
  }

  @Test func `a fault says which source it is in, and nothing of any of them stays`() throws {
    let before = try scenario.test.image()
    let error = try #require(throws: ImportError.self) {
      try take([#"[{"id":1,"title":"a"}]"#, "[\n{\"id\":2}]"])
    }
    #expect(error.source == "source 2" && error.path == "$[0]" && error.line == 2)
    #expect(error.description.hasPrefix("source 2: 2:1: $[0]"))
    let malformed = try #require(throws: ImportError.self) {
      try store.importJSON(
        [.string("[]"), .string("[").named("page 2 of books")], into: .entity("Book"))
    }
    #expect(malformed.source == "page 2 of books" && malformed.reason == .malformedJSON)
    #expect(try scenario.test.image() == before)
    let alone = try #require(throws: ImportError.self) { try take(["{"]) }
    #expect(alone.source == nil)
  }

  @Test func `a record that is left out says which source it is of, also where that shows at the end`() throws
  {
    let report = try take(
      [#"[{"id":1,"title":"a"},{"id":2}]"#, #"[{"id":3},{"id":4,"title":"d"}]"#]
    ) { $0.onInvalid = .skip }
    #expect(report.skipped.map(\.source) == ["source 1", "source 2"])
    #expect(report.skipped.map(\.path) == ["$[1]", "$[0]"])
    try scenario.expect("SELECT id FROM Book ORDER BY 1", "1\n4")
  }

  @Test func `no source is nothing to import, and prunes nothing`() throws {
    try take([#"[{"id":1,"title":"a"}]"#])
    #expect(throws: ImportError.self) { try take([]) { $0.policy = .mergeAndPrune } }
    try scenario.expect("SELECT id FROM Book", "1")
  }

  @Test func `the pages of a relationship's value are one list`() throws {
    try scenario.importJSON(#"{"id":1,"books":[{"id":1,"title":"a"},{"id":2,"title":"b"}]}"#, into: "Author")
    let target = ImportTarget.relationship(parent: "Author", key: [.integer(1)], name: "books")
    try take([#"[{"id":3,"title":"c"}]"#, #"[{"id":2,"title":"b"}]"#], into: target)
    try scenario.expect(
      "SELECT id, author, author_position FROM Book ORDER BY author_position", "3 | 1 | 0\n2 | 1 | 1")
  }

  @Test func `positions in a relationship's value count on from page to page`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Order: { attributes: { id: Int }, relationships: { lines: [Line] } }
        Line:
          PrimaryKey: [order, place]
          attributes: { place: { type: Int, ImportName: $index }, text: String }
          relationships: { order: Order }
      """, comparingReference: false)
    try scenario.importJSON(#"{"id":1}"#, into: "Order")
    let target = ImportTarget.relationship(parent: "Order", key: [.integer(1)], name: "lines")
    let pages = [#"[{"text":"a"},{"text":"b"}]"#, "[]", #"[{"text":"c"}]"#].map { JSONSource.string($0) }
    try scenario.test.store.importJSON(pages, into: target)
    try scenario.expect("SELECT place, text FROM Line ORDER BY place", "0 | a\n1 | b\n2 | c")
    let error = try #require(throws: ImportError.self) {
      try scenario.test.store.importJSON(pages + [.string(#"[{"text":5}]"#)], into: target)
    }
    #expect(error.path == "$[0].text" && error.source == "source 4")
  }

  @Test func `positions of root records count on from page to page, in each array of a document`() throws {
    let scenario = try ImportScenario(
      """
      entities:
        Entry: { PrimaryKey: rank, attributes: { rank: { type: Int, ImportName: $index }, name: String } }
        Other: { PrimaryKey: rank, attributes: { rank: { type: Int, ImportName: $index } } }
      documents: { all: { entries: [Entry], others: [Other] } }
      """, comparingReference: false)
    let store = scenario.test.store
    let pages = [#"[{"name":"a"},{"name":"b"}]"#, #"[{"name":"c"}]"#].map { JSONSource.string($0) }
    let report = try store.importJSON(pages, into: .entity("Entry"))
    #expect(report.entities["Entry"]?.inserted == 3)
    try scenario.expect("SELECT rank, name FROM Entry ORDER BY rank", "0 | a\n1 | b\n2 | c")
    let error = try #require(throws: ImportError.self) {
      try store.importJSON(pages + [.string(#"[{"name":5}]"#)], into: .entity("Entry"))
    }
    #expect(error.path == "$[0].name" && error.source == "source 3")
    try scenario.importJSON(
      #"{"entries":[{"name":"x"}],"others":[{},{}]} {"others":[{}],"entries":[{"name":"y"}]}"#,
      into: .document("all"))
    try scenario.expect("SELECT name FROM Entry ORDER BY rank", "x\ny\nc")
    try scenario.expect("SELECT rank FROM Other ORDER BY rank", "0\n1\n2")
  }

  @Test func `a document's members may be in any of the sources`() throws {
    try scenario.importJSON(
      #"{"authors":[{"id":7}],"books":[{"id":7,"title":"x"}]}"#, into: .document("library"))
    try take(
      [#"{"authors":[{"id":1}]}"#, #"{"main":{"towns":[{"id":"t"}]}}"#, #"{"authors":[{"id":2}]}"#],
      into: .document("library")
    ) { $0.policy = .mergeAndPrune }
    try scenario.expect("SELECT id FROM Author ORDER BY 1", "1\n2")
    try scenario.expect("SELECT id FROM Book ORDER BY 1", "7")
  }

  @Test func `sources inside a write block are one part of it`() throws {
    let report = try store.write { db in
      try db.importJSON(
        [.string(#"[{"id":1,"title":"a"}]"#), .string(#"[{"id":2,"title":"b"}]"#)], into: .entity("Book"))
    }
    #expect(report.entities["Book"]?.inserted == 2)
  }
}
