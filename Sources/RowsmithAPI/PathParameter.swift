/// A placeholder of a path, and where its value comes from.
public struct PathParameter: Sendable, Hashable {
  /// The name of the placeholder: `itemID`, `article.id`.
  public var name: String
  /// The name of the argument of the generated method: `itemID`, `articleID`.
  public var argument: String
  /// The type of the value.
  public var type: QueryParameter.ValueType
  /// The attribute or to-one relationship of the route's entity that gives the value: `itemID`; `article` for the key
  /// `article.id`. `nil` if neither does.
  public var column: String?
  /// `true` if the record that is sent or deleted gives the value, `false` if the caller does (`arguments`).
  public var isFromRecord: Bool

  /// Creates a parameter.
  public init(
    name: String, argument: String, type: QueryParameter.ValueType, column: String? = nil,
    isFromRecord: Bool = true
  ) {
    self.name = name
    self.argument = argument
    self.type = type
    self.column = column
    self.isFromRecord = isFromRecord
  }
}
