public import RowsmithSchema

extension Int: ColumnValue {
  /// Reads an integer from the column.
  public init(row: Row, at index: Int) throws(RowDecodingError) { self = try row.int(at: index) }

  /// Converts an integer.
  public init?(storedValue: StoredValue) {
    guard case .integer(let value) = storedValue else { return nil }
    self.init(exactly: value)
  }

  /// An integer.
  public var storedValue: StoredValue { .integer(Int64(self)) }
}

extension Double: ColumnValue {
  /// Converts a number.
  public init?(storedValue: StoredValue) {
    switch storedValue {
    case .real(let value): self = value
    case .integer(let value): self = Double(value)
    default: return nil
    }
  }

  /// A real number.
  public var storedValue: StoredValue { .real(self) }

  /// The number, with a decimal point or an exponent; null if it is not finite.
  public var arrayElement: JSONValue { isFinite ? .number(description) : .null }
}

extension Bool: ColumnValue {
  /// Converts 0 or 1.
  public init?(storedValue: StoredValue) {
    switch storedValue {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }

  /// 0 or 1.
  public var storedValue: StoredValue { .integer(self ? 1 : 0) }

  /// Converts a Boolean.
  public init?(arrayElement element: JSONValue) {
    guard case .bool(let value) = element else { return nil }
    self = value
  }

  /// A Boolean.
  public var arrayElement: JSONValue { .bool(self) }
}

extension String: ColumnValue {
  /// Reads text from the column.
  public init(row: Row, at index: Int) throws(RowDecodingError) { self = try row.string(at: index) }

  /// Converts text.
  public init?(storedValue: StoredValue) {
    guard case .text(let text) = storedValue else { return nil }
    self = text
  }

  /// Text.
  public var storedValue: StoredValue { .text(self) }
}

extension Array: ColumnContent where Element: ColumnValue {
  /// The array itself: an array is never `nil`.
  public typealias Present = Self
}

extension Array: RecordKey where Element: ColumnValue {}

extension Array: ColumnValue where Element: ColumnValue {
  /// Parses the text of a JSON array. All of its elements must be values of the type.
  public init?(storedValue: StoredValue) {
    guard case .text(let text) = storedValue, case .array(let elements)? = try? JSONValue(parsing: text)
    else {
      return nil
    }
    self = []
    reserveCapacity(elements.count)
    for element in elements {
      guard let value = Element(arrayElement: element) else { return nil }
      append(value)
    }
  }

  /// The text of a JSON array.
  public var storedValue: StoredValue { .text(arrayElement.text) }

  /// Converts an array.
  public init?(arrayElement element: JSONValue) { self.init(storedValue: .text(element.text)) }

  /// An array.
  public var arrayElement: JSONValue { .array(map(\.arrayElement)) }
}
