import RowsmithSchema
import Testing

@testable import Rowsmith

/// What a search finds.
struct SearchTests {
  private func file() throws -> SearchFile {
    let file = try SearchFile()
    try file.importJSON(
      """
      [{"id": 1, "title": "The Tin Drum", "body": "A novel by Günter Grass", "year": 1959},
       {"id": 2, "title": "Drums in the night", "body": "tin, and a drum: a play by Brecht", "year": 1922},
       {"id": 3, "title": "Grass", "body": null, "year": 1985},
       {"id": 4, "title": "C++ and OR", "body": "title:grass* \\"quoted\\" AND NOT", "year": 2000}]
      """)
    return file
  }

  @Test(arguments: [
    ("drum", ["Drums in the night", "The Tin Drum"]),
    ("tin drum", ["Drums in the night", "The Tin Drum"]),
    ("DRU* tin", ["Drums in the night", "The Tin Drum"]),
    ("drums", ["Drums in the night"]),
    ("\"tin drum\"", ["The Tin Drum"]),
    ("gunter", ["The Tin Drum"]),
    ("GÜNTER", ["The Tin Drum"]),
    ("novel brecht", []),
    ("tin-drum", ["The Tin Drum"]),
  ])
  func `all words are found, capital or small, with accents or without`(text: String, titles: [String]) throws
  {
    #expect(try file().titles(text).sorted() == titles)
  }

  @Test(arguments: [
    ("AND", ["C++ and OR", "Drums in the night"]), ("OR", ["C++ and OR"]), ("NOT", ["C++ and OR"]),
    ("NEAR(tin drum)", []), ("title:grass", ["C++ and OR"]), ("\"quoted", ["C++ and OR"]),
    ("c++", ["C++ and OR"]), ("-grass", ["C++ and OR", "Grass", "The Tin Drum"]),
    ("^drum", ["Drums in the night", "The Tin Drum"]),
    ("\"tin dr\"*", []), ("dr*m", []), ("gra\0ss", []),
    ("tin\0drum", ["Drums in the night", "The Tin Drum"]),
    ("{title}: tin", []), ("'tin'", ["Drums in the night", "The Tin Drum"]),
    ("tin \"", ["Drums in the night", "The Tin Drum"]),
  ])
  func `what looks like syntax is text`(text: String, titles: [String]) throws {
    #expect(try file().titles(text).sorted() == titles)
  }

  @Test(arguments: ["", " ", "\n\t", "*", "**", "\"\"", "\"", "-", "()", "\0", "\" \" *"])
  func `a text without a letter or digit finds nothing`(text: String) throws {
    let file = try file()
    #expect(try file.titles(text) == [])
    #expect(try file.store.fetch(Article.search(text).count()) == 0)
  }

  @Test func `a text of thousands of words is no mistake`() throws {
    let file = try file()
    #expect(try file.titles(String(repeating: "drum ", count: 5000)).count == 2)
    #expect(try file.titles(String(repeating: "\"", count: 5001)) == [])
  }

  @Test func `a search is a query like any other, best records first`() throws {
    let file = try file()
    let store = file.store
    let grass = Article.search("grass")
    #expect(try store.fetch(grass).first?.title == "Grass")
    #expect(try store.fetch(grass.reversed()).last?.title == "Grass")
    #expect(try store.fetch(grass.filter { $0.year < 1990 }).map(\.id).sorted() == [1, 3])
    #expect(try store.fetch(grass.order { $0.year.descending }).map(\.id) == [4, 3, 1])
    #expect(try store.fetch(grass.order { $0.year }.limit(1, offset: 1)).map(\.id) == [3])
    #expect(try store.fetch(grass.limit(1)).map(\.id) == [3])
    #expect(try store.fetch(grass.count()) == 3)
    #expect(try store.fetch(grass.limit(2).count()) == 2)
    #expect(try store.fetch(grass.exists()))
    #expect(try store.fetch(grass.keys()).first == 3)
    #expect(try store.fetch(grass.values { $0.title }).first == "Grass")
    #expect(try store.fetch(grass.max { $0.year }) == 2000)
    #expect(
      try store.fetch(Article.filter { $0.year > 1960 }.search("tin").search("grass")).map(\.id) == [3, 4])
    #expect(Article.search("a") != Article.search("b"))
    #expect(Article.search("a") != Article.all)
  }

  @Test func `the sections of a search have its best records first, and a page of it those that it has`()
    throws
  {
    let file = try SearchFile()
    try file.importJSON(
      """
      [{"id": 1, "title": "a long title in which the word tin stands once", "year": 1},
       {"id": 2, "title": "tin tin tin", "year": 1}, {"id": 3, "title": "tin and drum", "year": 2},
       {"id": 4, "title": "tin tin", "year": null}]
      """)
    let best = try file.store.fetch(Article.search("tin")).map(\.id)
    #expect(best == [2, 4, 3, 1])
    func sections(_ query: Query<Article>) throws -> [[Int]] {
      try file.store.fetch(query.sectioned { $0.year }).sections.map { $0.elements.map(\.id) }
    }
    #expect(try sections(Article.search("tin")) == [[4], [2, 1], [3]])
    #expect(try sections(Article.search("tin").limit(3)) == [[4], [2], [3]])
    #expect(try sections(Article.search("tin").limit(2, offset: 2)) == [[1], [3]])
    #expect(try sections(Article.search("tin").order { $0.year }.limit(2)) == [[4], [1]])
  }

  @Test(arguments: Schema.Search.Tokenizer.allCases)
  func `no text is a mistake`(tokenizer: Schema.Search.Tokenizer) throws {
    let file = try SearchFile(
      SearchFile.yaml.replacing("[title, body]", with: "{ columns: [title, body], tokenizer: \(tokenizer) }"))
    try file.importJSON(#"[{"id": 1, "title": "tin \"drum\"", "body": "a* \u0301 (b)"}]"#)
    let parts = [
      "\"", "\u{301}", "*", " ", "\0", "tin", "dr", "AND", "NEAR(", ")", ":", "-", "^", "+", "{", "}", "é",
      "\n", "'", "🥁", "a",
    ]
    var state: UInt64 = 7
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<(state >> 33) % 9 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text.unicodeScalars += parts[Int((state >> 33) % UInt64(parts.count))].unicodeScalars
      }
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      #expect(throws: Never.self, "\(text.debugDescription)") {
        try file.store.fetch(Article.search(text).withSnippets())
      }
    }
  }
}
