import CSQLite
import Foundation
import Rowsmith
import RowsmithSchema

/// A database file as any SQLite tool sees it.
final class SQLFile {
  struct Failure: Error {
    var message: String
  }

  private var handle: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil) == SQLITE_OK else {
      throw Failure(message: "cannot open \(path)")
    }
    sqlite3_busy_timeout(handle, 5000)
  }

  deinit { sqlite3_close_v2(handle) }

  func run(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(message: "\(sql): \(String(cString: sqlite3_errmsg(handle)))")
    }
  }

  /// The rows, their values joined by bars.
  func rows(_ sql: String) throws -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(message: "\(sql): \(String(cString: sqlite3_errmsg(handle)))")
    }
    defer { sqlite3_finalize(statement) }
    var rows: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append((0..<sqlite3_column_count(statement)).map { text(statement, $0) }.joined(separator: "|"))
    }
    return rows
  }

  private func text(_ statement: OpaquePointer?, _ column: Int32) -> String {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: return "-"
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(statement, column))
      let bytes = sqlite3_column_blob(statement, column)
      return "x" + UnsafeRawBufferPointer(start: bytes, count: count).map { String($0, radix: 16) }.joined()
    default: return sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
    }
  }

  /// Every row of every table of the layout, with what waits for rows.
  func contents(_ layout: Layout) throws -> [String] {
    var lines: [String] = []
    for table in layout.tables {
      let columns = table.columns.isEmpty ? "1" : DDL.list(table.columns.map(\.name))
      lines += try rows("SELECT \(columns) FROM \(DDL.quoted(table.name))").map { "\(table.name) \($0)" }
        .sorted()
    }
    for link in layout.linkTables {
      lines += try rows("SELECT * FROM \(DDL.quoted(link.name))").map { "\(link.name) \($0)" }.sorted()
    }
    lines += try rows("SELECT * FROM _rowsmith_pending ORDER BY 1, 2").map { "waiting \($0)" }
    lines += try rows("SELECT * FROM _rowsmith_unresolved ORDER BY 1, 2").map { "unresolved \($0)" }
    return lines
  }

  /// Tables, columns, indices and references, and the names of everything else.
  func structure() throws -> [String] {
    var lines = try rows(
      "SELECT type, name, tbl_name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name")
    for table in try rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") {
      lines += try rows("SELECT * FROM pragma_table_xinfo('\(table)')").map { "\(table): \($0)" }
      lines += try rows(
        "SELECT name, \"unique\", origin FROM pragma_index_list('\(table)') WHERE origin = 'c' ORDER BY name"
      ).map { "\(table): \($0)" }
      lines += try rows("SELECT \"table\", \"from\", \"to\", seq FROM pragma_foreign_key_list('\(table)')")
        .map {
          "\(table): \($0)"
        }.sorted()
      lines += try rows("SELECT name, wr FROM pragma_table_list WHERE name = '\(table)'")
    }
    for index in try rows("SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY name") {
      lines += try rows("SELECT * FROM pragma_index_xinfo('\(index)')").map { "\(index): \($0)" }
    }
    return lines
  }
}
