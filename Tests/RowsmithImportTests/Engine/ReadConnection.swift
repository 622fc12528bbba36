import CSQLite
import Rowsmith
import RowsmithSchema

/// A second connection to the database of a store, as any SQLite tool would open one.
final class ReadConnection {
  struct Failure: Error {
    var message: String
  }

  private var handle: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
      throw Failure(message: "cannot open \(path)")
    }
  }

  deinit { sqlite3_close_v2(handle) }

  func rows(_ sql: String) throws -> [[StoredValue]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(message: "\(sql): \(String(cString: sqlite3_errmsg(handle)))")
    }
    defer { sqlite3_finalize(statement) }
    var rows: [[StoredValue]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append((0..<sqlite3_column_count(statement)).map { value(statement, $0) })
    }
    return rows
  }

  /// Changes when another connection has committed a change to any page.
  func dataVersion() throws -> StoredValue? { try rows("PRAGMA data_version").first?.first }

  func image(_ layout: Layout) throws -> DatabaseImage { try tables(layout).canonical(layout) }

  /// The image with the identifiers of rows as they are.
  func tables(_ layout: Layout) throws -> DatabaseImage {
    var tables: [DatabaseImage.Table] = []
    for table in layout.tables {
      tables.append(try read(table.name, table.columns.map(\.name)))
    }
    for table in layout.linkTables {
      var columns = (table.sourceColumns + table.targetColumns).map(\.name) + ["position"]
      if table.isInverseOrdered { columns.append("source_position") }
      tables.append(try read(table.name, columns))
    }
    tables.append(try readPending(layout))
    return DatabaseImage(tables: tables)
  }

  /// The links to rows that have not arrived. Parents without a key are left out: their identifiers say nothing.
  private func readPending(_ layout: Layout) throws -> DatabaseImage.Table {
    var table = try read("_rowsmith_pending", DatabaseImage.pendingColumns)
    for (index, row) in table.rows.enumerated() {
      guard case .text(let name) = row[0], let entity = name.split(separator: ".").first else { continue }
      let parents = layout.tables.first { $0.entities.contains(String(entity)) }
      if parents?.key == ["_rowsmith_id"] { table.rows[index][2] = .null }
    }
    return table
  }

  func read(_ table: String, _ columns: [String]) throws -> DatabaseImage.Table {
    let list = columns.isEmpty ? "1" : DDL.list(columns)
    return DatabaseImage.Table(
      name: table, columns: columns, rows: try rows("SELECT \(list) FROM \(DDL.quoted(table))"))
  }

  private func value(_ statement: OpaquePointer?, _ column: Int32) -> StoredValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      guard let text = sqlite3_column_text(statement, column) else { return .null }
      let length = Int(sqlite3_column_bytes(statement, column))
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: length), as: UTF8.self))
    case SQLITE_BLOB:
      guard let bytes = sqlite3_column_blob(statement, column) else { return .blob([]) }
      let length = Int(sqlite3_column_bytes(statement, column))
      return .blob([UInt8](UnsafeRawBufferPointer(start: bytes, count: length)))
    default: return .null
    }
  }
}
