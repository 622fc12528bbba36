import Foundation
import RowsmithSchema
import TestSupport

@testable import Rowsmith

/// A database that can be searched, in a file of its own that is gone with this.
struct SearchFile {
  private let file: ModelFile
  var path: String { file.path }
  var store: Store { file.store }

  static let yaml = """
    rowsmith: 1
    defaults: { MergePolicy: Merge }
    entities:
      Article:
        PrimaryKey: id
        attributes: { id: Int, title: String, body: String?, year: Int? }
        relationships: { authors: [Author] }
        search: [title, body]
      Author: { PrimaryKey: name, attributes: { name: String } }

    """

  init(_ yaml: String = SearchFile.yaml) throws { file = try ModelFile(yaml) }

  private init(file: ModelFile) { self.file = file }

  /// Closes the database, and opens it again, maybe with another model.
  func reopened(_ yaml: String = SearchFile.yaml) throws -> SearchFile {
    SearchFile(file: try file.reopened(yaml))
  }

  /// Runs SQL as another program would.
  func runElsewhere(_ sql: String) throws { try file.runElsewhere(sql) }

  func importJSON(_ json: String, _ entity: String = "Article", _ options: ImportOptions = ImportOptions())
    throws
  {
    try store.importJSON(.string(json), into: .entity(entity), options: options)
  }

  /// The titles of the articles that are found, best ones first.
  func titles(_ text: String) throws -> [String] { try store.fetch(Article.search(text)).map(\.title) }

  /// The keys of the records of an entity that are found, sorted.
  func found(_ entity: String, _ text: String) throws -> [Int] {
    var node = QueryNode(entity: entity)
    node.search = SearchNode(text: text)
    return try store.read { db in
      try db.rows(QueryCompiler.select(["id"], node, mapping: db.mapping()), entity: entity) {
        try $0.int(at: 0)
      }
    }.sorted()
  }

  /// Whether the index says of each row what the row says.
  func isRight(_ entity: String = "Article") throws -> Bool {
    let name = "\"_rowsmith_\(entity)_search\""
    do {
      try store.write { db in try db.run("INSERT INTO \(name) (\(name), rank) VALUES ('integrity-check', 1)")
      }
      return true
    } catch is StoreError {
      return false
    }
  }
}

/// The articles of ``SearchFile``, as the generator writes them.
struct Article: SearchableRecord, Identifiable, Hashable {
  typealias Key = Int

  var id: Int
  var title: String
  var body: String?
  var year: Int?

  init(id: Int, title: String, body: String? = nil, year: Int? = nil) {
    (self.id, self.title, self.body, self.year) = (id, title, body, year)
  }

  enum Columns {
    static var id: Column<Article, Int> { Column("id") }
    static var title: Column<Article, String> { Column("title") }
    static var body: Column<Article, String?> { Column("body") }
    static var year: Column<Article, Int?> { Column("year") }
  }

  static var entityName: String { "Article" }
  static var columnNames: [String] { ["id", "title", "body", "year"] }

  init(row: Row) throws(RowDecodingError) {
    id = try row.int(at: 0)
    title = try row.string(at: 1)
    body = try row.optionalString(at: 2)
    year = try row.optionalInt(at: 3)
  }

  func encode(to encoder: inout RowEncoder) {
    encoder.encode(id)
    encoder.encode(title)
    encoder.encode(body)
    encoder.encode(year)
  }
}
