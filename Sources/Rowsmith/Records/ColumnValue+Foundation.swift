public import Foundation
public import RowsmithSchema

extension Date: ColumnValue {
  /// Parses UTC text with milliseconds.
  public init?(storedValue: StoredValue) {
    guard case .text(var text) = storedValue, let date = text.withUTF8(Date.init(storedUTF8:)) else {
      return nil
    }
    self = date
  }

  /// UTC text, rounded to the millisecond.
  public var storedValue: StoredValue { .text(storedText) }
}

extension Decimal: ColumnValue {
  /// Parses the text of a decimal number.
  public init?(storedValue: StoredValue) {
    guard case .text(let text) = storedValue else { return nil }
    self.init(storedText: text)
  }

  /// Plain digits, without an exponent; NULL if it is not a number, as SQLite stores such a `Double`.
  public var storedValue: StoredValue { isNaN ? .null : .text(description) }

  /// Parses a number, or the text of one.
  public init?(arrayElement element: JSONValue) {
    switch element {
    case .string(let text), .number(let text): self.init(storedText: text)
    default: return nil
    }
  }

  /// The number as text, so that no JSON parser drops digits; null if it is not a number.
  public var arrayElement: JSONValue { isNaN ? .null : .string(description) }

  init?(storedText text: String) {
    // Foundation reads the longest prefix that is a number; the whole text must be one.
    guard DecimalGrammar.isDecimal(text.utf8) else { return nil }
    self.init(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }
}

extension UUID: ColumnValue {
  /// Parses text.
  public init?(storedValue: StoredValue) {
    guard case .text(let text) = storedValue else { return nil }
    self.init(uuidString: text)
  }

  /// Lowercase text.
  public var storedValue: StoredValue { .text(uuidString.lowercased()) }
}

extension URL: ColumnValue {
  /// Parses text.
  public init?(storedValue: StoredValue) {
    guard case .text(let text) = storedValue else { return nil }
    self.init(string: text)
  }

  /// Text.
  public var storedValue: StoredValue { .text(absoluteString) }
}

extension Data: ColumnValue {
  /// Copies a blob.
  public init?(storedValue: StoredValue) {
    guard case .blob(let bytes) = storedValue else { return nil }
    self.init(bytes)
  }

  /// A blob.
  public var storedValue: StoredValue { .blob([UInt8](self)) }

  /// Decodes base64.
  public init?(arrayElement element: JSONValue) {
    guard case .string(let text) = element else { return nil }
    self.init(base64Encoded: text)
  }

  /// Base64.
  public var arrayElement: JSONValue { .string(base64EncodedString()) }
}
