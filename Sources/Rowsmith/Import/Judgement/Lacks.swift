#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// Rows that lack a required value until another mention gives it, the row is deleted, or the document ends.
///
/// Until then a NOT NULL column holds a placeholder, so nothing needs to be noted when the value is given.
final class Lacks {
  /// A value that no document gives: only `Data` is stored as a blob, and no `Data` has these bytes.
  static let placeholder = StoredValue.blob(bytes)
  fileprivate static let bytes = Array("\u{0}rowsmith: required, not given yet\u{0}".utf8)

  /// Binds the placeholder to a parameter of a statement.
  static func bindPlaceholder(to statement: OpaquePointer, at index: Int32) {
    bytes.withUnsafeBufferPointer {
      _ = rowsmith_bind_blob_copied(statement, index, $0.baseAddress ?? zeroLength, Int32($0.count))
    }
  }

  private let connection: Connection
  /// Whether no row is noted.
  private(set) var isEmpty = true

  init(connection: Connection) { self.connection = connection }

  /// Notes that a row lacks a value.
  ///
  /// - Parameter blame: the offset in the document of the record that does not give it.
  func add(_ row: Int64, of entity: EntityMapping, blame: Int64, because error: ImportError) throws {
    isEmpty = false
    try connection.run(
      "INSERT OR REPLACE INTO temp._rowsmith_lacking VALUES (?1, ?2, ?3, ?4)",
      [.integer(Int64(entity.table.index)), .integer(row), .integer(blame), .text(error.keptText)])
  }

  /// Forgets all rows.
  func forget() throws {
    if isEmpty { return }
    try connection.run("DELETE FROM temp._rowsmith_lacking")
    isEmpty = true
  }

  /// The refusals for rows that still lack a value and are not marked for deletion.
  func refusals(_ tables: [TableMapping]) throws -> [Refusal] {
    if isEmpty { return [] }
    return try tables.flatMap { table in
      let isLacking = table.layout.columns.map { "t.\(DDL.quoted($0.name)) IS ?1" }.joined(separator: " OR ")
      let list = try connection.prepare(
        "SELECT l.blame, l.error FROM temp._rowsmith_lacking l JOIN \(DDL.quoted(table.name)) t "
          + "ON t.\(table.rowIDName) = l.row WHERE l.table_index = \(table.index) AND (\(isLacking)) "
          + "AND l.row NOT IN (SELECT row FROM temp._rowsmith_deletions WHERE table_index = \(table.index)) ORDER BY l.blame"
      )
      list.bind(Lacks.placeholder, at: 1)
      var refusals: [Refusal] = []
      while try list.step() {
        refusals.append(
          Refusal(records: [list.integer(at: 0)], error: ImportError(keptText: list.text(at: 1) ?? "")))
      }
      return refusals
    }
  }
}

extension Statement {
  /// Whether a column of the current row holds the placeholder.
  @inline(__always)
  func isLacking(at column: Int) -> Bool {
    let column = Int32(truncatingIfNeeded: column)
    guard sqlite3_column_type(handle, column) == SQLITE_BLOB else { return false }
    return sqlite3_column_bytes(handle, column) == Int32(Lacks.bytes.count)
      && value(at: Int(column)) == Lacks.placeholder
  }

  /// Whether a column of a link holds no key.
  @inline(__always)
  func isUnlinked(at column: Int) -> Bool { isNull(at: column) || isLacking(at: column) }
}
