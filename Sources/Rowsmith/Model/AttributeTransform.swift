public import Foundation
public import RowsmithSchema

/// Converts the JSON of an attribute to a value and back.
///
/// A missing key and a null do not reach a transform. If it throws, the record is invalid.
public struct AttributeTransform: Sendable {
  /// Converts JSON to the stored value; `.null` leaves an optional attribute empty.
  public var decode: @Sendable (JSONValue) throws -> StoredValue
  /// Converts the stored value, which is never `.null`, to JSON.
  public var encode: @Sendable (StoredValue) throws -> JSONValue

  /// Creates a transform of stored values.
  public init(
    decode: @escaping @Sendable (JSONValue) throws -> StoredValue,
    encode: @escaping @Sendable (StoredValue) throws -> JSONValue
  ) {
    self.decode = decode
    self.encode = encode
  }

  /// Creates a transform of values of the attribute's own type.
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

  /// A stored value has another type than the transform expects.
  public struct MismatchedValue: Error, Sendable, Hashable, CustomStringConvertible {
    /// The value.
    public var value: StoredValue
    /// The type that the transform expects.
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
  /// The expected type and the value.
  public var errorDescription: String? { description }
}
