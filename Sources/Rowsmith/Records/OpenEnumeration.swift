public import RowsmithSchema

/// A list of strings that the server may extend. An unlisted value is kept and written unchanged.
///
/// A generated enumeration has a case for each listed value, and `unlisted(String)`. `init(rawValue:)` returns the listed case
/// if there is one, so compare with the cases, and do not create `unlisted` yourself.
public protocol OpenEnumeration: TextValue, RawRepresentable, CustomStringConvertible
where RawValue == String {
  /// The listed values, in the order of the model.
  static var listed: [Self] { get }

  /// The value for a string in JSON. Every string has one.
  init(rawValue: String)

  /// A value that the model does not list. For a string that may be listed, use `init(rawValue:)`.
  static func unlisted(_ rawValue: String) -> Self
}

extension OpenEnumeration {
  /// Reads text from the column.
  public init(row: Row, at index: Int) throws(RowDecodingError) {
    self.init(rawValue: try row.string(at: index))
  }

  /// Converts text.
  public init?(storedValue: StoredValue) {
    guard case .text(let text) = storedValue else { return nil }
    self.init(rawValue: text)
  }

  /// Text.
  public var storedValue: StoredValue { .text(rawValue) }

  /// The value as a string in JSON.
  public var description: String { rawValue }
}
