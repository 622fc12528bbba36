import CSQLite
public import Foundation

extension Row {
  /// The date in a required column, stored as UTC text to the millisecond: `2000-08-22T13:28:00.000Z`.
  public func date(at index: Int) throws(RowDecodingError) -> Date {
    guard type(at: index) == SQLITE_TEXT, let date = withUTF8(at: index, Date.init(storedUTF8:)) else {
      throw mismatch("a date such as 2000-08-22T13:28:00.000Z", at: index)
    }
    return date
  }

  /// The date in an optional column, stored as UTC text to the millisecond.
  public func optionalDate(at index: Int) throws(RowDecodingError) -> Date? {
    try isNull(at: index) ? nil : try date(at: index)
  }

  /// The decimal number in a required column, stored as text. Digits beyond the 38 that `Decimal` holds are
  /// rounded.
  public func decimal(at index: Int) throws(RowDecodingError) -> Decimal {
    guard type(at: index) == SQLITE_TEXT, let value = Decimal(storedText: text(at: index)) else {
      throw mismatch("a decimal number as text", at: index)
    }
    return value
  }

  /// The decimal number in an optional column, stored as text.
  public func optionalDecimal(at index: Int) throws(RowDecodingError) -> Decimal? {
    try isNull(at: index) ? nil : try decimal(at: index)
  }

  /// The UUID in a required column, stored as text.
  public func uuid(at index: Int) throws(RowDecodingError) -> UUID {
    guard type(at: index) == SQLITE_TEXT, let value = UUID(uuidString: text(at: index)) else {
      throw mismatch("a UUID as text", at: index)
    }
    return value
  }

  /// The UUID in an optional column, stored as text.
  public func optionalUUID(at index: Int) throws(RowDecodingError) -> UUID? {
    try isNull(at: index) ? nil : try uuid(at: index)
  }

  /// The URL in a required column, stored as text.
  public func url(at index: Int) throws(RowDecodingError) -> URL {
    guard type(at: index) == SQLITE_TEXT, let value = URL(string: text(at: index)) else {
      throw mismatch("a URL as text", at: index)
    }
    return value
  }

  /// The URL in an optional column, stored as text.
  public func optionalURL(at index: Int) throws(RowDecodingError) -> URL? {
    try isNull(at: index) ? nil : try url(at: index)
  }

  /// The bytes in a required column.
  public func data(at index: Int) throws(RowDecodingError) -> Data {
    guard type(at: index) == SQLITE_BLOB else { throw mismatch("a blob", at: index) }
    return Data(bytes(at: index))
  }

  /// The bytes in an optional column.
  public func optionalData(at index: Int) throws(RowDecodingError) -> Data? {
    try isNull(at: index) ? nil : try data(at: index)
  }
}
