public import Foundation

extension Row {
  /// The date in a required column, stored as UTC text to the millisecond: `2000-08-22T13:28:00.000Z`.
  public func date(at index: Int) throws(RowDecodingError) -> Date {
    try read(at: index, "a date such as 2000-08-22T13:28:00.000Z") { $0.date }
  }

  /// The date in an optional column, stored as UTC text to the millisecond.
  public func optionalDate(at index: Int) throws(RowDecodingError) -> Date? {
    try readOptional(at: index, "a date such as 2000-08-22T13:28:00.000Z") { $0.date }
  }

  /// The decimal number in a required column, stored as text. It is rounded to the 38 digits of `Decimal`.
  public func decimal(at index: Int) throws(RowDecodingError) -> Decimal {
    try read(at: index, "a decimal number as text") { $0.string.flatMap(Decimal.init(storedText:)) }
  }

  /// The decimal number in an optional column, stored as text.
  public func optionalDecimal(at index: Int) throws(RowDecodingError) -> Decimal? {
    try readOptional(at: index, "a decimal number as text") { $0.string.flatMap(Decimal.init(storedText:)) }
  }

  /// The UUID in a required column, stored as text.
  public func uuid(at index: Int) throws(RowDecodingError) -> UUID {
    try read(at: index, "a UUID as text") { $0.string.flatMap(UUID.init(uuidString:)) }
  }

  /// The UUID in an optional column, stored as text.
  public func optionalUUID(at index: Int) throws(RowDecodingError) -> UUID? {
    try readOptional(at: index, "a UUID as text") { $0.string.flatMap(UUID.init(uuidString:)) }
  }

  /// The URL in a required column, stored as text.
  public func url(at index: Int) throws(RowDecodingError) -> URL {
    try read(at: index, "a URL as text") { $0.string.flatMap { URL(string: $0) } }
  }

  /// The URL in an optional column, stored as text.
  public func optionalURL(at index: Int) throws(RowDecodingError) -> URL? {
    try readOptional(at: index, "a URL as text") { $0.string.flatMap { URL(string: $0) } }
  }

  /// The bytes in a required column.
  public func data(at index: Int) throws(RowDecodingError) -> Data {
    try read(at: index, "a blob") { $0.data }
  }

  /// The bytes in an optional column.
  public func optionalData(at index: Int) throws(RowDecodingError) -> Data? {
    try readOptional(at: index, "a blob") { $0.data }
  }
}

extension RowCell {
  fileprivate var date: Date? {
    guard case .text(let bytes) = self else { return nil }
    return Date(storedUTF8: bytes)
  }

  fileprivate var data: Data? {
    guard case .blob(let bytes) = self else { return nil }
    return Data(buffer: bytes)
  }
}
