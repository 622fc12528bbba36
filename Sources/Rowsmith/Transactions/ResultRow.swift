public import RowsmithSchema

/// A row of an app's SQL query: values by the names of the result columns.
public struct ResultRow: Sendable, Hashable {
  /// The names of the columns, in order.
  public let columns: [String]
  /// The stored values, in order.
  public let values: [StoredValue]

  /// Creates a row of values by the names of their columns, in order.
  public init(_ values: KeyValuePairs<String, StoredValue>) {
    self.init(columns: values.map(\.key), values: values.map(\.value))
  }

  /// Creates a row of values.
  package init(columns: [String], values: [StoredValue]) {
    self.columns = columns
    self.values = values
  }

  /// The value of the first column with the name; `nil` if there is no such column.
  public subscript(column: String) -> StoredValue? {
    columns.firstIndex(of: column).map { values[$0] }
  }

  /// The value of the first column with the name, as a Swift type. An optional type takes NULL.
  ///
  /// ```swift
  /// let sql = "SELECT label, count(*) AS count FROM Album GROUP BY label"
  /// for row in try db.fetch(.sql(sql)) {
  ///   let label: String? = try row.value("label")
  ///   let count: Int = try row.value("count")
  ///   print(label ?? "-", count)
  /// }
  /// ```
  ///
  /// - Throws: ``RowDecodingError`` if there is no such column, or it holds a value of another type.
  public func value<Value: ColumnValue>(
    _ column: String, as type: Value.Type = Value.self
  ) throws(RowDecodingError) -> Value {
    let stored = try stored(column)
    if let value = Value(storedValue: stored) { return value }
    throw RowDecodingError(
      entity: "SQL", column: column, expected: "a value of type \(Value.self)", found: DDL.literal(stored))
  }

  /// The value of the first column with the name, as a Swift type; `nil` for NULL.
  ///
  /// - Throws: ``RowDecodingError`` if there is no such column, or it holds a value of another type.
  public func value<Value: ColumnValue>(
    _ column: String, as type: Value?.Type = Value?.self
  ) throws(RowDecodingError) -> Value? {
    if try stored(column) == .null { return nil }
    let value: Value = try value(column)
    return value
  }

  private func stored(_ column: String) throws(RowDecodingError) -> StoredValue {
    if let value = self[column] { return value }
    throw RowDecodingError(
      entity: "SQL", column: column, expected: "a column",
      found: "the columns \(columns.joined(separator: ", "))")
  }
}
