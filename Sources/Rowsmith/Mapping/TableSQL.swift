import RowsmithSchema

/// The texts of the statements that imports need for a table, put together once.
///
/// A class, as each is asked for alone: copying all of them would count a reference for each.
final class TableSQL: Sendable {
  /// Gives a row where there is any.
  let isFilled: String
  /// Inserts a row of all columns, unless there is one with its key.
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
    // Only a row with the same key is no error; a row with the same unique values is.
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

  /// Inserts several rows of all columns. None of them may be there: where one is, the statement fails, and those before it
  /// stay. For any other end SQLite would keep a copy of each page that the statement writes.
  func insertSeveral(_ rows: Int) -> String {
    let columns = table.columns.map(\.name)
    let values = (0..<rows).map { row in
      "(\(columns.indices.map { "?\(row * columns.count + $0 + 1)" }.joined(separator: ", ")))"
    }
    return
      "INSERT OR FAIL INTO \(DDL.quoted(table.name)) (\(DDL.list(columns))) VALUES \(values.joined(separator: ", "))"
  }
}
