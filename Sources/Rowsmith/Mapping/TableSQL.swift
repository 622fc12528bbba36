import RowsmithSchema

/// The SQL that imports need for a table, built once.
///
/// A class because its properties are read one at a time: copying a struct would retain all of them.
final class TableSQL: Sendable {
  /// Returns a row if the table is not empty.
  let isFilled: String
  /// Inserts a row with all columns, unless one with its key exists.
  let insert: String
  /// The rowid and all columns of the row with a key.
  let select: String
  /// The rowid of the row with a key.
  let find: String
  private let table: Layout.Table

  init(_ table: Layout.Table) {
    let name = DDL.quoted(table.name)
    isFilled = "SELECT 1 FROM \(name) LIMIT 1"
    let columns = table.columns.map(\.name)
    let parameters = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    // Only a row with the same key is ignored; one with the same unique values is an error.
    let conflict = table.key.isEmpty ? "" : " ON CONFLICT (\(DDL.list(table.key))) DO NOTHING"
    insert =
      columns.isEmpty
      ? "INSERT INTO \(name) DEFAULT VALUES"
      : "INSERT INTO \(name) (\(DDL.list(columns))) VALUES (\(parameters))\(conflict)"
    self.table = table
    let rowID = table.rowIDName
    let condition = equality(table.key)
    let all = ([rowID] + columns.map(DDL.quoted)).joined(separator: ", ")
    select = "SELECT \(all) FROM \(name) WHERE \(condition)"
    find = "SELECT \(rowID) FROM \(name) WHERE \(condition)"
  }

  /// Inserts several rows with all columns. None of them may exist: otherwise the statement fails, and the rows before that
  /// one stay. With any other conflict clause SQLite would keep a copy of every page that the statement writes.
  func insertSeveral(_ rows: Int) -> String {
    let columns = table.columns.map(\.name)
    let values = (0..<rows).map { row in
      "(\(columns.indices.map { "?\(row * columns.count + $0 + 1)" }.joined(separator: ", ")))"
    }
    return
      "INSERT OR FAIL INTO \(DDL.quoted(table.name)) (\(DDL.list(columns))) VALUES \(values.joined(separator: ", "))"
  }
}
