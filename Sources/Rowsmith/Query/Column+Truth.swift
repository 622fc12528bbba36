/// The content of a column that is a condition by itself: `Bool` or `Bool?`. Apps have no need to conform their own types.
public protocol TruthValue: Sendable {}

extension Bool: TruthValue {}

extension Optional: TruthValue where Wrapped == Bool {}

// A Boolean column used as a condition. An empty column counts as false.
extension Column where Value: TruthValue {
  /// True if the column is true.
  var isTrue: Condition<Root> { Condition(.compare(term, .equal, [true.storedValue])) }

  /// True if the column is false or empty.
  public static prefix func ! (column: Column) -> Condition<Root> {
    Condition(.compare(column.term, .notEqual, [true.storedValue]))
  }

  /// True if the column is true and the condition is met.
  public static func && (column: Column, other: Condition<Root>) -> Condition<Root> { column.isTrue && other }

  /// True if the column is true or the condition is met.
  public static func || (column: Column, other: Condition<Root>) -> Condition<Root> { column.isTrue || other }

  /// True if the condition is met and the column is true.
  public static func && (other: Condition<Root>, column: Column) -> Condition<Root> { other && column.isTrue }

  /// True if the condition is met or the column is true.
  public static func || (other: Condition<Root>, column: Column) -> Condition<Root> { other || column.isTrue }

  /// True if both columns are true.
  public static func && <Other: TruthValue>(column: Column, other: Column<Root, Other>) -> Condition<Root> {
    column.isTrue && other.isTrue
  }

  /// True if at least one of the columns is true.
  public static func || <Other: TruthValue>(column: Column, other: Column<Root, Other>) -> Condition<Root> {
    column.isTrue || other.isTrue
  }
}

extension Query {
  /// The records whose column is true: `Issue.all.filter { $0.locked }`.
  public func filter<Truth: TruthValue>(
    _ column: (R.Columns.Type) throws -> Column<R, Truth>
  ) rethrows -> Query<R> { filter(try column(R.Columns.self).isTrue) }
}

extension Record {
  /// A query for the records whose column is true: `Issue.filter { $0.locked }`.
  public static func filter<Truth: TruthValue>(
    _ column: (Columns.Type) throws -> Column<Self, Truth>
  ) rethrows -> Query<Self> { try Query().filter(column) }
}

extension ToMany {
  /// True if the column is true for at least one item.
  public func contains<Truth: TruthValue>(
    _ column: (Target.Columns.Type) throws -> Column<Target, Truth>
  ) rethrows -> Condition<Source> {
    let condition = try column(Target.Columns.self).isTrue
    return contains { _ in condition }
  }

  /// True if the column is true for every item, or there are no items.
  public func allSatisfy<Truth: TruthValue>(
    _ column: (Target.Columns.Type) throws -> Column<Target, Truth>
  ) rethrows -> Condition<Source> {
    let condition = try column(Target.Columns.self).isTrue
    return allSatisfy { _ in condition }
  }

  /// The number of items whose column is true, for a comparison.
  public func count<Truth: TruthValue>(
    where column: (Target.Columns.Type) throws -> Column<Target, Truth>
  ) rethrows -> RelatedCount<Source, Target> {
    let condition = try column(Target.Columns.self).isTrue
    return count { _ in condition }
  }
}
