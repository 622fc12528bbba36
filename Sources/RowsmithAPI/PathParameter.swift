/// What fills a placeholder of a path.
public struct PathParameter: Sendable, Hashable {
  /// The name of the placeholder: `itemID`, `article.id`.
  public var name: String
  /// The name of the argument of the generated method: `itemID`, `articleID`.
  public var argument: String
  /// What kind of value it takes.
  public var type: QueryParameter.ValueType
  /// The attribute or to-one relationship of the route's entity whose value it is: `itemID`, and `article` for the key
  /// `article.id`. Nil where it is neither.
  public var column: String?
  /// Whether a record that is sent or deleted gives the value; otherwise the caller does (`arguments`).
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
