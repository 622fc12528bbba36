public import RowsmithSchema

/// Collects what a row of a record holds, column by column.
public struct RowEncoder: Sendable {
  /// The values so far, one for each column.
  public private(set) var values: [StoredValue] = []

  /// Creates an encoder without values.
  public init() {}

  /// Adds a value: one column, or one for each part of a key.
  public mutating func encode(_ value: some RecordKey) { values += value.storedValues }

  /// Adds a value of one column.
  public mutating func encode(_ value: some ColumnValue) { values.append(value.storedValue) }

  /// Adds an optional value; nil is NULL in each of its columns.
  public mutating func encode<Value: RecordKey>(_ value: Value?) {
    if let value {
      encode(value)
    } else {
      for _ in 0..<Value.columnCount { values.append(.null) }
    }
  }

  mutating func append(_ value: StoredValue) { values.append(value) }

  mutating func appendNull() { values.append(.null) }

  /// Adds an optional value of one column; nil is NULL.
  public mutating func encode(_ value: (some ColumnValue)?) { values.append(value?.storedValue ?? .null) }
}

extension Record {
  /// The values of ``columnNames``, in their order.
  package var storedValues: [StoredValue] {
    var encoder = RowEncoder()
    encode(to: &encoder)
    return encoder.values
  }
}
