public import RowsmithSchema

/// A value that one column can hold.
public protocol ColumnValue: RecordKey {
  /// The value that SQLite stores as `storedValue`; nil if it is not one of this type. NULL never is.
  init?(storedValue: StoredValue)

  /// The value as SQLite stores it; never NULL.
  var storedValue: StoredValue { get }

  /// The value that an array column stores as `element`; nil if it is not one of this type.
  init?(arrayElement element: JSONValue)

  /// The value as an array column stores it.
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

  /// The value of the one column.
  public var storedValues: [StoredValue] { [storedValue] }

  /// A string is stored as text, a number as the number it is.
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

  /// Text is written as a string, a number as the number it is.
  public var arrayElement: JSONValue {
    switch storedValue {
    case .text(let text): .string(text)
    case .integer(let value): .number(String(value))
    case .real(let value): JSONValue(value)
    case .null, .blob: .null
    }
  }
}
