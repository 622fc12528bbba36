public import RowsmithSchema

/// A list of strings that the server may extend: an unlisted value is kept, and written as it came.
///
/// Generated enumerations have one case per listed value and `unlisted(String)`. `init(rawValue:)` always gives
/// the listed case where there is one, so compare with the cases and leave `unlisted` to it.
public protocol OpenEnumeration: TextValue, RawRepresentable, CustomStringConvertible
where RawValue == String {
  /// The listed values, in the order of the model.
  static var listed: [Self] { get }

  /// The value that JSON spells this way. Every string is one.
  init(rawValue: String)

  /// A value that the model does not list. `init(rawValue:)` is the way to read a string that may be listed.
  static func unlisted(_ rawValue: String) -> Self
}

extension OpenEnumeration {
  /// Reads text from the column.
  public init(row: Row, at index: Int) throws(RowDecodingError) {
    self.init(rawValue: try row.string(at: index))
  }

  /// Takes text.
  public init?(storedValue: StoredValue) {
    guard case .text(let text) = storedValue else { return nil }
    self.init(rawValue: text)
  }

  /// Text.
  public var storedValue: StoredValue { .text(rawValue) }

  /// The value as JSON spells it.
  public var description: String { rawValue }
}
