import RowsmithSchema

/// A condition on records, for a query. It is made by comparing columns, and combined with `&&`, `||` and `!`.
///
/// A condition is true or false, never NULL. As in Swift, `!=` is true for an empty column, and `!` is true for every record
/// that does not meet its condition.
public struct Condition<Root: Record>: Sendable, Hashable {
  let node: ConditionNode

  init(_ node: ConditionNode) { self.node = node }

  /// True for every record.
  public static var always: Condition { Condition(.always) }

  /// False for every record.
  public static var never: Condition { Condition(.not(.always)) }

  /// True if the record's key is one of these.
  public static func hasKey(in keys: some Sequence<Root.Key>) -> Condition {
    Condition(.keyIsIn(keys.map(\.storedValues)))
  }

  /// An SQL expression that is true or false for a row, with a value for each `?`. Columns have their names in the table,
  /// without the name of the table.
  public static func sql(_ text: String, _ values: (any ColumnValue)?...) -> Condition {
    sql(text, values: values)
  }

  /// The same with the values in an array; see ``sql(_:_:)``.
  public static func sql(_ text: String, values: [(any ColumnValue)?]) -> Condition {
    Condition(.sql(ExactText(text), values.map { $0?.storedValue ?? .null }))
  }

  /// True if both conditions are met.
  public static func && (one: Condition, other: Condition) -> Condition {
    Condition(one.node.and(other.node))
  }

  /// True if at least one of the conditions is met.
  public static func || (one: Condition, other: Condition) -> Condition {
    Condition(one.node.or(other.node))
  }

  /// True if the condition is not met.
  public static prefix func ! (condition: Condition) -> Condition { Condition(.not(condition.node)) }
}

/// A condition without types.
indirect enum ConditionNode: Sendable, Hashable {
  /// True for every row.
  case always
  case and([ConditionNode])
  case or([ConditionNode])
  case not(ConditionNode)
  /// Compares a column, or the columns of a key, with a value.
  case compare(ColumnTerm, Comparison, [StoredValue])
  /// Compares two columns of the same row.
  case compareColumns(ColumnTerm, Comparison, ColumnTerm)
  case isNull(ColumnTerm)
  case isIn(ColumnTerm, [[StoredValue]])
  case keyIsIn([[StoredValue]])
  /// Matches the text in a column.
  case text(ColumnTerm, TextMatch)
  /// True if an array column contains the value.
  case hasElement(ColumnTerm, StoredValue)
  /// True if an array column is an empty array.
  case hasNoElements(ColumnTerm)
  /// Tests a member of the JSON in a column, found by its path of keys.
  case jsonMember(column: ColumnTerm, keys: [ExactText], JSONQuestion)
  /// Compares the number of a relationship's records that meet a condition.
  case related(RelationshipTerm, ConditionNode, Quantity)
  case sql(ExactText, [StoredValue])

  /// Whether it contains the app's own SQL. Conditions on related records do not count: their SQL is about those records.
  var hasSQL: Bool {
    switch self {
    case .and(let terms), .or(let terms): terms.contains(where: \.hasSQL)
    case .not(let term): term.hasSQL
    case .sql: true
    default: false
    }
  }

  /// Both conditions, in one `and` if possible.
  func and(_ other: ConditionNode) -> ConditionNode {
    switch (self, other) {
    case (.always, _): other
    case (_, .always): self
    case (.and(let terms), .and(let others)): .and(terms + others)
    case (.and(let terms), _): .and(terms + [other])
    case (_, .and(let others)): .and([self] + others)
    default: .and([self, other])
    }
  }

  /// Either condition, in one `or` if possible: SQLite limits how deep an expression is nested.
  func or(_ other: ConditionNode) -> ConditionNode {
    switch (self, other) {
    case (.or(let terms), .or(let others)): .or(terms + others)
    case (.or(let terms), _): .or(terms + [other])
    case (_, .or(let others)): .or([self] + others)
    default: .or([self, other])
    }
  }
}

/// The columns of an attribute or of a to-one relationship.
struct ColumnTerm: Sendable, Hashable {
  var names: [String]
  /// The collation that compares its text; `nil` for SQLite's default.
  var collation: Collation?
  /// The relationships that lead to the record with these columns.
  var path: [LinkStep] = []
}

/// A relationship and its target entity.
struct RelationshipTerm: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case toOne(ColumnTerm)
    case toMany(name: String)
  }

  var kind: Kind
  var target: String
}

/// The comparison of two values, as an SQL operator.
enum Comparison: String, Sendable, Hashable {
  case equal = "IS"
  case notEqual = "IS NOT"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// The required number of records in a relationship.
enum Quantity: Sendable, Hashable {
  case any
  case none
  case count(Comparison, Int)
}

/// How a text is matched.
struct TextMatch: Sendable, Hashable {
  enum Place: String, Sendable, Hashable {
    case prefix, suffix, anywhere, whole
    /// Anywhere, also a code point of an accented letter: as an index of trigrams finds it.
    case part
  }

  var place: Place
  var text: String
  var ignoresCase: Bool
}

extension TextMatch {
  /// Compares the texts by bytes: with another composition of an accent they match other rows.
  static func == (one: TextMatch, other: TextMatch) -> Bool {
    one.place == other.place && one.ignoresCase == other.ignoresCase
      && StoredValue.text(one.text) == .text(other.text)
  }

  /// Hashes the text by its bytes.
  func hash(into hasher: inout Hasher) {
    hasher.combine(place)
    hasher.combine(ignoresCase)
    hasher.combine(StoredValue.text(text))
  }
}
