import Rowsmith
import Testing

/// Rule 8: what a bad document comes to.
@Suite struct BadInputRuleTests {
  @Test func `an error names the entity, the path, the line and the column`() throws {
    let scenario = try LibraryModel.scenario()
    let document = """
      [
        {"id": 1, "books": [{"id": 1, "title": "a"}]},
        {"id": 2, "books": [{"id": 2, "title": "b"},
                            {"id": 3, "title": 3.5}]}
      ]
      """
    let error = try scenario.failure(document, into: "Author")
    #expect(
      error.description
        == "4:42: $[1].books[1].title: Book: expected a string, found 3.5; `coerce: true` converts where nothing is lost"
    )
    #expect(error.reason == .invalidValue)
  }

  @Test(arguments: [
    (
      #"{"id":1,"rank":"x"}"#,
      "1:16: $.rank: Author: expected an integer, found \"x\"; declare it as String to keep such text"
    ),
    (#"{"id":1,"rank":null}"#, "1:16: $.rank: Author: expected an integer, found null; 'rank' is required"),
    (
      #"{"id":1.5}"#,
      "1:7: $.id: Author: expected an integer, found 1.5; use Double or Decimal for numbers with a fraction"
    ),
    (#"{"name":"a"}"#, "1:1: $: Author: expected the primary key 'id', found nothing"),
    (
      #"[{"id":1},{"id":2,"home":7}]"#,
      "1:26: $[1].home: Author: expected a string, found 7; `coerce: true` on 'Town.id' converts where nothing is lost"
    ),
    ("[1]", "1:2: $[0]: Author: expected an object, found 1"),
    ("7", "1:1: $: expected an object or an array (Author), found 7"),
  ])
  func `the words of errors`(text: String, description: String) throws {
    let scenario = try LibraryModel.scenario()
    let error = try scenario.failure(text, into: "Author")
    #expect(error.description == description)
  }

  @Test(arguments: [
    (#"{"data":5,"next":"page"}"#, "5"), (#"{"data":"none" ,"next":"page"}"#, #""none""#),
    (#"{"data":null,"data":[{"id":1}]}"#, "null"), (#"{"data":true}"#, "true"), (#"{"data":tru}"#, "tru}"),
  ])
  func `what was found ends where the value ends`(text: String, found: String) throws {
    let scenario = try LibraryModel.scenario()
    let error = try scenario.failure(text, into: "Author") { $0.path = ["data"] }
    #expect(error.message == "expected an object or an array (Author), found \(found)")
  }

  private static let mixed = """
    [{"id":1,"name":"a","books":[{"id":1,"title":"x"},{"id":2,"kind":"b"},{"id":3,"title":"z"}]},
    {"name":"no key","books":[{"id":4,"title":"w"}]},{"id":3,"rank":"bad"},{"id":4,"name":"d"}]
    """

  @Test func `on request a bad record is left out with everything embedded in it`() throws {
    let scenario = try LibraryModel.scenario()
    let report = try scenario.importJSON(BadInputRuleTests.mixed, into: "Author") { $0.onInvalid = .skip }
    try scenario.expect("SELECT id, name FROM Author ORDER BY id", "1 | a\n4 | d")
    try scenario.expect("SELECT id, author FROM Book ORDER BY id", "1 | 1\n3 | 1")
    #expect(report.skippedCount == 3)
    #expect(report.skipped.map(\.path) == ["$[0].books[1]", "$[1]", "$[2].rank"])
    #expect(report.skipped[0].message.contains("title"))
    #expect(report.skipped[2].message.contains("line 2"))
  }

  @Test func `a record that is left out keeps what it names`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(#"{"id":1,"books":[{"id":1,"title":"a"},{"id":2,"title":"b"}]}"#, into: "Author")
    try scenario.importJSON(#"{"id":1,"books":[{"id":1,"title":7}]}"#, into: "Author") {
      $0.onInvalid = .skip
    }
    try scenario.expect("SELECT id, title, author FROM Book", "1 | a | 1")
    try scenario.importJSON(#"{"id":1,"books":[{"title":"?"}]}"#, into: "Author") { $0.onInvalid = .skip }
    try scenario.expect("SELECT id, title, author FROM Book", "1 | a | 1")
  }

  @Test func `pruning keeps the rows that records left out name, and all if one has no key`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(#"[{"id":1},{"id":2},{"id":3}]"#, into: "Author")
    let configure = { (options: inout ImportOptions) in
      options.policy = .mergeAndPrune
      options.onInvalid = .skip
    }
    try scenario.importJSON(#"[{"id":1},{"id":2,"rank":"x"},{"rank":1}]"#, into: "Author", configure)
    try scenario.expect("SELECT id FROM Author ORDER BY id", "1\n2\n3")
    try scenario.importJSON(#"[{"id":1},{"id":2,"rank":"x"}]"#, into: "Author", configure)
    try scenario.expect("SELECT id FROM Author ORDER BY id", "1\n2")
  }

  @Test(arguments: [
    #"[{"id":1,"kits":[{"id":"two"}]}]"#, #"[{"id":1,"size":"x","kits":[{"id":"two"}]}]"#,
  ])
  func `so it keeps all if a record embedded in another one has no key`(document: String) throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Cat:
          attributes: { id: Int, size: Int? }
          relationships:
            kits: { to: [Cat], inverse: mother }
            mother: { to: Cat?, inverse: kits }
      """)
    try scenario.importJSON(#"[{"id":1,"kits":[{"id":2}]},{"id":3}]"#, into: "Cat")
    try scenario.importJSON(document, into: "Cat") { ($0.policy, $0.onInvalid) = (.mergeAndPrune, .skip) }
    try scenario.expect("SELECT id, mother FROM Cat ORDER BY id", "1 | ·\n2 | 1\n3 | ·")
  }

  @Test func `the key of a map that is no key is text`() throws {
    let error = try LibraryModel.scenario().failure(#"{"1":{},"x":{}}"#, into: .keyed("Author"))
    #expect(error.message.contains(#"found "x""#), "\(error)")
  }

  @Test func `a record that needs one that is left out is left out, too`() throws {
    let scenario = try LibraryModel.scenario()
    let report = try scenario.importJSON(
      #"[{"number":1,"book":{"id":1,"kind":"b"}},{"number":2,"book":{"id":2,"title":"t"}}]"#, into: "Page"
    ) { $0.onInvalid = .skip }
    try scenario.expect("SELECT book, number FROM Page", "2 | 2")
    #expect(report.skippedCount >= 1)
  }

  @Test func `malformed JSON fails the import, whatever is skipped`() throws {
    let scenario = try LibraryModel.scenario()
    let error = try scenario.failure(#"[{"id":1},{"id":2,}]"#, into: "Author") { $0.onInvalid = .skip }
    #expect(error.reason == .malformedJSON)
    #expect(error.line == 1 && error.column == 19)
  }

  @Test func `the first thousand records left out are listed, all are counted`() throws {
    let scenario = try LibraryModel.scenario()
    let records = (0..<1200).map { #"{"id":\#($0),"rank":"x"}"# }.joined(separator: ",")
    let report = try scenario.test.store.importJSON(
      .string("[\(records)]"), into: .entity("Author"),
      options: {
        var o = ImportOptions(); o.onInvalid = .skip; return o
      }())
    #expect(report.skippedCount == 1200)
    #expect(report.skipped.count == 1000)
  }

  @Test(arguments: [(true, 600, 600, 600), (true, 1200, 1200, 1000), (false, 1200, 1, 1)])
  func `records left out in a large one are listed once, and it for them where it is bad itself`(
    hasKey: Bool, count: Int, skipped: Int, listed: Int
  ) throws {
    let scenario = try LibraryModel.scenario()
    let title = String(repeating: "a", count: 1000)
    let books = (0..<count).map { #"{"title":"\#(title)","id":"\#($0)x"}"# }.joined(separator: ",")
    var options = ImportOptions()
    options.onInvalid = .skip
    let report = try scenario.test.store.importJSON(
      .string(#"[{\#(hasKey ? #""id":1,"# : "")"books":[\#(books)]}]"#), into: .entity("Author"),
      options: options)
    #expect(report.skippedCount == skipped)
    #expect(report.skipped.count == listed)
    #expect(report.skipped.first?.path == (hasKey ? "$[0].books[0].id" : "$[0]"))
  }

  @Test func `a unique value that two rows would have`() throws {
    let scenario = try ImportScenario(
      "entities: { User: { attributes: { id: Int, email: { type: String?, unique: true } } } }",
      comparingReference: false)
    let document = #"[{"id":1,"email":"a"},{"id":2,"email":"a"},{"id":3,"email":null},{"id":4,"email":null}]"#
    let error = try scenario.failure(document, into: "User")
    #expect(error.reason == .notUnique)
    #expect(error.path == "$[1]")
    try scenario.importJSON(document, into: "User") { $0.onInvalid = .skip }
    try scenario.expect("SELECT id FROM User ORDER BY id", "1\n3\n4")
  }

  @Test func `a source that cannot be read`() throws {
    let scenario = try LibraryModel.scenario()
    let error = #expect(throws: ImportError.self) {
      _ = try scenario.test.store.importJSON(.file("/nowhere/at all.json"), into: .entity("Author"))
    }
    #expect(error?.reason == .unreadable)
    struct Broken: Error {}
    #expect(throws: Broken.self) {
      _ = try scenario.test.store.importJSON(.chunks { throw Broken() }, into: .entity("Author"))
    }
    try scenario.importJSON(#"{"id":1}"#, into: "Author")
  }

  @Test(arguments: ["[1,9,5]", "[9,5,1]"])
  func `an item that is left out keeps its place in an ordered list`(order: String) throws {
    let scenario = try LibraryModel.scenario(books: "MergeAndPrune")
    let books = { (bad: String) in
      order.dropFirst().dropLast().split(separator: ",")
        .map { "{\"id\":\($0),\"title\":\($0 == "9" ? bad : "\"t\"")}" }.joined(separator: ",")
    }
    try scenario.importJSON("{\"id\":1,\"books\":[\(books("\"t\""))]}", into: "Author")
    try scenario.importJSON("{\"id\":1,\"books\":[\(books("7"))]}", into: "Author") { $0.onInvalid = .skip }
    try scenario.expect(
      "SELECT id, author_position FROM Book ORDER BY author_position",
      order == "[1,9,5]" ? "1 | 0\n9 | 1\n5 | 2" : "9 | 0\n5 | 1\n1 | 2")
  }

  @Test func `a clash of unique values names its columns, not those of one that has ended`() throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        User:
          unique: [[x, y]]
          attributes: { id: Int, mail: { type: String?, unique: true }, x: Int?, y: Int? }
      """, comparingReference: false)
    try scenario.importJSON(#"[{"id":1,"mail":"a"},{"id":2,"mail":"b"}]"#, into: "User")
    let error = try scenario.failure(
      #"[{"id":1,"mail":"b"},{"id":2,"mail":"a"},{"id":3,"x":1,"y":1},{"id":4,"x":1,"y":1}]"#, into: "User")
    #expect(error.reason == .notUnique)
    #expect(error.path == nil)
    #expect(error.message.hasSuffix("User.x, User.y"))
  }

  @Test(arguments: [#"{"cat":"x","n":1}"#, #"{"cat":{"id":"x"},"n":1}"#])
  func `pruning keeps all if a part of a key could not be read`(pal: String) throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Cat: { attributes: { id: Int }, relationships: { pal: { to: Pal?, inverse: none } } }
        Pal:
          PrimaryKey: [cat, n]
          attributes: { n: Int }
          relationships: { cat: { to: Cat, inverse: none } }
      """, comparingReference: false)
    try scenario.importJSON(#"[{"id":1},{"id":2}]"#, into: "Cat")
    try scenario.importJSON("[{\"id\":1,\"pal\":\(pal)}]", into: "Cat") {
      ($0.policy, $0.onInvalid) = (.mergeAndPrune, .skip)
    }
    try scenario.expect("SELECT id FROM Cat ORDER BY id", "1\n2")
  }
}
