import CSQLite
import Foundation
import Rowsmith
import Testing

/// A store in a file, and the records that its tables hold.
final class Database {
  let store: Store
  private let path: String

  init<M: Model>(_ model: M) throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).sqlite").path
    store = try Store(.file(path), model: model)
  }

  deinit {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }

  /// Every row of a table as a record, in the order of a column.
  func all<R: Record>(_ type: R.Type, table: String? = nil, where condition: String = "1") throws -> [R] {
    var connection: OpaquePointer?
    #expect(sqlite3_open(path, &connection) == SQLITE_OK)
    defer { sqlite3_close(connection) }
    let sql =
      "SELECT \(DDL.list(R.columnNames)) FROM \(DDL.quoted(table ?? R.entityName)) WHERE \(condition) ORDER BY 1"
    var statement: OpaquePointer?
    #expect(sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, "\(sql)")
    defer { sqlite3_finalize(statement) }
    var records: [R] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      records.append(try R(row: Row(statement: try #require(statement), entity: R.entityName)))
    }
    return records
  }

  /// The folder of this package.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The path of an example document.
  static func document(_ name: String) -> JSONSource {
    .file(package.appendingPathComponent("Schemas/Documents/\(name).json").path)
  }
}
