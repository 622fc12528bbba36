import RowsmithSchema

/// What a query asks of a record. Made by comparing columns, and combined with `&&`, `||` and `!`.
///
/// A condition is true or false, never NULL. As in Swift, `!=` is true of an empty column, and `!` of every record that
/// does not meet the condition behind it.
public struct Condition<Root: Record>: Sendable, Hashable {
  let node: ConditionNode

  init(_ node: ConditionNode) { self.node = node }

  /// Met by every record.
  public static var always: Condition { Condition(.always) }

  /// Met by no record.
  public static var never: Condition { Condition(.not(.always)) }

  /// Met by the records whose keys are among these.
  public static func hasKey(in keys: some Sequence<Root.Key>) -> Condition {
    Condition(.keyIsIn(keys.map(\.storedValues)))
  }

  /// SQL that is true or false of a row, with a value for each `?`. Columns have the names that they have in the table,
  /// without the table's name.
  public static func sql(_ text: String, _ values: (any ColumnValue)?...) -> Condition {
    Condition(.sql(text, values.map { $0?.storedValue ?? .null }))
  }

  /// Met by records that meet both.
  public static func && (one: Condition, other: Condition) -> Condition {
    Condition(one.node.and(other.node))
  }

  /// Met by records that meet one of them, or both.
  public static func || (one: Condition, other: Condition) -> Condition {
    Condition(.or([one.node, other.node]))
  }

  /// Met by records that do not meet the condition.
  public static prefix func ! (condition: Condition) -> Condition { Condition(.not(condition.node)) }
}

/// A condition without types.
indirect enum ConditionNode: Sendable, Hashable {
  /// Met by every row.
  case always
  case and([ConditionNode])
  case or([ConditionNode])
  case not(ConditionNode)
  /// A column, or the columns of a key, against a value.
  case compare(ColumnTerm, Comparison, [StoredValue])
  /// A column against another one of the same row.
  case compareColumns(ColumnTerm, Comparison, ColumnTerm)
  case isNull(ColumnTerm)
  case isIn(ColumnTerm, [[StoredValue]])
  case keyIsIn([[StoredValue]])
  /// A function of the text in a column.
  case text(ColumnTerm, TextMatch)
  /// A value among those of an array column.
  case hasElement(ColumnTerm, StoredValue)
  /// An array column without values.
  case hasNoElements(ColumnTerm)
  /// A member of the JSON in a column, by the keys that lead to it.
  case jsonMember(column: ColumnTerm, keys: [String], JSONQuestion)
  /// How many of a relationship's records meet a condition.
  case related(RelationshipTerm, ConditionNode, Quantity)
  case sql(String, [StoredValue])

  /// Whether SQL of the app's stands in it. Conditions on other records do not count: theirs is on these.
  var hasSQL: Bool {
    switch self {
    case .and(let terms), .or(let terms): terms.contains(where: \.hasSQL)
    case .not(let term): term.hasSQL
    case .sql: true
    default: false
    }
  }

  /// Both conditions, in one level where there can be one.
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
}

/// The columns of an attribute or of a to-one relationship.
struct ColumnTerm: Sendable, Hashable {
  var names: [String]
  /// How its text is compared; nil for SQLite's own way.
  var collation: Collation?
  /// The relationships that lead to the record whose columns these are.
  var path: [LinkStep] = []
}

/// A relationship, by the entity of its records.
struct RelationshipTerm: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case toOne(ColumnTerm)
    case toMany(name: String)
  }

  var kind: Kind
  var target: String
}

/// How two values are compared.
enum Comparison: String, Sendable, Hashable {
  case equal = "IS"
  case notEqual = "IS NOT"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
}

/// How many records of a relationship are asked for.
enum Quantity: Sendable, Hashable {
  case any
  case none
  case count(Comparison, Int)
}

/// What is asked of a text.
struct TextMatch: Sendable, Hashable {
  enum Place: String, Sendable, Hashable {
    case prefix, suffix, anywhere, whole
  }

  var place: Place
  var text: String
  var ignoresCase: Bool
}
