public import RowsmithSchema

/// A JSON value as text, without insignificant whitespace: the attribute type `JSON`.
public struct JSONText: Sendable, Hashable {
  /// The text.
  public var text: String

  /// Creates a value from text, without checking it.
  public init(_ text: String) { self.text = text }

  /// Creates the text of a JSON value.
  public init(_ value: JSONValue) { text = value.text }

  /// Parses the text. Throws ``JSONError`` if it is not JSON.
  public func value() throws(JSONError) -> JSONValue { try JSONValue(parsing: text) }
}

extension JSONText: ColumnValue {
  /// Creates a value from text, without checking it.
  public init?(storedValue: StoredValue) {
    guard case .text(let text) = storedValue else { return nil }
    self.text = text
  }

  /// Text.
  public var storedValue: StoredValue { .text(text) }

  /// Creates the text of any JSON value.
  public init?(arrayElement element: JSONValue) { self.init(element) }

  /// The value; null if the text is not JSON.
  public var arrayElement: JSONValue { (try? value()) ?? .null }
}

extension JSONText: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}
