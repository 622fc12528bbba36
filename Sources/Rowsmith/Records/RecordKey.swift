public import RowsmithSchema

/// The key of a record: the values of one or more columns.
///
/// Every ``ColumnValue`` is a key of one column. A composite key is the nested `ID` of its generated record.
public protocol RecordKey: ColumnContent where Present == Self {
  /// The number of columns.
  static var columnCount: Int { get }

  /// Reads the key from the columns that start at the index. Throws if one of them is NULL.
  init(row: Row, at index: Int) throws(RowDecodingError)

  /// The stored values of the key, one for each column, in the order of the key.
  var storedValues: [StoredValue] { get }
}

/// The key of records that cannot be referred to.
extension Never: RecordKey {
  /// No columns.
  public static var columnCount: Int { 0 }

  /// Always throws: there is no key.
  public init(row: Row, at index: Int) throws(RowDecodingError) {
    throw row.mismatch("an entity with a key", at: index)
  }

  /// Never called.
  public var storedValues: [StoredValue] { switch self {} }
}
