public import RowsmithSchema

/// What identifies a record: the values of one column or of several.
///
/// Every ``ColumnValue`` is a key of one column. A composite key is the nested `ID` of its generated record.
public protocol RecordKey: ColumnContent where Present == Self {
  /// The number of columns.
  static var columnCount: Int { get }

  /// Reads the key from the columns that start at the index. None of them may be NULL.
  init(row: Row, at index: Int) throws(RowDecodingError)

  /// The key as SQLite stores it, one value per column, in the order of the key.
  var storedValues: [StoredValue] { get }
}

/// The key of records that nothing can refer to.
extension Never: RecordKey {
  /// No columns.
  public static var columnCount: Int { 0 }

  /// There is nothing to read: always throws.
  public init(row: Row, at index: Int) throws(RowDecodingError) {
    throw row.mismatch("an entity with a key", at: index)
  }

  /// Never called.
  public var storedValues: [StoredValue] { switch self {} }
}
