import RowsmithSchema
import Testing

@testable import Rowsmith

/// Where in the text of a record the words were found.
struct SnippetTests {
  private func file(_ tokenizer: String = "unicode61") throws -> SearchFile {
    let file = try SearchFile(
      SearchFile.yaml.replacing("[title, body]", with: "{ columns: [title, body], tokenizer: \(tokenizer) }"))
    try file.importJSON(
      """
      [{"id": 1, "title": "The Tin Drum",
        "body": "Oskar beats a drum of tin, and a \\"drum\\" it is <b>indeed</b>; é🥁 drum", "year": 1959},
       {"id": 2, "title": "Tin", "body": null, "year": 1960}, {"id": 3, "title": "Drum", "year": 1961}]
      """)
    return file
  }

  @Test func `a result has the record, its rank, a snippet and the highlighted text`() throws {
    let file = try file()
    let results = try file.store.fetch(Article.search("dru*").withSnippets(words: 4))
    #expect(results.map(\.id) == [3, 1])
    #expect(results[0].rank < results[1].rank)
    #expect(results[1].snippet?.marked("[", "]") == "Oskar beats a [drum]…")
    #expect(results[1].highlight { $0.title }?.marked("[", "]") == "The Tin [Drum]")
    let body = try #require(results[1].highlight { $0.body })
    #expect(body.text == results[1].record.body)
    #expect(body.matches.map { body.text[$0] } == ["drum", "drum", "drum"])
    #expect(results[1].highlight { $0.year } == nil)
    let linked = LinkStep(columns: ["related"], target: "Article")
    #expect(results[1].highlight { _ in Column<Article, String?>(names: ["title"], path: [linked]) } == nil)
    #expect(results[0].highlight { $0.body }?.matches ?? [] == [])
  }

  @Test func `results come in the order of the query, and as many`() throws {
    let file = try file()
    let tin = Article.search("tin").order { $0.year.descending }
    #expect(try file.store.fetch(tin.withSnippets()).map(\.id) == [2, 1])
    #expect(try file.store.fetch(tin.limit(1).withSnippets()).map(\.record.title) == ["Tin"])
    #expect(try file.store.fetch(Article.search("-").withSnippets()) == [])
    #expect(tin.withSnippets() == tin.withSnippets(words: 16))
    #expect(tin.withSnippets() != tin.withSnippets(words: 5))
  }

  @Test func `the index is read once, also where another one finds the records in their order`() throws {
    let file = try SearchFile(
      SearchFile.yaml.replacing("year: Int?", with: "year: { type: Int?, index: true }"))
    let query = Article.filter { $0.year == 1960 }.search("tin").order { $0.id }
    let plan = try file.store.read { db in
      let mapping = try db.mapping()
      let table = try mapping.requireSearch(of: mapping.requireEntity("Article"))
      let select = try QueryCompiler.snippets(
        Article.columnNames, query.node, words: 16, table, mapping: mapping)
      return try db.rows("EXPLAIN QUERY PLAN " + select.sql, select.values).map {
        try $0.value("detail", as: String.self)
      }
    }
    #expect(plan.first?.contains("VIRTUAL TABLE") == true, "\(plan)")
  }

  @Test(arguments: [Int.min, 0, 65, Int.max]) func `a snippet has 1 to 64 words`(words: Int) throws {
    let file = try file()
    #expect(try file.store.fetch(Article.search("tin").withSnippets(words: words)).count == 2)
  }

  @Test func `without a search there are no snippets`() throws {
    let file = try file()
    #expect(throws: StoreError.self) { try file.store.fetch(Article.all.withSnippets()) }
  }

  @Test func `trigrams are parts of words, and fewer than three characters are found, too`() throws {
    let file = try file("trigram")
    let ids = { (text: String) in try file.store.fetch(Article.search(text)).map(\.id).sorted() }
    #expect(try ids("RUM") == [1, 3])
    #expect(try ids("ru") == [1, 3])
    #expect(try ids("r") == [1, 3])
    #expect(try ids("dr* ti") == [1])
    #expect(try ids("\"n d\"") == [1])
    #expect(try ids("dru*") == [1, 3])
    #expect(try ids("<b>in") == [1])
    #expect(try ids("🥁") == [1])
    #expect(try ids("") == [])
    let short = try file.store.fetch(Article.search("ru").withSnippets())
    #expect(short.map(\.snippet) == [nil, nil])
    let rum = try file.store.fetch(Article.search("rum").order { $0.year }.withSnippets())
    #expect(rum.map { $0.highlight { $0.title }?.marked("[", "]") } == ["The Tin D[rum]", "D[rum]"])
    #expect(try file.isRight())
  }

  @Test func `an observed search is read again when rows change`() async throws {
    let file = try file()
    let found = file.store.observe(Article.search("snare").withSnippets()).makeAsyncIterator()
    #expect(try await found.next()?.map(\.id) == [])
    try file.importJSON(#"[{"id": 2, "title": "Snare"}]"#)
    #expect(try await found.next()?.map(\.id) == [2])
    try await file.store.write { db in
      try db.execute(sql: "UPDATE Article SET title = 'x', body = 'snare' WHERE id = 3")
    }
    #expect(try await found.next()?.map(\.id).sorted() == [2, 3])
    let raw = file.store.observe(
      .sql("SELECT count(*) AS n FROM _rowsmith_Article_search WHERE _rowsmith_Article_search MATCH 'snare'")
    ).makeAsyncIterator()
    #expect(try await raw.next()?.first?["n"] == .integer(2))
    try file.importJSON(#"[{"id": 9, "title": "Snare"}]"#)
    #expect(try await raw.next()?.first?["n"] == .integer(3))
  }
}
