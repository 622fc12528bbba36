/// A part of a schema that is left out of its stored form while it is empty.
///
/// A database keeps the schema that made it. A schema stored before the part existed is read as not using it, and one that
/// does not use it is stored as before.
///
/// The type itself requires nothing of its value: a generic type that does is looked for among all conformances of a program
/// when it is first used, which takes longer than reading a model.
@propertyWrapper
public struct OmittedWhenEmpty<Value> {
  /// The part itself.
  public var wrappedValue: Value

  /// Wraps a value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension OmittedWhenEmpty: Equatable where Value: Equatable {}
extension OmittedWhenEmpty: Hashable where Value: Hashable {}
extension OmittedWhenEmpty: Sendable where Value: Sendable {}

/// A value that can be empty.
public protocol EmptyRepresentable {
  /// The empty value.
  static var empty: Self { get }
}

extension Bool: EmptyRepresentable {
  /// `false`.
  public static var empty: Bool { false }
}

extension Array: EmptyRepresentable {
  /// An array without elements.
  public static var empty: [Element] { [] }
}

extension OmittedWhenEmpty: Decodable where Value: Decodable {
  /// Reads the value by itself.
  public init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
}

extension OmittedWhenEmpty: Encodable where Value: Encodable {
  /// Writes the value by itself.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

// Called by the conformances that the compiler derives for the parts of a schema.

extension KeyedDecodingContainer {
  func decode<Value: EmptyRepresentable & Decodable>(
    _ type: OmittedWhenEmpty<Value>.Type, forKey key: Key
  ) throws -> OmittedWhenEmpty<Value> {
    OmittedWhenEmpty(wrappedValue: try decodeIfPresent(Value.self, forKey: key) ?? .empty)
  }
}

extension KeyedEncodingContainer {
  mutating func encode<Value: EmptyRepresentable & Encodable & Equatable>(
    _ value: OmittedWhenEmpty<Value>, forKey key: Key
  ) throws {
    if value.wrappedValue != .empty { try encode(value.wrappedValue, forKey: key) }
  }
}
