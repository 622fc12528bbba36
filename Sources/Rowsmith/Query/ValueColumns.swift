import RowsmithSchema

/// A value of several parts, named and typed: what `$0.address` is in the closure of a query.
///
/// Its parts are its members, each a ``Column``: `$0.address.city == "Bern"`, `$0.address.geo.lat > 46`. Of a value that may
/// be absent they are optional, and empty where it is.
@dynamicMemberLookup
public struct ValueColumns<Root: Record, Value: Sendable>: Sendable, Hashable {
  /// The name of the value in the table, with which the names of its columns begin: `address`.
  public let name: String
  /// The relationships that lead to the record whose columns these are; none where it is the record itself.
  let path: [LinkStep]

  /// Names the columns that hold a `Value` of a `Root`.
  public init(_ name: String) { self.init(name, path: []) }

  init(_ name: String, path: [LinkStep]) {
    self.name = name
    self.path = path
  }

  private func column(_ part: String) -> String { "\(name)_\(part)" }
}

/// A part of a value: one column, whatever the value is of.
public struct ValueColumn<Content: Sendable>: Sendable, Hashable {
  /// Its name in the value.
  public let name: String

  /// Names a part.
  public init(_ name: String) { self.name = name }
}

/// A value inside a value.
public struct NestedValue<Content: Sendable>: Sendable, Hashable {
  /// Its name in the value around it.
  public let name: String

  /// Names a value inside another.
  public init(_ name: String) { self.name = name }
}

extension ValueColumns where Value: ValueGroup {
  /// A part of the value.
  public subscript<Content>(
    dynamicMember part: KeyPath<Value.Columns, ValueColumn<Content>>
  ) -> Column<Root, Content> {
    Column(names: [column(Value.columns[keyPath: part].name)], path: path)
  }

  /// A value inside the value.
  public subscript<Content>(
    dynamicMember part: KeyPath<Value.Columns, NestedValue<Content>>
  ) -> ValueColumns<Root, Content> {
    ValueColumns<Root, Content>(column(Value.columns[keyPath: part].name), path: path)
  }

  /// Met where the columns hold the value.
  public static func == (columns: ValueColumns, value: Value) -> Condition<Root> {
    Condition(.compare(columns.term(Value.self), .equal, value.storedValues))
  }

  /// Met where the columns hold another value.
  public static func != (columns: ValueColumns, value: Value) -> Condition<Root> {
    Condition(.compare(columns.term(Value.self), .notEqual, value.storedValues))
  }

  /// Sets the columns of the value.
  public func set(_ value: Value) -> Assignment<Root> {
    Assignment(column: term(Value.self), values: value.storedValues)
  }
}

/// A value of several parts that may be absent. There is no reason to conform other types.
public protocol OptionalValueGroup {
  /// The type without nil.
  associatedtype Group: ValueGroup
}

extension Optional: OptionalValueGroup where Wrapped: ValueGroup {
  /// The type without nil.
  public typealias Group = Wrapped
}

// The same of values that may be absent.
extension ValueColumns where Value: OptionalValueGroup {
  /// A part of the value; empty where there is no value.
  public subscript<Content: ColumnContent>(
    dynamicMember part: KeyPath<Value.Group.Columns, ValueColumn<Content>>
  ) -> Column<Root, Content.Present?> {
    Column(names: [column(Value.Group.columns[keyPath: part].name)], path: path)
  }

  /// A value inside the value; absent where there is no value.
  public subscript<Inner: ValueGroup>(
    dynamicMember part: KeyPath<Value.Group.Columns, NestedValue<Inner>>
  ) -> ValueColumns<Root, Inner?> {
    ValueColumns<Root, Inner?>(column(Value.Group.columns[keyPath: part].name), path: path)
  }

  /// A value inside the value; absent where there is no value.
  public subscript<Inner: ValueGroup>(
    dynamicMember part: KeyPath<Value.Group.Columns, NestedValue<Inner?>>
  ) -> ValueColumns<Root, Inner?> {
    ValueColumns<Root, Inner?>(column(Value.Group.columns[keyPath: part].name), path: path)
  }

  /// Met where the columns hold the value; nil is a value all of whose parts are empty.
  public static func == (columns: ValueColumns, value: Value.Group?) -> Condition<Root> {
    Condition(.compare(columns.term(Value.Group.self), .equal, stored(value)))
  }

  /// Met where the columns hold another value, or none; for nil, where they hold any.
  public static func != (columns: ValueColumns, value: Value.Group?) -> Condition<Root> {
    Condition(.compare(columns.term(Value.Group.self), .notEqual, stored(value)))
  }

  /// Sets the columns of the value; nil empties them.
  public func set(_ value: Value.Group?) -> Assignment<Root> {
    Assignment(column: term(Value.Group.self), values: ValueColumns.stored(value))
  }

  private static func stored(_ value: Value.Group?) -> [StoredValue] {
    value?.storedValues ?? Array(repeating: .null, count: Value.Group.columnCount)
  }
}

extension ValueColumns {
  fileprivate func term<Group: ValueGroup>(_ type: Group.Type) -> ColumnTerm {
    ColumnTerm(names: Group.columnNames.map(column), path: path)
  }
}
