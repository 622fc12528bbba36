import CSQLite
import Foundation
import RowsmithModel
import RowsmithSchema
import Testing

@testable import Rowsmith

/// A database that can be searched, in a file of its own that is gone with this.
final class SearchFile {
  let path: String
  let store: Store
  private var ownsFile = true

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

  init(_ yaml: String = SearchFile.yaml, at path: String? = nil) throws {
    self.path = path ?? NSTemporaryDirectory() + "rowsmith-search-\(UUID().uuidString).sqlite"
    store = try Store(.file(self.path), schema: try SearchFile.schema(yaml))
  }

  deinit {
    store.close()
    guard ownsFile else { return }
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  /// Closes the database, and opens it again, maybe with another model.
  func reopened(_ yaml: String = SearchFile.yaml) throws -> SearchFile {
    store.close()
    ownsFile = false
    return try SearchFile(yaml, at: path)
  }

  static func schema(_ yaml: String) throws -> Schema {
    let model = ModelCompiler.compile([ModelSource(path: "Model.yml", text: yaml)], name: "Model")
    return try #require(model.schema, "\(model.diagnostics)")
  }

  /// Runs SQL as another program would, over a connection that knows nothing of Rowsmith.
  func runElsewhere(_ sql: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    sqlite3_busy_timeout(handle, 5000)
    try #require(
      sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
  }

  func importJSON(_ json: String, _ entity: String = "Article", _ options: ImportOptions = ImportOptions())
    throws
  {
    try store.importJSON(.string(json), into: .entity(entity), options: options)
  }

  /// The titles of the articles that are found, best ones first.
  func titles(_ text: String) throws -> [String] { try store.fetch(Article.search(text)).map(\.title) }

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

  enum Columns {
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
