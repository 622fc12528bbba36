public import RowsmithSchema

/// A composite value, which has no identity and no table: a type under `values` in the model.
///
/// A record stores it in one column for each part. A list of such values is stored in one column as JSON. Generated code
/// conforms to this protocol; apps rarely need to.
public protocol ValueGroup: ColumnValue {
  /// The typed names of the parts: the members of `$0.address` in a query.
  associatedtype Columns: Sendable

  /// The names of the parts.
  static var columns: Columns { get }

  /// The names of the parts' columns without the prefix, which is the name of the value: `geo_lat` for `address_geo_lat`.
  static var columnNames: [String] { get }

  /// Reads the value from the columns that start at the index.
  init(row: Row, at index: Int) throws(RowDecodingError)

  /// Encodes the values of ``columnNames``, in order.
  func encode(to encoder: inout RowEncoder)

  /// Reads the value from an item of a list.
  init(object: ValueObject) throws(ValueObjectError)

  /// Encodes the members of an item of a list.
  func encode(to object: inout ValueObject)
}

extension ValueGroup {
  /// The number of columns of all parts, including those of nested values.
  public static var columnCount: Int { columnNames.count }

  /// The stored values of the parts, one for each column.
  public var storedValues: [StoredValue] {
    var encoder = RowEncoder()
    encode(to: &encoder)
    return encoder.values
  }

  /// Parses the text of a JSON object.
  public init?(storedValue: StoredValue) {
    guard case .text(let text) = storedValue, let value = try? JSONValue(parsing: text) else { return nil }
    self.init(arrayElement: value)
  }

  /// The text of a JSON object.
  public var storedValue: StoredValue { .text(arrayElement.text) }

  /// Reads an object with the members of the value, by their names in the model.
  public init?(arrayElement element: JSONValue) {
    guard let object = ValueObject(element), let value = try? Self(object: object) else { return nil }
    self = value
  }

  /// An object with the members of the value, by their names in the model; empty members are left out.
  public var arrayElement: JSONValue {
    var object = ValueObject()
    encode(to: &object)
    return object.json
  }
}

extension Row {
  /// The composite value in required columns that start at the index.
  public func group<Value: ValueGroup>(at index: Int) throws(RowDecodingError) -> Value {
    try Value(row: self, at: index)
  }

  /// The composite value in optional columns that start at the index; `nil` if all of them are NULL.
  public func optionalGroup<Value: ValueGroup>(at index: Int) throws(RowDecodingError) -> Value? {
    for column in index..<index + Value.columnCount {
      if try !isNull(at: column) { return try Value(row: self, at: index) }
    }
    return nil
  }
}

extension RowEncoder {
  /// Encodes a composite value: one column for each part.
  public mutating func encode(_ value: some ValueGroup) { value.encode(to: &self) }

  /// Encodes an optional composite value; `nil` as NULL in each of its columns.
  public mutating func encode<Value: ValueGroup>(_ value: Value?) {
    if let value {
      value.encode(to: &self)
    } else {
      for _ in 0..<Value.columnCount { appendNull() }
    }
  }
}
