public import Foundation
import RowsmithSchema

/// The JSON object of one composite value in a list: its members by their names in the model.
public struct ValueObject: Sendable, Hashable {
  private var members: [JSONValue.Member] = []

  /// Creates an object without members.
  public init() {}

  /// Wraps a JSON object; `nil` for any other JSON.
  public init?(_ json: JSONValue) {
    guard case .object(let members) = json else { return nil }
    self.members = members
  }

  /// The object as JSON.
  public var json: JSONValue { .object(members) }

  /// The value of a required member.
  public func value<Value: ColumnValue>(_ name: String) throws(ValueObjectError) -> Value {
    guard let value = try optionalValue(name) as Value? else { throw ValueObjectError(member: name) }
    return value
  }

  /// The value of an optional member; `nil` if it is null or missing.
  public func optionalValue<Value: ColumnValue>(_ name: String) throws(ValueObjectError) -> Value? {
    guard let element = json[name], element != .null else { return nil }
    guard let value = Value(arrayElement: element) else { throw ValueObjectError(member: name) }
    return value
  }

  /// Encodes a member.
  public mutating func encode(_ name: String, _ value: some ColumnValue) {
    members.append(JSONValue.Member(name, value.arrayElement))
  }

  /// Encodes a member, unless the value is `nil`.
  public mutating func encode<Value: ColumnValue>(_ name: String, _ value: Value?) {
    if let value { encode(name, value) }
  }
}

/// A member of a composite value in a list does not fit the model.
public struct ValueObjectError: Error, Sendable, Hashable {
  /// The member.
  public var member: String

  /// Creates an error.
  public init(member: String) { self.member = member }
}

extension ValueObjectError: CustomStringConvertible {
  /// The member, and how to fix the error.
  public var description: String {
    "the member '\(member.escapedForDisplay())' of a value in a list is missing or of another type than the model says; "
      + "import its record again"
  }
}

extension ValueObjectError: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}
