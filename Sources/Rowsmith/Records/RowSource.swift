#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// What a row stands over that is not simply the current row of a statement.
final class RowSource {
  /// Where the values are.
  enum Place {
    /// Here.
    case values([StoredValue])
    /// In a statement, whose columns are in another order: the index there of each column.
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

  /// Shows a column where it lies; one that does not exist as NULL.
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
