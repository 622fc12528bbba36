/// The content of a column that is a condition by itself: `Bool`, or an optional one. There is no reason to conform other
/// types.
public protocol TruthValue: Sendable {}

extension Bool: TruthValue {}

extension Optional: TruthValue where Wrapped == Bool {}

// A column of that kind stands for the rows where it is true. An empty one is not.
extension Column where Value: TruthValue {
  /// Met where the column is true.
  var isTrue: Condition<Root> { Condition(.compare(term, .equal, [true.storedValue])) }

  /// Met where the column is false, or empty.
  public static prefix func ! (column: Column) -> Condition<Root> {
    Condition(.compare(column.term, .notEqual, [true.storedValue]))
  }

  /// Met where the column is true, and the condition is met.
  public static func && (column: Column, other: Condition<Root>) -> Condition<Root> { column.isTrue && other }

  /// Met where the column is true, or the condition is met.
  public static func || (column: Column, other: Condition<Root>) -> Condition<Root> { column.isTrue || other }

  /// Met where the condition is met, and the column is true.
  public static func && (other: Condition<Root>, column: Column) -> Condition<Root> { other && column.isTrue }

  /// Met where the condition is met, or the column is true.
  public static func || (other: Condition<Root>, column: Column) -> Condition<Root> { other || column.isTrue }

  /// Met where both columns are true.
  public static func && <Other: TruthValue>(column: Column, other: Column<Root, Other>) -> Condition<Root> {
    column.isTrue && other.isTrue
  }

  /// Met where one of the columns is true, or both.
  public static func || <Other: TruthValue>(column: Column, other: Column<Root, Other>) -> Condition<Root> {
    column.isTrue || other.isTrue
  }
}

extension Query {
  /// The records of which the column is true: `Issue.all.filter { $0.locked }`.
  public func filter<Truth: TruthValue>(
    _ column: (R.Columns.Type) throws -> Column<R, Truth>
  ) rethrows -> Query<R> { filter(try column(R.Columns.self).isTrue) }
}

extension Record {
  /// A query for the records of which the column is true: `Issue.filter { $0.locked }`.
  public static func filter<Truth: TruthValue>(
    _ column: (Columns.Type) throws -> Column<Self, Truth>
  ) rethrows -> Query<Self> { try Query().filter(column) }
}

extension ToMany {
  /// Met where the column is true of one of the records.
  public func contains<Truth: TruthValue>(
    _ column: (Target.Columns.Type) throws -> Column<Target, Truth>
  ) rethrows -> Condition<Source> {
    let condition = try column(Target.Columns.self).isTrue
    return contains { _ in condition }
  }

  /// Met where the column is true of every one of the records, or there is none.
  public func allSatisfy<Truth: TruthValue>(
    _ column: (Target.Columns.Type) throws -> Column<Target, Truth>
  ) rethrows -> Condition<Source> {
    let condition = try column(Target.Columns.self).isTrue
    return allSatisfy { _ in condition }
  }

  /// The number of records of which the column is true, to be compared.
  public func count<Truth: TruthValue>(
    where column: (Target.Columns.Type) throws -> Column<Target, Truth>
  ) rethrows -> RelatedCount<Source, Target> {
    let condition = try column(Target.Columns.self).isTrue
    return count { _ in condition }
  }
}
