/// A query parameter of a route.
public struct QueryParameter: Sendable, Hashable {
  /// The name in the request: `article_id`.
  public var name: String
  /// The name of the argument of the generated method: `articleID`.
  public var argument: String
  /// The type of the value.
  public var type: ValueType
  /// The attribute or to-one relationship of the root entity that the parameter filters by: a prune then only deletes rows with
  /// that value. `nil` if the parameter only steers the server, as `page` does.
  public var column: String?

  /// Creates a parameter.
  public init(name: String, argument: String, type: ValueType, column: String? = nil) {
    self.name = name
    self.argument = argument
    self.type = type
    self.column = column
  }

  /// The type of a parameter's value.
  public enum ValueType: Sendable, Hashable {
    case string, integer, double, bool, uuid
    /// A point in time, written as the entity's attribute writes it, otherwise in ISO 8601 with milliseconds in UTC.
    case date
    /// The key of a record of an entity.
    case key(String)
    /// An enumeration of the model, by name.
    case enumeration(String)
  }
}
