/// A parameter that may stand in the query of a route.
public struct QueryParameter: Sendable, Hashable {
  /// The name in the request: `article_id`.
  public var name: String
  /// The name of the argument of the generated method: `articleID`.
  public var argument: String
  /// What kind of value it takes.
  public var type: ValueType
  /// The attribute or to-one relationship of the root entity whose value it is; what the answer does not name is then
  /// deleted only among the rows that have it. Nil for what only steers the server, `page`.
  public var column: String?

  /// Creates a parameter.
  public init(name: String, argument: String, type: ValueType, column: String? = nil) {
    self.name = name
    self.argument = argument
    self.type = type
    self.column = column
  }

  /// What kind of value a parameter takes.
  public enum ValueType: Sendable, Hashable {
    case string, integer, double, bool, uuid
    /// A moment, written as the attribute of the entity writes it, or in ISO 8601 with milliseconds in UTC.
    case date
    /// The key of a record of an entity.
    case key(String)
    /// The name of an enumeration of the model.
    case enumeration(String)
  }
}
