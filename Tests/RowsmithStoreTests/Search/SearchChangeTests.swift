import RowsmithSchema
import TestSupport
import Testing

@testable import Rowsmith

/// A search when the model changes what it is of, and in families with several of them.
struct SearchChangeTests {
  private static let places = """
    rowsmith: 1
    defaults: { MergePolicy: Merge }
    values: { Address: { street: String, city: String? } }
    entities:
      Shop:
        PrimaryKey: id
        attributes: { id: Int, name: String, address: Address?, site: URL? }
        search: [name, address.city]

    """

  private static let media = """
    rowsmith: 1
    defaults: { MergePolicy: Merge }
    entities:
      Medium:
        PrimaryKey: id
        Discriminator: kind
        attributes: { id: Int, title: String }
        search: title
      Film: { extends: Medium, attributes: { plot: String? }, search: [plot, title] }
      Book: { extends: Medium, attributes: { blurb: String? } }

    """

  private func steps(_ old: String, _ new: String) throws -> [String] {
    try Migration(from: ModelFile.schema(old), to: ModelFile.schema(new)).steps.map(\.description)
  }

  private func shops() throws -> SearchFile {
    let file = try SearchFile(Self.places)
    try file.importJSON(
      """
      [{"id": 1, "name": "Tin", "address": {"street": "Bern Road", "city": "Basel"}, "site": "https://tin.example/drum"},
       {"id": 2, "name": "Basel", "address": null}]
      """, "Shop")
    return file
  }

  @Test func `a part of a value that is renamed is searched by its new name`() throws {
    let renamed = Self.places.replacing("city: String?", with: "town: { type: String?, RenamedFrom: city }")
      .replacing("address.city", with: "address.town")
    let file = try shops().reopened(renamed)
    #expect(try file.found("Shop", "basel") == [1, 2])
    #expect(try file.found("Shop", "bern") == [])
    #expect(try file.isRight("Shop"))
  }

  @Test func `another part, and a URL, are searched once they are listed`() throws {
    let file = try shops()
    #expect(try file.found("Shop", "bern") == [])
    #expect(try file.found("Shop", "drum") == [])
    let more = try file.reopened(
      Self.places.replacing("[name, address.city]", with: "[site, address.street]"))
    #expect(try more.found("Shop", "bern") == [1])
    #expect(try more.found("Shop", "\"tin example drum\"") == [1])
    #expect(try more.found("Shop", "basel") == [])
    try more.runElsewhere("UPDATE Shop SET address_street = 'x', site = NULL")
    #expect(try more.found("Shop", "drum") == [])
    #expect(try more.isRight("Shop"))
  }

  @Test func `a tokenizer or other columns are steps of the plan; what is renamed alone is none`() throws {
    let old = SearchFile.yaml
    func with(_ search: String) -> String { old.replacing("[title, body]", with: search) }
    #expect(try steps(old, with("[title]")).contains("search Article by title"))
    #expect(try steps(old, with("[body, title]")).contains("search Article by body, title"))
    #expect(
      try steps(old, with("{ columns: [title, body], tokenizer: trigram }"))
        .contains("search Article by title, body, tokenizer trigram"))
    #expect(
      try steps(with("{ columns: title, tokenizer: porter }"), with("title")).contains(
        "search Article by title"))
    #expect(try steps(old, with("{ columns: [title, body], tokenizer: unicode61 }")) == [])
    let renamed = old.replacing("Article:\n", with: "Essay:\n    RenamedFrom: Article\n")
    #expect(try steps(old, renamed).allSatisfy { !$0.hasPrefix("search") && !$0.hasPrefix("stop") })
  }

  @Test func `an entity that goes takes its search along`() throws {
    let file = try shops()
    try file.store.deleteAllData()
    let other = try file.reopened(
      "rowsmith: 1\nentities: { Shop2: { PrimaryKey: id, attributes: { id: Int } }, Shop: { RenamedFrom: Nothing, "
        + "PrimaryKey: id, attributes: { id: Int, name: String } } }\n")
    let left = try other.store.read {
      try $0.rows("SELECT name FROM sqlite_master WHERE name GLOB '_rowsmith_*search*'").count
    }
    #expect(left == 0)
  }

  @Test
  func `a family is searched as each of its entities says, by those that say nothing as by their parent`()
    throws
  {
    let file = try SearchFile(Self.media)
    var options = ImportOptions()
    options.lateIndexBytes = 0
    // A first import, whose words are found in the end, and then changes one by one.
    try file.importJSON(
      """
      [{"kind": "Film", "id": 1, "title": "Tin", "plot": "drum"}, {"kind": "Book", "id": 2, "title": "Tin", "blurb": "drum"},
       {"kind": "Medium", "id": 3, "title": "Drum"}]
      """, "Medium", options)
    #expect(try file.found("Medium", "drum") == [3])
    #expect(try file.found("Film", "drum") == [1])
    #expect(try file.found("Book", "drum") == [])
    #expect(try file.found("Book", "tin") == [2])
    try file.importJSON(#"[{"kind": "Film", "id": 1, "title": "Drum", "plot": null}]"#, "Medium", options)
    #expect(try file.found("Medium", "drum") == [1, 3])
    #expect(try file.found("Film", "tin") == [])
    for entity in ["Medium", "Film"] { #expect(try file.isRight(entity)) }
  }

  @Test func `a search moves between a parent and a child with the model`() throws {
    var file = try SearchFile(Self.media)
    try file.importJSON(
      #"[{"kind": "Film", "id": 1, "title": "Tin", "plot": "drum"}, {"kind": "Book", "id": 2, "title": "Drum"}]"#,
      "Medium")
    file = try file.reopened(Self.media.replacing(", search: [plot, title] }", with: " }"))
    #expect(try file.found("Film", "drum") == [])
    #expect(try file.found("Film", "tin") == [1])
    file = try file.reopened(
      Self.media.replacing("    search: title\n", with: "").replacing("[plot, title]", with: "plot"))
    #expect(try file.found("Film", "drum") == [1])
    #expect(throws: StoreError.self) { try file.found("Book", "drum") }
    file = try file.reopened(Self.media)
    #expect(try file.found("Book", "drum") == [2])
    for entity in ["Medium", "Film"] { #expect(try file.isRight(entity)) }
  }

  @Test func `all words are indexed again on request, awaited or in a write that is taken back`() async throws
  {
    let file = try SearchFile()
    try file.importJSON(#"[{"id": 1, "title": "Tin"}]"#)
    try file.runElsewhere("INSERT OR REPLACE INTO Article (id, title) VALUES (1, 'Drum')")
    await #expect(throws: CancellationError.self) {
      try await file.store.write { db in
        try db.rebuildSearch()
        #expect(try db.fetch(Article.search("tin")).isEmpty)
        throw CancellationError()
      }
    }
    #expect(try !file.isRight())
    try await file.store.rebuildSearch()
    #expect(try file.titles("drum") == ["Drum"])
    #expect(try file.isRight())
  }

  @Test func `a model without a search has nothing to index`() throws {
    let file = try ModelFile("rowsmith: 1\nentities: { A: { attributes: { id: Int } } }\n")
    try file.store.rebuildSearch()
  }
}
