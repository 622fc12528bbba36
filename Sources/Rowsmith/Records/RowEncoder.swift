public import RowsmithSchema

/// Collects the values of a record's row, column by column.
public struct RowEncoder: Sendable {
  /// The values so far, one for each column.
  public private(set) var values: [StoredValue] = []
  /// Whether SQLite stores NULL for a value that is there: for a number that is none (NaN).
  private(set) var hasNoNumber = false

  /// Creates an encoder without values.
  public init() {}

  /// Encodes a value: one column, or one for each part of a key.
  public mutating func encode(_ value: some RecordKey) { values += value.storedValues }

  /// Encodes a value of one column.
  public mutating func encode(_ value: some ColumnValue) { append(present: value.storedValue) }

  /// Encodes an optional value; `nil` as NULL in each of its columns.
  public mutating func encode<Value: RecordKey>(_ value: Value?) {
    if let value {
      encode(value)
    } else {
      for _ in 0..<Value.columnCount { values.append(.null) }
    }
  }

  private mutating func append(present value: StoredValue) {
    if value.isNothing { hasNoNumber = true }
    values.append(value)
  }

  mutating func append(_ value: StoredValue) { values.append(value) }

  mutating func appendNull() { values.append(.null) }

  /// Encodes an optional value of one column; `nil` as NULL.
  public mutating func encode(_ value: (some ColumnValue)?) {
    if let value { append(present: value.storedValue) } else { appendNull() }
  }
}

extension Record {
  /// The values of ``columnNames``, in order.
  package var storedValues: [StoredValue] {
    var encoder = RowEncoder()
    encode(to: &encoder)
    return encoder.values
  }
}
