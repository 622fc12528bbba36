import CSQLite
import Rowsmith
import RowsmithSchema

/// A database as any tool of SQLite reads it.
package struct PlainDatabase {
  package var path: String

  package init(path: String) { self.path = path }

  /// A mistake of SQLite.
  package struct Failure: Error { var sql: String }

  package func rows(of entity: String) throws -> Int {
    var count = 0
    try query("SELECT count(*) FROM \"\(entity)\"") { count = Int(sqlite3_column_int64($0, 0)) }
    return count
  }

  /// Every value in every table, in the spelling of ``Leaves``; JSON in columns taken apart.
  package func values() throws -> Set<String> {
    var tables: [String] = []
    try query("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_rowsmith_*'") {
      tables.append(Self.text($0, 0))
    }
    var values: Set<String> = []
    for table in tables {
      try query("SELECT * FROM \"\(table)\"") { statement in
        for column in 0..<sqlite3_column_count(statement) {
          switch sqlite3_column_type(statement, column) {
          case SQLITE_NULL: continue
          case SQLITE_FLOAT:
            // As text, SQLite gives fewer digits than there are.
            values.insert(Leaves.spelling(.number("\(sqlite3_column_double(statement, column))")))
          case SQLITE_BLOB:
            let count = Int(sqlite3_column_bytes(statement, column))
            let bytes = UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count)
            values.insert("data \(Array(bytes))")
          case SQLITE_TEXT:
            values.formUnion(Leaves(ofColumn: .string(Self.text(statement, column))).all)
          default: values.insert(Leaves.spelling(.number(Self.text(statement, column))))
          }
        }
      }
    }
    return values
  }

  private static func text(_ statement: OpaquePointer?, _ column: Int32) -> String {
    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
  }

  private func query(_ sql: String, _ body: (OpaquePointer?) throws -> Void) throws {
    var connection: OpaquePointer?
    defer { sqlite3_close_v2(connection) }
    var statement: OpaquePointer?
    guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
      sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK
    else { throw Failure(sql: sql) }
    defer { sqlite3_finalize(statement) }
    while sqlite3_step(statement) == SQLITE_ROW { try body(statement) }
  }
}
