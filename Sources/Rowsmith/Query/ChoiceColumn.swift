import RowsmithSchema

/// A typed to-one relationship to one of several entities: the type of `$0.subject` in the closure of a query.
///
/// ```swift
/// let one = Remark.filter { $0.subject == .person(1) || $0.subject == nil }
/// let visits = Remark.filter { $0.subject.is(Visit.self) }
/// ```
public struct ChoiceColumn<Root: Record, Choice: ReferenceChoice>: Sendable, Hashable {
  /// The columns of the table, one for each entity.
  public let names: [String]

  /// Creates a column from the names of the columns that hold the keys.
  public init(_ names: String...) { self.names = names }

  private var term: ColumnTerm { ColumnTerm(names: names) }

  private static func values(_ choice: Choice?) -> [StoredValue] {
    choice?.storedValues ?? Array(repeating: .null, count: Choice.targets.count)
  }

  /// True if the relationship leads to the record; for `nil`, if it is empty.
  public static func == (column: ChoiceColumn, choice: Choice?) -> Condition<Root> {
    column.compare(.equal, choice)
  }

  /// True if the relationship leads to another record or is empty; for `nil`, if it is not empty.
  public static func != (column: ChoiceColumn, choice: Choice?) -> Condition<Root> {
    column.compare(.notEqual, choice)
  }

  /// A key with a number that is none (NaN) leads to no record; its values would be those of `nil`.
  private func compare(_ comparison: Comparison, _ choice: Choice?) -> Condition<Root> {
    if let choice, choice.link.key.storedValues.contains(where: \.isNothing) {
      return comparison == .equal ? .never : .always
    }
    return Condition(.compare(term, comparison, Self.values(choice)))
  }

  /// True if the relationship leads to one of the records.
  public func isIn(_ choices: some Sequence<Choice>) -> Condition<Root> {
    // At most one of the columns holds a key.
    let links = choices.map(\.link)
    return Condition(
      .or(
        names.indices.map { index in
          .isIn(
            ColumnTerm(names: [names[index]]),
            links.filter { $0.target == index }.map { $0.key.storedValues })
        }))
  }

  /// True if the relationship leads to a record of the type, which must be one of those that the model names in `oneOf`. For
  /// any other type it is false, also for one that extends one of them, or that one of them extends.
  public func `is`<Target: Record>(_ type: Target.Type) -> Condition<Root> {
    guard let index = Choice.targets.firstIndex(where: { $0 == type }), names.indices.contains(index) else {
      return .never
    }
    return Condition(.not(.isNull(ColumnTerm(names: [names[index]]))))
  }

  /// Sets the relationship to a record, which need not exist; `nil` empties it.
  public func set(_ choice: Choice?) -> Assignment<Root> {
    Assignment(term, stored: Self.values(choice))
  }
}
