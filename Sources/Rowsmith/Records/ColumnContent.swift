public import RowsmithSchema

/// What the columns of an attribute or a to-one relationship hold: a value, or, where they may be empty, nil.
///
/// Every ``RecordKey`` is such content, and every optional one. There is no reason to conform other types.
public protocol ColumnContent: Sendable, Hashable {
  /// The type without nil.
  associatedtype Present: RecordKey

  /// The number of columns.
  static var columnCount: Int { get }

  /// Reads the content from the columns that start at the index.
  init(row: Row, at index: Int) throws(RowDecodingError)

  /// The content as SQLite stores it, one value per column.
  var storedValues: [StoredValue] { get }
}

extension Optional: ColumnContent where Wrapped: RecordKey {
  /// The type without nil.
  public typealias Present = Wrapped

  /// As many columns as the value has.
  public static var columnCount: Int { Wrapped.columnCount }

  /// Reads the value; nil where the first column is NULL.
  public init(row: Row, at index: Int) throws(RowDecodingError) {
    self = try row.isNull(at: index) ? nil : Wrapped(row: row, at: index)
  }

  /// The value; NULL in every column for nil.
  public var storedValues: [StoredValue] {
    self?.storedValues ?? Array(repeating: .null, count: Wrapped.columnCount)
  }
}
