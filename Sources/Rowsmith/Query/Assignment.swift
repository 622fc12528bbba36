/// A column and its new value, for an update of many records at once.
///
/// The new value is the same for all records (`$0.label.set("EMI")`), or depends on what each record held before the update:
/// the value of another column (`$0.label.set($0.band.name)`), or the old value and a number
/// (`$0.formed.increment(by: 1)`).
public struct Assignment<Root: Record>: Sendable, Hashable {
  let column: ColumnTerm
  /// One for each of the columns.
  let values: [NewValue]

  init(_ column: ColumnTerm, _ values: [NewValue]) {
    self.column = column
    self.values = values
  }

  /// Sets columns to the same for all records.
  init(_ column: ColumnTerm, stored: [StoredValue]) { self.init(column, stored.map { .value($0) }) }
}

/// The new value of one column, without types.
enum NewValue: Sendable, Hashable {
  case value(StoredValue)
  /// What another column holds before the update.
  case column(ColumnTerm)
  /// The sum of the old value and a number.
  case sum(StoredValue)
}

extension Column where Value: ColumnContent {
  /// Sets the column: an attribute or a to-one relationship.
  public func set(_ value: Value) -> Assignment<Root> {
    Assignment(term, stored: value.storedValues)
  }

  /// Sets the column to what another one of the record, or of a record that it leads to, holds before the update.
  public func set(_ other: Column<Root, Value>) -> Assignment<Root> {
    Assignment(term, other.newValues)
  }
}

extension Column {
  /// Sets the column to what another one of the record, or of a record that it leads to, holds before the update.
  public func set<Wrapped: RecordKey>(
    _ other: Column<Root, Wrapped>
  ) -> Assignment<Root> where Value == Wrapped? {
    Assignment(term, other.newValues)
  }

  /// The columns as the new values of others.
  fileprivate var newValues: [NewValue] {
    names.map { .column(ColumnTerm(names: [$0], path: path)) }
  }
}

extension Column where Value: NumericValue {
  /// Adds a number, which may be negative, to the column.
  ///
  /// ```swift
  /// try db.update(Band.filter { $0.disbanded == nil }) { [$0.formed.increment(by: 1)] }
  /// ```
  ///
  /// The update throws ``StoreError`` and writes nothing if a sum has more than 64 bits (`Int`), is not finite (`Double`) or has
  /// more than 38 digits (`Decimal`).
  public func increment(by number: Value) -> Assignment<Root> {
    Assignment(term, [.sum(number.storedValue)])
  }
}

extension Column {
  /// Adds a number, which may be negative, to the column. A column that is empty stays empty.
  ///
  /// The update throws ``StoreError`` and writes nothing if a sum has more than 64 bits (`Int`), is not finite (`Double`) or has
  /// more than 38 digits (`Decimal`).
  public func increment<Wrapped: NumericValue>(
    by number: Wrapped
  ) -> Assignment<Root> where Value == Wrapped? {
    Assignment(term, [.sum(number.storedValue)])
  }
}

extension Column where Value: ToOne {
  /// Sets the relationship to the record with a key, which need not exist.
  public func set(_ key: Value.Target.Key) -> Assignment<Root> {
    Assignment(term, stored: key.storedValues)
  }
}

extension Column where Value: ToOne, Value.Target: Identifiable, Value.Target.ID == Value.Target.Key {
  /// Sets the relationship to the record.
  public func set(_ record: Value.Target) -> Assignment<Root> { set(record.id) }
}
