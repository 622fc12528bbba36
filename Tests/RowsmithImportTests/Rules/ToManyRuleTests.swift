import Testing

@testable import Rowsmith

/// Rule 5 for to-many relationships.
@Suite struct ToManyRuleTests {
  private static let books = "SELECT id, title, price, author, author_position FROM Book ORDER BY id"

  private static let start = """
    {"id":1,"books":[{"id":1,"title":"a","price":"9"},{"id":2,"title":"b","price":"9"},{"id":3,"title":"c","price":"9"}]}
    """

  private func started(_ policy: String) throws -> ImportScenario {
    let scenario = try LibraryModel.scenario(books: policy)
    try scenario.importJSON(ToManyRuleTests.start, into: "Author")
    return scenario
  }

  @Test(arguments: [
    ("Replace", "2 | B | 1.5 | 1 | 1\n4 | d | 1.5 | 1 | 0"),
    ("Merge", "1 | a | 9 | 1 | 0\n2 | B | 9 | 1 | 4\n3 | c | 9 | 1 | 2\n4 | d | 1.5 | 1 | 3"),
    ("MergeAndPrune", "1 | a | 9 | · | ·\n2 | B | 9 | 1 | 1\n3 | c | 9 | · | ·\n4 | d | 1.5 | 1 | 0"),
    ("MergeAndPrune, Prune: Delete", "2 | B | 9 | 1 | 1\n4 | d | 1.5 | 1 | 0"),
  ])
  func `the three policies, with embedded objects`(policy: String, rows: String) throws {
    let scenario = try started(policy)
    try scenario.importJSON(#"{"id":1,"books":[{"id":4,"title":"d"},{"id":2,"title":"B"}]}"#, into: "Author")
    try scenario.expect(ToManyRuleTests.books, rows)
  }

  @Test(arguments: [
    ("Replace", "1 | a | 9 | · | ·\n2 | b | 9 | 1 | 1\n3 | c | 9 | 1 | 0"),
    ("Merge", "1 | a | 9 | 1 | 0\n2 | b | 9 | 1 | 3\n3 | c | 9 | 1 | 2"),
    ("MergeAndPrune, Prune: Delete", "1 | a | 9 | · | ·\n2 | b | 9 | 1 | 1\n3 | c | 9 | 1 | 0"),
  ])
  func `keys only link: they never change or delete`(policy: String, rows: String) throws {
    for document in [#"{"id":1,"books":[3,2]}"#, #"{"id":1,"book_ids":[3,2]}"#] {
      let scenario = try started(policy)
      let report = try scenario.importJSON(document, into: "Author")
      try scenario.expect(ToManyRuleTests.books, rows)
      #expect(report.entities["Book"] == nil)
    }
  }

  @Test func `an empty list of foreign keys unlinks and deletes nothing`() throws {
    let scenario = try started("Replace")
    try scenario.importJSON(#"{"id":1,"book_ids":[]}"#, into: "Author")
    try scenario.expect("SELECT count(*), count(author) FROM Book", "3 | 0")
    let other = try started("Replace")
    try other.importJSON(#"{"id":1,"books":[]}"#, into: "Author")
    try other.expect("SELECT count(*) FROM Book", "0")
  }

  @Test func `overwriting whole happens the first time a document names a row`() throws {
    let scenario = try started("Replace")
    try scenario.importJSON(
      #"[{"id":1,"books":[{"id":1,"title":"x","kind":"novel"}]},{"id":2,"books":[{"id":1,"price":"3"}]}]"#,
      into: "Author")
    try scenario.expect(
      "SELECT id, title, kind, price, author FROM Book WHERE id = 1", "1 | x | novel | 3 | 2")
  }

  @Test func `a row that the document moves is not deleted`() throws {
    for document in [
      #"[{"id":1,"books":[]},{"id":2,"books":[{"id":1,"title":"a"},{"id":2,"title":"b"},{"id":3,"title":"c"}]}]"#,
      #"[{"id":2,"books":[{"id":1,"title":"a"},{"id":2,"title":"b"},{"id":3,"title":"c"}]},{"id":1,"books":[]}]"#,
    ] {
      let scenario = try started("Replace")
      let report = try scenario.importJSON(document, into: "Author")
      try scenario.expect("SELECT id, author FROM Book ORDER BY id", "1 | 2\n2 | 2\n3 | 2")
      #expect(report.entities["Book"]?.deleted == 0)
    }
  }

  @Test func `a row that leaves and is named elsewhere in the document stays`() throws {
    let scenario = try started("Replace")
    try scenario.importJSON(
      #"{"authors":[{"id":1,"books":[{"id":1,"title":"a"}]}],"books":[{"id":3,"title":"top"}]}"#,
      into: .document("library"))
    try scenario.expect("SELECT id, title, author FROM Book ORDER BY id", "1 | a | 1\n3 | top | ·")
  }

  @Test func `what leaves is deleted only when nothing refers to it, until none is left`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(
      #"{"id":1,"books":[{"id":1,"title":"a","tags":["red","blue"]},{"id":2,"title":"b","tags":["red"]}]}"#,
      into: "Author")
    // Tag red is referred to by book 2, blue by nothing any more.
    try scenario.importJSON(#"{"id":1,"title":"a","tags":[{"name":"green"}]}"#, into: "Book")
    try scenario.expect("SELECT name FROM Tag ORDER BY name", "green\nred")
    try scenario.expect("SELECT source, target FROM Book_tags ORDER BY 1", "1 | green\n2 | red")
  }

  @Test func `in a many-to-many an item gains a parent, and both sides see it`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(
      #"[{"id":1,"title":"a","tags":["x"]},{"id":2,"title":"b","tags":["x"]}]"#, into: "Book")
    try scenario.importJSON(#"{"name":"y","books":[{"id":1},2]}"#, into: "Tag")
    try scenario.expect(
      "SELECT source, target, position FROM Book_tags ORDER BY 1, 2",
      "1 | x | 0\n1 | y | ·\n2 | x | 0\n2 | y | ·")
  }

  @Test func `keys of rows that are not here yet are remembered, place and all`() throws {
    let scenario = try LibraryModel.scenario()
    let report = try scenario.importJSON(#"{"id":1,"book_ids":[8,7]}"#, into: "Author")
    #expect(report.unresolved == ["Author.books": 2])
    try scenario.importJSON(
      #"[{"id":7,"title":"g"},{"id":8,"title":"h"},{"id":9,"title":"i"}]"#, into: "Book")
    try scenario.expect(
      "SELECT id, author, author_position FROM Book ORDER BY id", "7 | 1 | 1\n8 | 1 | 0\n9 | · | ·")
  }

  @Test func `a remembered key is forgotten when the list or the row says otherwise`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(#"{"id":1,"book_ids":[7,8,9]}"#, into: "Author")
    try scenario.importJSON(#"{"id":1,"book_ids":[8,9]}"#, into: "Author")
    try scenario.importJSON(#"{"id":2,"book_ids":[9]}"#, into: "Author")
    try scenario.importJSON(
      #"[{"id":7,"title":"g"},{"id":8,"title":"h","author":null},{"id":9,"title":"i"}]"#, into: "Book")
    try scenario.expect("SELECT id, author FROM Book ORDER BY id", "7 | ·\n8 | ·\n9 | 2")
  }

  @Test func `scalars are whole records where the entity takes its value from them`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(#"{"id":1,"title":"a","tags":["red","blue","red"]}"#, into: "Book")
    try scenario.expect("SELECT name FROM Tag ORDER BY 1", "blue\nred")
    try scenario.expect("SELECT target, position FROM Book_tags ORDER BY 2", "red | 0\nblue | 1")
  }

  @Test func `an item is one of the things that it can be`() throws {
    let scenario = try LibraryModel.scenario()
    for wrong in ["[null]", "[[1]]", "[true]", "[\"1\"]", "true", "\"x\""] {
      let error = try scenario.failure(#"{"id":1,"books":\#(wrong)}"#, into: "Author")
      let isContainer = wrong == "[null]" || wrong == "[[1]]"
      #expect(error.reason == (isContainer ? .unexpectedShape : .invalidValue), "\(wrong): \(error)")
      #expect(error.entity == "Author")
      #expect(error.path == (wrong.hasPrefix("[") ? "$.books[0]" : "$.books"), "\(wrong)")
    }
    #expect(try scenario.failure(#"{"id":1,"book_ids":[{"id":1}]}"#, into: "Author").path == "$.book_ids[0]")
    #expect(try scenario.failure(#"{"id":1,"title":"t","pages":[1]}"#, into: "Book").path == "$.pages[0]")
  }

  @Test(arguments: ["", ", inverse: band"])
  func `an ordered list grows with each root record that names its parent`(_ inverse: String) throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Band:
          attributes: { id: Int }
          relationships: { songs: { to: [Song], ordered: true\(inverse) } }
        Song:
          attributes: { id: Int, title: String }
          relationships: { band: { to: Band?, inverse: \(inverse.isEmpty ? "none" : "songs") } }
      """)
    func records(_ lists: [(Int, [Int])]) -> String {
      let records = lists.map { id, songs in
        // A negative one is a key; the song 66 lacks its title, so that it is left out and linked by its key at most.
        let items = songs.map {
          $0 < 0 ? "\(-$0)" : $0 == 66 ? #"{"id":66}"# : #"{"id":\#($0),"title":"t"}"#
        }
        return #"{"id":\#(id),"songs":[\#(items.joined(separator: ","))]}"#
      }
      return "[\(records.joined(separator: ","))]"
    }
    let lists: [(Int, [Int])] = [
      (1, [1]), (1, [2]), (1, [-9, 1]), (2, [3]), (1, [4, 2]), (2, [1]), (2, [5]), (2, [66, 6]),
      (2, [7, 66, 8]),
      (1, []), (1, [-10]), (1, [11, 3]), (1, [12]),
    ]
    try scenario.importJSON(records(lists), into: "Band") { $0.onInvalid = .skip }
    try scenario.importJSON(records(lists.reversed()), into: "Band") { $0.onInvalid = .skip }
    let positions =
      inverse.isEmpty
      ? "SELECT target FROM Band_songs WHERE source = 2 ORDER BY position"
      : "SELECT id FROM Song WHERE band = 2 ORDER BY band_position"
    try scenario.expect(positions, inverse.isEmpty ? "3\n1\n5\n7\n66\n8\n6" : "5\n7\n8\n6\n3")
  }

  @Test(arguments: ["", ", inverse: band"], [false, true])
  func `ordered lists that root records extend in turn are not read again for each of them`(
    _ inverse: String, _ areNew: Bool
  ) throws {
    let bench = try EngineBench(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Band:
          attributes: { id: Int }
          relationships: { songs: { to: [Song], ordered: true\(inverse) } }
        Song:
          attributes: { id: Int, title: String? }
          relationships: { band: { to: Band?, inverse: \(inverse.isEmpty ? "none" : "songs") } }
      """)
    func document(_ lists: [(band: Int, songs: Range<Int>)]) -> String {
      let records = lists.map { band, songs in
        let items = songs.map { #"{"id":\#($0),"title":"t"}"# }
        return #"{"id":\#(band),"songs":[\#(items.joined(separator: ","))]}"#
      }
      return "[\(records.joined(separator: ","))]"
    }
    try bench.importJSON(document([(1, 0..<2000), (2, 2000..<4000)]), into: .entity("Band"))
    // New songs, or each band takes songs of the other one.
    let firsts = areNew ? [4000, 8000] : [2000, 0]
    let lists: [(band: Int, songs: Range<Int>)] = (0..<1000).map { number in
      let song = firsts[number % 2] + number / 2
      return (1 + number % 2, song..<song + 1)
    }
    let work = try bench.work { try bench.importJSON(document(lists), into: .entity("Band")) }
    #expect(work < 200)
    let last =
      inverse.isEmpty
      ? "SELECT max(position) FROM Band_songs WHERE source = 2"
      : "SELECT max(band_position) FROM Song WHERE band = 2"
    #expect(try bench.connection.integer(last) == 2499)
  }

  @Test func `what follows an item that has left the end of an ordered list takes its place`() throws {
    let scenario = try LibraryModel.scenario(books: "Merge")
    try scenario.importJSON(
      #"""
      [{"id":1,"books":[{"id":1,"title":"a"},{"id":2,"title":"b"}]},{"id":2,"books":[{"id":3,"title":"c"}]},
      {"id":1,"books":[{"id":4,"title":"d"}]},{"id":2,"books":[{"id":4}]},{"id":1,"books":[{"id":5,"title":"e"}]},
      {"id":2,"books":[{"id":1}]},{"id":1,"book_ids":[6]},{"id":2,"book_ids":[6]},{"id":1,"book_ids":[7,3]}]
      """#, into: "Author")
    try scenario.expect(
      "SELECT id, author, author_position FROM Book ORDER BY id",
      "1 | 2 | 2\n2 | 1 | 1\n3 | 1 | 4\n4 | 2 | 1\n5 | 1 | 2")
  }

  @Test(arguments: [false, true])
  func `an ordered list that takes over another is not read again for each of its rows`(_ isOfKeys: Bool)
    throws
  {
    let bench = try EngineBench(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Band: { attributes: { id: Int }, relationships: { songs: { to: [Song], ordered: true, inverse: band } } }
        Song: { attributes: { id: Int, title: String? }, relationships: { band: { to: Band?, inverse: songs } } }
      """)
    func record(_ band: Int, isOfKeys: Bool) -> String {
      let songs = (0..<2000).map { isOfKeys ? "\($0)" : #"{"id":\#($0),"title":"t"}"# }
      return #"{"id":\#(band),"songs":[\#(songs.joined(separator: ","))]}"#
    }
    try bench.importJSON(record(1, isOfKeys: false), into: .entity("Band"))
    let document = record(2, isOfKeys: isOfKeys)
    let work = try bench.work { try bench.importJSON(document, into: .entity("Band")) }
    #expect(work < 200)
    let places = try bench.connection.integer(
      "SELECT count(*) FROM Song WHERE band = 2 AND band_position = id")
    #expect(places == 2000)
  }

  @Test func `a required link cannot be cleared, but goes with its row`() throws {
    let scenario = try LibraryModel.scenario()
    try scenario.importJSON(#"{"id":1,"title":"a","pages":[{"number":1},{"number":2}]}"#, into: "Book")
    try scenario.importJSON(#"{"id":1,"pages":[{"number":2}]}"#, into: "Book")
    try scenario.expect("SELECT book, number FROM Page", "1 | 2")
    let error = try scenario.failure(
      #"{"books":[{"id":1,"pages":[]}],"pages":[{"book":1,"number":2}]}"#, into: .document("none"))
    #expect(error.reason == .unknownTarget)
  }
}
