import RowsmithSchema

/// A member of the JSON in a column, by the keys that lead to it: what `$0.payload["user.name"]` is in the closure of a
/// query.
///
/// It is compared with a value of Swift, and meets the condition where it is there and of that kind: text for `String`, a
/// number for `Int` and `Double`, a truth value for `Bool`. Text that is no JSON has no members.
public struct JSONMember<Root: Record>: Sendable, Hashable {
  let column: ColumnTerm
  let keys: [String]

  /// Met where the member is the value.
  public static func == (member: JSONMember, value: some JSONScalar) -> Condition<Root> {
    member.compare(.equal, value)
  }

  /// Met where the member is another value, of another kind, or not there.
  public static func != (member: JSONMember, value: some JSONScalar) -> Condition<Root> {
    !member.compare(.equal, value)
  }

  /// Met where the member is null, or not there.
  public static func == (member: JSONMember, none: JSONMember.None?) -> Condition<Root> {
    Condition(.jsonMember(column: member.column, keys: member.keys, .isNull))
  }

  /// Met where the member is there and not null.
  public static func != (member: JSONMember, none: JSONMember.None?) -> Condition<Root> {
    !(member == none)
  }

  /// Met where the member is less.
  public static func < (member: JSONMember, value: some OrderedJSONScalar) -> Condition<Root> {
    member.compare(.less, value)
  }

  /// Met where the member is less, or the value.
  public static func <= (member: JSONMember, value: some OrderedJSONScalar) -> Condition<Root> {
    member.compare(.lessOrEqual, value)
  }

  /// Met where the member is greater.
  public static func > (member: JSONMember, value: some OrderedJSONScalar) -> Condition<Root> {
    member.compare(.greater, value)
  }

  /// Met where the member is greater, or the value.
  public static func >= (member: JSONMember, value: some OrderedJSONScalar) -> Condition<Root> {
    member.compare(.greaterOrEqual, value)
  }

  /// Met where the member is one of the values.
  public func isIn<Value: JSONScalar>(_ values: some Sequence<Value>) -> Condition<Root> {
    values.reduce(.never) { $0 || self == $1 }
  }

  private func compare<Value: JSONScalar>(_ comparison: Comparison, _ value: Value) -> Condition<Root> {
    Condition(
      .jsonMember(
        column: column, keys: keys, .compare(comparison, value.storedValue, kinds: Value.jsonKinds)))
  }

  /// There is no such value: it lets a member be compared with nil.
  public enum None: Sendable {}
}

/// A value with which a member of JSON can be compared: `String`, `Int`, `Double` and `Bool`. There is no reason to conform
/// other types.
public protocol JSONScalar: ColumnValue {
  /// What SQLite calls the kinds of JSON values that it is compared with.
  static var jsonKinds: [String] { get }
}

/// One of them that has an order: all but `Bool`.
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
  /// Truth values.
  public static var jsonKinds: [String] { ["true", "false"] }
}

extension Column where Value: ColumnContent, Value.Present == JSONText {
  /// A member of the JSON in the column.
  ///
  /// - Parameter path: the keys that lead to it with dots between them, as `ImportName` has them: `user.name`, `tags.0` for
  ///   the first item of an array, `\.` for a dot in a key.
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
