import CSQLite
import Foundation
import RowsmithModel
import RowsmithSchema
import Testing

@testable import Rowsmith

/// A database with a history, in a file of its own that is gone with this.
final class HistoryFile {
  let path: String
  let store: Store
  private var ownsFile = true

  static let yaml = """
    rowsmith: 1
    history: true
    defaults: { MergePolicy: Merge }
    entities:
      Band:
        PrimaryKey: name
        attributes: { name: String, formed: Int? }
        relationships: { tags: [Tag] }
      Tag: { attributes: { id: Int, label: String? } }
      Track:
        PrimaryKey: [band, disc]
        attributes: { disc: Data, title: String? }
        relationships: { band: Band }
      Note: { attributes: { text: String } }

    """

  init(_ yaml: String = HistoryFile.yaml, at path: String? = nil) throws {
    self.path = path ?? NSTemporaryDirectory() + "rowsmith-history-\(UUID().uuidString).sqlite"
    store = try Store(.file(self.path), schema: try HistoryFile.schema(yaml))
  }

  deinit {
    store.close()
    guard ownsFile else { return }
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  /// Closes the database, and opens it again, maybe with another model.
  func reopened(_ yaml: String = HistoryFile.yaml) throws -> HistoryFile {
    store.close()
    ownsFile = false
    return try HistoryFile(yaml, at: path)
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

  @discardableResult
  func importJSON(_ json: String, _ entity: String = "Band", _ options: ImportOptions = ImportOptions())
    throws
    -> HistoryToken
  {
    try store.importJSON(.string(json), into: .entity(entity), options: options)
    return try store.historyToken()
  }

  /// What was changed since a token: `Band Japan inserted import`.
  func changes(since token: HistoryToken? = nil) throws -> [String] {
    try store.changes(since: token).changes.map { change in
      let key = change.key.map { value in
        switch value {
        case .text(let text): text
        case .integer(let number): "\(number)"
        default: "\(value)"
        }
      }
      return "\(change.entity) \(key.joined(separator: ",")) \(change.kind) \(change.origin)"
    }
  }

  /// How many rows the history has, and how many tokens are in it.
  func counts() throws -> (rows: Int, tokens: Int) {
    try store.read { db in
      let row = try db.rows(
        "SELECT count(*) AS rows, count(DISTINCT token) AS tokens FROM _rowsmith_history")[0]
      return (try row.value("rows"), try row.value("tokens"))
    }
  }
}
