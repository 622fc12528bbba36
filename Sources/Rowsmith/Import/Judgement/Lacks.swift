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

  /// Binds the placeholder to a parameter of a statement. Returns SQLite's result code.
  static func bindPlaceholder(to statement: OpaquePointer, at index: Int32) -> Int32 {
    bytes.withUnsafeBufferPointer {
      rowsmith_bind_blob_copied(statement, index, $0.baseAddress ?? zeroLength, $0.count)
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
  ///
  /// - Parameter missing: tells all that the rows lack; `nil` if the first lack of each is enough.
  func refusals(_ mapping: Mapping, _ missing: MissingValue?) throws -> [Refusal] {
    if isEmpty { return [] }
    var known: Set<[Int]> = []
    return try mapping.tables.flatMap { table in
      let slots = missing == nil ? [] : Lacks.attributeSlots(table)
      let values = slots.map { ", t.\(DDL.quoted(table.layout.columns[$0].name))" }.joined()
      let isLacking = table.layout.columns.map { "t.\(DDL.quoted($0.name)) IS ?1" }.joined(separator: " OR ")
      let list = try connection.prepare(
        "SELECT l.blame, l.error\(values) FROM temp._rowsmith_lacking l JOIN \(DDL.quoted(table.name)) t "
          + "ON t.\(table.rowIDName) = l.row WHERE l.table_index = \(table.index) AND (\(isLacking)) "
          + "AND l.row NOT IN (SELECT row FROM temp._rowsmith_deletions WHERE table_index = \(table.index)) ORDER BY l.blame"
      )
      list.bind(Lacks.placeholder, at: 1)
      var refusals: [Refusal] = []
      while try list.step() {
        let error = ImportError(keptText: list.text(at: 1) ?? "")
        var refusal = Refusal(records: [list.integer(at: 0)], error: error)
        if let missing, let entity = error.entity.flatMap({ mapping.entity($0) }) {
          let lacking = slots.indices.filter { list.isLacking(at: $0 + 2) }.map { slots[$0] }
          refusal.lacks = missing.everyLack(lacking, of: entity, like: error, &known)
        }
        refusals.append(refusal)
      }
      return refusals
    }
  }

  /// The columns of attributes, as many as a result may have.
  private static func attributeSlots(_ table: TableMapping) -> [Int] {
    let slots = table.layout.columns.indices.filter { slot in
      if case .attribute = table.layout.columns[slot].source { return true }
      return false
    }
    return Array(slots.prefix(1000))
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
