import RowsmithSchema

/// A to-one relationship to one of several entities, named and typed: what `$0.subject` is in the closure of a query.
///
/// ```swift
/// let one = Remark.filter { $0.subject == .person(1) || $0.subject == nil }
/// let visits = Remark.filter { $0.subject.is(Visit.self) }
/// ```
public struct ChoiceColumn<Root: Record, Choice: ReferenceChoice>: Sendable, Hashable {
  /// The columns of the table, one for each of the entities.
  public let names: [String]

  /// Names the columns that hold the keys.
  public init(_ names: String...) { self.names = names }

  private var term: ColumnTerm { ColumnTerm(names: names) }

  private static func values(_ choice: Choice?) -> [StoredValue] {
    choice?.storedValues ?? Array(repeating: .null, count: Choice.targets.count)
  }

  /// Met where the relationship leads to that record; nil is one that leads nowhere.
  public static func == (column: ChoiceColumn, choice: Choice?) -> Condition<Root> {
    Condition(.compare(column.term, .equal, values(choice)))
  }

  /// Met where the relationship leads elsewhere, or nowhere; for nil, where it leads anywhere.
  public static func != (column: ChoiceColumn, choice: Choice?) -> Condition<Root> {
    Condition(.compare(column.term, .notEqual, values(choice)))
  }

  /// Met where the relationship leads to one of those records.
  public func isIn(_ choices: some Sequence<Choice>) -> Condition<Root> {
    Condition(.or(choices.map { .compare(term, .equal, $0.storedValues) } + [.not(.always)]))
  }

  /// Met where the relationship leads to a record of that type.
  public func `is`<Target: Record>(_ type: Target.Type) -> Condition<Root> {
    guard let index = Choice.targets.firstIndex(where: { $0 == type }), names.indices.contains(index) else {
      return .never
    }
    return Condition(.not(.isNull(ColumnTerm(names: [names[index]]))))
  }

  /// Has the relationship lead to a record, there or not, or nowhere.
  public func set(_ choice: Choice?) -> Assignment<Root> {
    Assignment(column: term, values: Self.values(choice))
  }
}
