import Foundation
import RowsmithSchema
import TestSupport

@testable import Rowsmith

/// A database with a history, in a file of its own that is gone with this.
struct HistoryFile {
  private let file: ModelFile
  var path: String { file.path }
  var store: Store { file.store }

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

  init(_ yaml: String = HistoryFile.yaml) throws { file = try ModelFile(yaml) }

  private init(file: ModelFile) { self.file = file }

  /// Closes the database, and opens it again, maybe with another model.
  func reopened(_ yaml: String = HistoryFile.yaml) throws -> HistoryFile {
    HistoryFile(file: try file.reopened(yaml))
  }

  /// Runs SQL as another program would.
  func runElsewhere(_ sql: String) throws { try file.runElsewhere(sql) }

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
