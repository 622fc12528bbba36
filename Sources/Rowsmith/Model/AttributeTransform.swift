public import Foundation
public import RowsmithSchema

/// How the JSON of an attribute becomes a value, and back.
///
/// A missing key and a null never reach a transform. What a transform throws makes the record invalid.
public struct AttributeTransform: Sendable {
  /// Makes the stored value from the JSON; `null` leaves an optional attribute empty.
  public var decode: @Sendable (JSONValue) throws -> StoredValue
  /// Makes the JSON from the stored value, which is never `null`.
  public var encode: @Sendable (StoredValue) throws -> JSONValue

  /// Creates a transform over stored values.
  public init(
    decode: @escaping @Sendable (JSONValue) throws -> StoredValue,
    encode: @escaping @Sendable (StoredValue) throws -> JSONValue
  ) {
    self.decode = decode
    self.encode = encode
  }

  /// Creates a transform over the attribute's own type.
  public init<Value: ColumnValue>(
    decoding: @escaping @Sendable (JSONValue) throws -> Value?,
    encoding: @escaping @Sendable (Value) throws -> JSONValue
  ) {
    decode = { json in try decoding(json)?.storedValue ?? .null }
    encode = { stored in
      guard let value = Value(storedValue: stored) else {
        throw MismatchedValue(stored, expected: "\(Value.self)")
      }
      return try encoding(value)
    }
  }

  /// A stored value is not one of the type that the transform takes.
  public struct MismatchedValue: Error, Sendable, Hashable, CustomStringConvertible {
    /// The value.
    public var value: StoredValue
    /// The type that the transform takes.
    public var expected: String

    init(_ value: StoredValue, expected: String) {
      self.value = value
      self.expected = expected
    }

    /// One line: `expected a value of type Int, found 'a'`.
    public var description: String { "expected a value of type \(expected), found \(DDL.literal(value))" }
  }
}

extension AttributeTransform.MismatchedValue: LocalizedError {
  /// What was expected and what was found.
  public var errorDescription: String? { description }
}
