import RowsmithSchema
import TestSupport
import Testing

@testable import Rowsmith

/// A search goes along when the model changes.
struct SearchMigrationTests {
  private static let without = SearchFile.yaml.replacing("    search: [title, body]\n", with: "")
  private static let json = #"[{"id": 1, "title": "Tin", "body": "drums"}, {"id": 2, "title": "Drum"}]"#

  private func file(_ yaml: String = SearchFile.yaml) throws -> SearchFile {
    let file = try SearchFile(yaml)
    try file.importJSON(Self.json)
    return file
  }

  private func ids(_ file: SearchFile, _ entity: String, _ text: String) throws -> [Int] {
    var node = QueryNode(entity: entity)
    node.search = SearchNode(text: text)
    return try file.store.read { db in
      try db.rows(QueryCompiler.select(["id"], node, mapping: db.mapping()), entity: entity) {
        try $0.int(at: 0)
      }
    }.sorted()
  }

  private func objects(_ file: SearchFile) throws -> Int {
    let sql = "SELECT count(*) AS n FROM sqlite_master WHERE name GLOB '_rowsmith_*search*'"
    return try file.store.read { try $0.rows(sql)[0].value("n") }
  }

  @Test func `a search that is added finds the rows that are there`() throws {
    let file = try file(Self.without).reopened()
    #expect(try file.titles("drums") == ["Tin"])
    #expect(try file.isRight())
  }

  @Test func `a search that is removed leaves nothing behind`() throws {
    let file = try file().reopened(Self.without)
    #expect(try objects(file) == 0)
    #expect(throws: StoreError.self) { try file.titles("drums") }
    try file.importJSON(#"[{"id": 3, "title": "Snare"}]"#)
  }

  @Test func `other columns and another tokenizer search anew`() throws {
    var file = try file()
    file = try file.reopened(SearchFile.yaml.replacing("[title, body]", with: "[title]"))
    #expect(try file.titles("drums") == [])
    file = try file.reopened(
      SearchFile.yaml.replacing("[title, body]", with: "{ columns: [title, body], tokenizer: porter }"))
    #expect(try file.titles("drumming").sorted() == ["Drum", "Tin"])
    file = try file.reopened(
      SearchFile.yaml.replacing("[title, body]", with: "{ columns: [title, body], tokenizer: trigram }"))
    #expect(try file.titles("rum").sorted() == ["Drum", "Tin"])
    #expect(try file.isRight())
  }

  @Test(arguments: [
    // A column is added, altered, renamed, dropped; the key makes the table be built anew; a list.
    ("year: Int?", "year: Int?, note: String?"), ("year: Int?", "year: String?"),
    ("year: Int?", "since: { type: Int?, RenamedFrom: year }"), (", year: Int?", ""),
    ("{ id: Int,", "{ id: String,"),
    ("relationships: { authors: [Author] }", "relationships: { author: Author? }"),
    ("Author: {", "Writer: { PrimaryKey: id, attributes: { id: Int } }\n  Author: {"),
  ])
  func `a table that changes is searched as before`(old: String, new: String) throws {
    let file = try file()
    let changed = try file.reopened(SearchFile.yaml.replacing(old, with: new))
    var node = QueryNode(entity: "Article")
    node.search = SearchNode(text: "drum*")
    let titles = try changed.store.read { db in
      try db.rows(QueryCompiler.select(["title"], node, mapping: db.mapping()), entity: "Article") {
        try $0.string(at: 0)
      }
    }
    #expect(titles.sorted() == ["Drum", "Tin"])
    try changed.runElsewhere("UPDATE Article SET title = 'x' WHERE id = 1; DELETE FROM Article WHERE id = 2")
    #expect(try changed.isRight())
  }

  @Test func `an entity and an attribute that are renamed are searched by their new names`() throws {
    let file = try file()
    let yaml = SearchFile.yaml.replacing("Article:\n", with: "Essay:\n    RenamedFrom: Article\n")
      .replacing("title: String", with: "name: { type: String, RenamedFrom: title }")
      .replacing("[title, body]", with: "[name, body]")
    let renamed = try file.reopened(yaml)
    #expect(try ids(renamed, "Essay", "drum*") == [1, 2])
    #expect(try renamed.isRight("Essay"))
    #expect(try objects(renamed) == 8)
  }

  @Test func `a migration says what it does for a search`() throws {
    let old = try ModelFile.schema(Self.without)
    let new = try ModelFile.schema(SearchFile.yaml)
    #expect(Migration(from: old, to: new).steps.map(\.description).contains("search Article by title, body"))
    #expect(Migration(from: new, to: old).steps.map(\.description).contains("stop searching Article"))
    #expect(Migration(from: new, to: new).steps.isEmpty)
  }

  @Test func `an index of words is left alone where its table is`() throws {
    let old = try ModelFile.schema(SearchFile.yaml)
    let new = try ModelFile.schema(
      SearchFile.yaml.replacing("{ name: String }", with: "{ name: String, born: Int? }"))
    let kept = Migration(from: old, to: new).keptSearchTables(from: Layout(old), to: Layout(new))
    #expect(kept.map(\.entity) == ["Article"])
  }
}
