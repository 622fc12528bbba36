public import RowsmithSchema

/// A JSON value as text, without insignificant white space: the attribute type `JSON`.
public struct JSONText: Sendable, Hashable {
  /// The text.
  public var text: String

  /// Takes text as it is; nothing is checked.
  public init(_ text: String) { self.text = text }

  /// Writes a value.
  public init(_ value: JSONValue) { text = value.text }

  /// Parses the text. Throws ``JSONError`` where it is not JSON.
  public func value() throws(JSONError) -> JSONValue { try JSONValue(parsing: text) }
}

extension JSONText: ColumnValue {
  /// Takes text as it is.
  public init?(storedValue: StoredValue) {
    guard case .text(let text) = storedValue else { return nil }
    self.text = text
  }

  /// Text.
  public var storedValue: StoredValue { .text(text) }

  /// Takes any value.
  public init?(arrayElement element: JSONValue) { self.init(element) }

  /// The value; null where the text is not JSON.
  public var arrayElement: JSONValue { (try? value()) ?? .null }
}

extension JSONText: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}
