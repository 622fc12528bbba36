public import RowsmithSchema

/// The content of the columns of an attribute or a to-one relationship: a value, or an optional value.
///
/// Every ``RecordKey`` is column content, and so is every optional ``RecordKey``. Apps have no need to conform their own types.
public protocol ColumnContent: Sendable, Hashable {
  /// The type without the optional.
  associatedtype Present: RecordKey

  /// The number of columns.
  static var columnCount: Int { get }

  /// Reads the content from the columns that start at the index.
  init(row: Row, at index: Int) throws(RowDecodingError)

  /// The content as SQLite stores it, one value per column.
  var storedValues: [StoredValue] { get }
}

extension Optional: ColumnContent where Wrapped: RecordKey {
  /// The type without the optional.
  public typealias Present = Wrapped

  /// The number of columns of the value.
  public static var columnCount: Int { Wrapped.columnCount }

  /// Reads the value; `nil` if the first column is NULL.
  public init(row: Row, at index: Int) throws(RowDecodingError) {
    self = try row.isNull(at: index) ? nil : Wrapped(row: row, at: index)
  }

  /// The stored values; for `nil`, NULL in every column.
  public var storedValues: [StoredValue] {
    self?.storedValues ?? Array(repeating: .null, count: Wrapped.columnCount)
  }
}
