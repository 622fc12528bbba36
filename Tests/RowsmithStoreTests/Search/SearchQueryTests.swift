import RowsmithSchema
import Testing

@testable import Rowsmith

/// A search is a query: what it is combined with, and in which order its records come.
struct SearchQueryTests {
  private func file(_ rows: [(title: String, body: String?)]) throws -> SearchFile {
    let file = try SearchFile()
    try file.store.write { db in
      for (id, row) in rows.enumerated() {
        try db.insert(Article(id: id, title: row.title, body: row.body, year: id % 2))
      }
    }
    return file
  }

  @Test("Words may be in different attributes; those of a phrase are in one")
  func attributes() throws {
    let file = try file([("tin", "drum"), ("tin drum", nil), ("drum", "of tin, drum"), ("tin", "tin")])
    func ids(_ text: String) throws -> [Int] {
      try file.store.fetch(Article.search(text).order { $0.id }).map(\.id)
    }
    #expect(try ids("tin drum") == [0, 1, 2])
    #expect(try ids("\"tin drum\"") == [1, 2])
    #expect(try ids("\"tin drum\" of") == [2])
    #expect(try ids("\"of tin\" \"tin drum\"") == [2])
    #expect(try ids("tin\"drum\"") == [0, 1, 2])
    #expect(try ids("\"tin\"dr*") == [0, 1, 2])
  }

  @Test("Searches are equal if their texts are, byte by byte")
  func equality() {
    #expect(Article.search("\u{E9}") == Article.search("\u{E9}"))
    #expect(Article.search("\u{E9}") != Article.search("e\u{301}"))
    #expect(Set([Article.search("tin"), Article.search("tin"), Article.search("drum")]).count == 2)
  }

  @Test("Of records that match alike the key decides, so that pages have each once")
  func ties() throws {
    let file = try file(Array(repeating: ("tin", nil), count: 25))
    let search = Article.search("tin")
    #expect(try file.store.fetch(search).map(\.id) == Array(0..<25))
    #expect(try file.store.fetch(search.reversed()).map(\.id) == (0..<25).reversed())
    let pages = try (0..<3).flatMap { try file.store.fetch(search.limit(10, offset: $0 * 10)).map(\.id) }
    #expect(pages == Array(0..<25))
    #expect(try file.store.fetch(search.withSnippets()).map(\.id) == Array(0..<25))
    #expect(try file.store.fetch(search.order { $0.year }.keys()).prefix(3) == [0, 2, 4])
  }

  @Test("The best match comes first: the word more often, and in less text; its rank is the lowest")
  func best() throws {
    let long = String(repeating: "iron ", count: 40)
    let file = try file([(long + "tin", nil), ("tin", nil), ("tin tin tin", "tin"), ("iron", nil)])
    let results = try file.store.fetch(Article.search("tin").withSnippets())
    #expect(results.map(\.id) == [2, 1, 0])
    #expect(results.map(\.rank) == results.map(\.rank).sorted())
    #expect(results.allSatisfy { $0.rank < 0 })
    let reversed = try file.store.fetch(Article.search("tin").reversed().withSnippets())
    #expect(reversed.map(\.id) == [0, 1, 2])
  }

  @Test("Records that a search finds are changed and deleted, all or the best ones, and then searched anew")
  func writing() throws {
    let file = try file([("tin", "drum"), ("tin tin", nil), ("iron", nil), ("tin", "x")])
    let changed = try file.store.write { db in
      try db.update(Article.search("tin").limit(1)) { [$0.title.set("copper")] }
    }
    #expect(changed == 1)
    #expect(try file.store.fetch(Article.search("copper")).map(\.id) == [1])
    let all = try file.store.write { db in
      try db.update(Article.search("tin").filter { $0.body == "x" }) { [$0.body.set("gong")] }
    }
    #expect(all == 1)
    #expect(try file.titles("gong") == ["tin"])
    #expect(try file.store.write { try $0.deleteAll(Article.search("tin")) } == 2)
    #expect(try file.store.fetch(Article.order { $0.id }).map(\.id) == [1, 2])
    #expect(try file.store.write { try $0.deleteAll(Article.search("\"")) } == 0)
    #expect(try file.isRight())
  }

  @Test("A transaction searches what it has written itself; others search it when it has ended")
  func transaction() throws {
    let file = try file([("tin", nil)])
    try file.store.write { db in
      try db.insert(Article(id: 7, title: "drum"))
      #expect(try db.fetch(Article.search("drum")).map(\.id) == [7])
      #expect(try file.titles("drum") == [])
      try db.delete(Article.self, key: 7)
      #expect(try db.fetch(Article.search("drum")).isEmpty)
      try db.insert(Article(id: 8, title: "gong"))
    }
    #expect(try file.titles("gong") == ["gong"])
    #expect(try file.isRight())
  }

  @Test("Conditions before and behind a search hold, and groups and sums are those of what it finds")
  func combined() throws {
    let file = try file([("tin", nil), ("tin", "x"), ("tin", "y"), ("iron", "x")])
    let store = file.store
    let some = Article.filter { $0.year == 0 }.search("tin").filter { $0.body != nil }
    #expect(try store.fetch(some).map(\.id) == [2])
    #expect(try store.fetch(Article.search("tin").sum { $0.year }) == 1)
    #expect(
      try store.fetch(Article.search("tin").grouped { $0.year }.count()).map {
        "\($0.key ?? -1): \($0.value)"
      }
        == ["0: 2", "1: 1"])
    #expect(try store.fetch(Article.search("tin").values(distinct: true) { $0.title }) == ["tin"])
    #expect(try store.fetch(Article.search("gold").exists()) == false)
    #expect(try store.fetch(Article.search("tin").first())?.id == 0)
  }

  @Test("Without a search there are no snippets, which is said")
  func noSearch() throws {
    let file = try file([("tin", nil)])
    let error = #expect(throws: StoreError.self) {
      try file.store.fetch(Article.filter { $0.year == 1 }.withSnippets())
    }
    #expect(error?.message == "'Article': only a search has snippets; call `search` first")
  }

  @Test("A condition in SQL names the columns of the record, also those that are searched")
  func sql() throws {
    let file = try file([("tin", "drum"), ("tin drum", nil), ("iron", nil)])
    let query = Article.search("tin").filter(.sql("length(title) > ? AND body IS NULL", 3))
    #expect(try file.store.fetch(query).map(\.id) == [1])
    #expect(try file.store.fetch(query.count()) == 1)
    #expect(try file.store.fetch(query.withSnippets()).map(\.id) == [1])
    #expect(try file.store.write { try $0.update(query) { [$0.body.set("x")] } } == 1)
  }
}
