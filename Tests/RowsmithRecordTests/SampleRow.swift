import CSQLite
import Rowsmith
import Testing

/// One row of an in-memory database.
enum SampleRow {
  /// Runs a query and hands its first row on.
  static func with<Result>(_ sql: String, _ body: (Row) throws -> Result) throws -> Result {
    var connection: OpaquePointer?
    #expect(sqlite3_open(":memory:", &connection) == SQLITE_OK)
    defer { sqlite3_close(connection) }
    var statement: OpaquePointer?
    #expect(sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, "\(sql)")
    defer { sqlite3_finalize(statement) }
    #expect(sqlite3_step(statement) == SQLITE_ROW)
    return try body(Row(statement: try #require(statement), entity: "Album"))
  }

  /// The error that reading gives.
  static func error<Result>(_ sql: String, _ body: (Row) throws -> Result) throws -> RowDecodingError? {
    do {
      _ = try with(sql, body)
      return nil
    } catch let error as RowDecodingError {
      return error
    }
  }
}
