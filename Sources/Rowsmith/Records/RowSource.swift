#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// The source of a row that is not just the current row of a statement.
final class RowSource {
  /// Where the values are stored.
  enum Place {
    /// In an array.
    case values([StoredValue])
    /// In a statement whose columns have another order, with the index of each column.
    case statement(OpaquePointer, [Int])
  }

  let place: Place
  /// The names of the columns, as far as they are known.
  let names: [String]

  init(_ place: Place, names: [String]) {
    self.place = place
    self.names = names
  }

  var count: Int {
    switch place {
    case .values(let values): values.count
    case .statement(_, let indices): indices.count
    }
  }

  /// Passes the value of a column to the body without copying it; NULL if the column does not exist.
  func withCell<Result, Failure: Error>(
    at index: Int, _ body: (RowCell) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch place {
    case .values(let values) where values.indices.contains(index): try values[index].withCell(body)
    case .statement(let statement, let indices) where indices.indices.contains(index):
      try body(RowCell(sqlite3_column_value(statement, Int32(truncatingIfNeeded: indices[index]))))
    default: try body(.null)
    }
  }
}
