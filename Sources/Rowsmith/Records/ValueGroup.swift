public import RowsmithSchema

/// A value of several parts, without identity and without a table: what a model has under `values`.
///
/// A record holds one in as many columns as it has parts, and a list of them in one column as JSON. Generated code conforms
/// to this protocol; there is rarely a reason to do so by hand.
public protocol ValueGroup: ColumnValue {
  /// The names of the parts, typed: what `$0.address` of a query has as its members.
  associatedtype Columns: Sendable

  /// The names of the parts.
  static var columns: Columns { get }

  /// What the columns of the parts are called after the name of the value: `geo_lat` for `address_geo_lat`.
  static var columnNames: [String] { get }

  /// Reads a value from the columns that start at the index.
  init(row: Row, at index: Int) throws(RowDecodingError)

  /// Gives the values of ``columnNames``, in their order.
  func encode(to encoder: inout RowEncoder)

  /// Reads a value from an item of a list.
  init(object: ValueObject) throws(ValueObjectError)

  /// Gives the members of the item of a list.
  func encode(to object: inout ValueObject)
}

extension ValueGroup {
  /// As many columns as it has parts, those of values inside included.
  public static var columnCount: Int { columnNames.count }

  /// The parts as SQLite stores them, one value per column.
  public var storedValues: [StoredValue] {
    var encoder = RowEncoder()
    encode(to: &encoder)
    return encoder.values
  }

  /// Takes the text of a JSON object.
  public init?(storedValue: StoredValue) {
    guard case .text(let text) = storedValue, let value = try? JSONValue(parsing: text) else { return nil }
    self.init(arrayElement: value)
  }

  /// The text of a JSON object.
  public var storedValue: StoredValue { .text(arrayElement.text) }

  /// Takes an object with the members of the value, under their names in the model.
  public init?(arrayElement element: JSONValue) {
    guard let object = ValueObject(element), let value = try? Self(object: object) else { return nil }
    self = value
  }

  /// An object with the members of the value, under their names in the model; those without a value are left out.
  public var arrayElement: JSONValue {
    var object = ValueObject()
    encode(to: &object)
    return object.json
  }
}

extension Row {
  /// The value of several parts in required columns, the first of which is at the index.
  public func group<Value: ValueGroup>(at index: Int) throws(RowDecodingError) -> Value {
    try Value(row: self, at: index)
  }

  /// The value of several parts in optional columns; nil where all of them are NULL.
  public func optionalGroup<Value: ValueGroup>(at index: Int) throws(RowDecodingError) -> Value? {
    for column in index..<index + Value.columnCount {
      if try !isNull(at: column) { return try Value(row: self, at: index) }
    }
    return nil
  }
}

extension RowEncoder {
  /// Adds a value of several parts: one column for each.
  public mutating func encode(_ value: some ValueGroup) { value.encode(to: &self) }

  /// Adds an optional value of several parts; nil is NULL in each of its columns.
  public mutating func encode<Value: ValueGroup>(_ value: Value?) {
    if let value {
      value.encode(to: &self)
    } else {
      for _ in 0..<Value.columnCount { appendNull() }
    }
  }
}
