import RowsmithSchema

/// A member of the JSON in a column: the type of `$0.payload["user.name"]` in the closure of a query.
///
/// It is compared with a Swift value. A comparison is true only if the member exists and has the matching JSON type: a string
/// for `String`, a number for `Int` and `Double`, a Boolean for `Bool`. Text that is not JSON has no members.
public struct JSONMember<Root: Record>: Sendable, Hashable {
  let column: ColumnTerm
  let keys: [String]

  /// True if the member equals the value.
  public static func == (member: JSONMember, value: some JSONScalar) -> Condition<Root> {
    member.compare(.equal, value)
  }

  /// True if the member has another value or type, or does not exist.
  public static func != (member: JSONMember, value: some JSONScalar) -> Condition<Root> {
    !member.compare(.equal, value)
  }

  /// True if the member is null or does not exist.
  public static func == (member: JSONMember, none: JSONMember.None?) -> Condition<Root> {
    Condition(.jsonMember(column: member.column, keys: member.exactKeys, .isNull))
  }

  /// True if the member exists and is not null.
  public static func != (member: JSONMember, none: JSONMember.None?) -> Condition<Root> {
    !(member == none)
  }

  /// True if the member is less than the value.
  public static func < (member: JSONMember, value: some OrderedJSONScalar) -> Condition<Root> {
    member.compare(.less, value)
  }

  /// True if the member is less than or equal to the value.
  public static func <= (member: JSONMember, value: some OrderedJSONScalar) -> Condition<Root> {
    member.compare(.lessOrEqual, value)
  }

  /// True if the member is greater than the value.
  public static func > (member: JSONMember, value: some OrderedJSONScalar) -> Condition<Root> {
    member.compare(.greater, value)
  }

  /// True if the member is greater than or equal to the value.
  public static func >= (member: JSONMember, value: some OrderedJSONScalar) -> Condition<Root> {
    member.compare(.greaterOrEqual, value)
  }

  /// True if the member equals one of the values.
  public func isIn<Value: JSONScalar>(_ values: some Sequence<Value>) -> Condition<Root> {
    Condition(
      .jsonMember(
        column: column, keys: exactKeys, .isIn(values.map(\.storedValue), kinds: Value.jsonKinds)))
  }

  private var exactKeys: [ExactText] { keys.map { ExactText($0) } }

  private func compare<Value: JSONScalar>(_ comparison: Comparison, _ value: Value) -> Condition<Root> {
    Condition(
      .jsonMember(
        column: column, keys: exactKeys, .compare(comparison, value.storedValue, kinds: Value.jsonKinds)))
  }

  /// A type without values, which lets a member be compared with `nil`.
  public enum None: Sendable {}
}

/// A value that a member of JSON can be compared with: `String`, `Int`, `Double` or `Bool`. Apps have no need to conform their
/// own types.
public protocol JSONScalar: ColumnValue {
  /// The JSON types that it is compared with, by their names in SQLite.
  static var jsonKinds: [String] { get }
}

/// A JSON scalar that has an order: all but `Bool`.
public protocol OrderedJSONScalar: JSONScalar {}

extension String: OrderedJSONScalar {
  /// Strings.
  public static var jsonKinds: [String] { ["text"] }
}

extension Int: OrderedJSONScalar {
  /// Numbers.
  public static var jsonKinds: [String] { ["integer", "real"] }
}

extension Double: OrderedJSONScalar {
  /// Numbers.
  public static var jsonKinds: [String] { ["integer", "real"] }
}

extension Bool: JSONScalar {
  /// Booleans.
  public static var jsonKinds: [String] { ["true", "false"] }
}

extension Column where Value: ColumnContent, Value.Present == JSONText {
  /// A member of the JSON in the column.
  ///
  /// - Parameter path: the keys that lead to it, separated by dots as in `ImportName`: `user.name`, `tags.0` for the first item
  ///   of an array or the member `0` of an object, `\.` for a dot in a key.
  public subscript(_ path: String) -> JSONMember<Root> {
    JSONMember(column: term, keys: JSONMember<Root>.keys(path))
  }
}

extension JSONMember {
  fileprivate static func keys(_ path: String) -> [String] {
    var keys = [""]
    var rest = path[...]
    while let letter = rest.popFirst() {
      if letter == "\\", rest.first == "." {
        keys[keys.count - 1].append(rest.removeFirst())
      } else if letter == "." {
        keys.append("")
      } else {
        keys[keys.count - 1].append(letter)
      }
    }
    return keys
  }
}
