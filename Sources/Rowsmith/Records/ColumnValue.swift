public import RowsmithSchema

/// A value that fits in one column.
public protocol ColumnValue: RecordKey {
  /// Creates the value from its stored form; `nil` if it is NULL or of another type.
  init?(storedValue: StoredValue)

  /// The stored form of the value. It is NULL only for a `Decimal` that is no number (NaN). SQLite stores NULL for such a
  /// `Double`, too.
  var storedValue: StoredValue { get }

  /// Creates the value from an element of an array column; `nil` if it is of another type.
  init?(arrayElement element: JSONValue)

  /// The value as an element of an array column.
  var arrayElement: JSONValue { get }
}

extension ColumnValue {
  /// One column.
  public static var columnCount: Int { 1 }

  /// Reads the value from the column.
  public init(row: Row, at index: Int) throws(RowDecodingError) {
    guard let value = Self(storedValue: try row.storedValue(at: index)) else {
      throw row.mismatch("a value of type \(Self.self)", at: index)
    }
    self = value
  }

  /// The stored value, as the only element.
  public var storedValues: [StoredValue] { [storedValue] }

  /// Converts a string from text, and a number from a stored number.
  public init?(arrayElement element: JSONValue) {
    switch element {
    case .string(let text): self.init(storedValue: .text(text))
    case .number(let text):
      if let integer = Int64(text) {
        self.init(storedValue: .integer(integer))
      } else if let real = Double(text) {
        self.init(storedValue: .real(real))
      } else {
        return nil
      }
    default: return nil
    }
  }

  /// A string for text, a number for a stored number.
  public var arrayElement: JSONValue {
    switch storedValue {
    case .text(let text): .string(text)
    case .integer(let value): .number(String(value))
    case .real(let value): JSONValue(value)
    case .null, .blob: .null
    }
  }
}
