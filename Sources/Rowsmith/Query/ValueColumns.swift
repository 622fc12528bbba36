import RowsmithSchema

/// A typed composite value: the type of `$0.address` in the closure of a query.
///
/// Its parts are members, each a ``Column``: `$0.address.city == "Bern"`, `$0.address.geo.lat > 46`. If the value is optional,
/// so are its parts; they are empty if the value is `nil`.
@dynamicMemberLookup
public struct ValueColumns<Root: Record, Value: Sendable>: Sendable, Hashable {
  /// The name of the value in the table, which is the prefix of its columns: `address`.
  public let name: String
  /// The relationships that lead to the record with these columns; empty for the record itself.
  let path: [LinkStep]

  /// Creates columns that hold a `Value` of a `Root`.
  public init(_ name: String) { self.init(name, path: []) }

  init(_ name: String, path: [LinkStep]) {
    self.name = name
    self.path = path
  }

  private func column(_ part: String) -> String { "\(name)_\(part)" }
}

/// A part of a composite value, stored in one column.
public struct ValueColumn<Content: Sendable>: Sendable, Hashable {
  /// Its name in the composite value.
  public let name: String

  /// Creates a part by its name.
  public init(_ name: String) { self.name = name }
}

/// A composite value inside another one.
public struct NestedValue<Content: Sendable>: Sendable, Hashable {
  /// Its name in the outer value.
  public let name: String

  /// Creates a nested value by its name.
  public init(_ name: String) { self.name = name }
}

extension ValueColumns where Value: ValueGroup {
  /// A part of the value.
  public subscript<Content>(
    dynamicMember part: KeyPath<Value.Columns, ValueColumn<Content>>
  ) -> Column<Root, Content> {
    Column(names: [column(Value.columns[keyPath: part].name)], path: path)
  }

  /// A nested value.
  public subscript<Content>(
    dynamicMember part: KeyPath<Value.Columns, NestedValue<Content>>
  ) -> ValueColumns<Root, Content> {
    ValueColumns<Root, Content>(column(Value.columns[keyPath: part].name), path: path)
  }

  /// True if the columns hold the value.
  public static func == (columns: ValueColumns, value: Value) -> Condition<Root> {
    columns.compare(.equal, value)
  }

  /// True if the columns hold another value.
  public static func != (columns: ValueColumns, value: Value) -> Condition<Root> {
    columns.compare(.notEqual, value)
  }

  /// Sets the columns of the value.
  public func set(_ value: Value) -> Assignment<Root> {
    Assignment(term(Value.self), stored: value.storedValues)
  }
}

/// An optional composite value. Apps have no need to conform their own types.
public protocol OptionalValueGroup {
  /// The type without the optional.
  associatedtype Group: ValueGroup
}

extension Optional: OptionalValueGroup where Wrapped: ValueGroup {
  /// The type without the optional.
  public typealias Group = Wrapped
}

// The same for optional composite values.
extension ValueColumns where Value: OptionalValueGroup {
  /// A part of the value; empty if the value is `nil`.
  public subscript<Content: ColumnContent>(
    dynamicMember part: KeyPath<Value.Group.Columns, ValueColumn<Content>>
  ) -> Column<Root, Content.Present?> {
    Column(names: [column(Value.Group.columns[keyPath: part].name)], path: path)
  }

  /// A nested value; empty if the value is `nil`.
  public subscript<Inner: ValueGroup>(
    dynamicMember part: KeyPath<Value.Group.Columns, NestedValue<Inner>>
  ) -> ValueColumns<Root, Inner?> {
    ValueColumns<Root, Inner?>(column(Value.Group.columns[keyPath: part].name), path: path)
  }

  /// A nested value; empty if the value is `nil`.
  public subscript<Inner: ValueGroup>(
    dynamicMember part: KeyPath<Value.Group.Columns, NestedValue<Inner?>>
  ) -> ValueColumns<Root, Inner?> {
    ValueColumns<Root, Inner?>(column(Value.Group.columns[keyPath: part].name), path: path)
  }

  /// True if the columns hold the value; for `nil`, if all of them are empty.
  public static func == (columns: ValueColumns, value: Value.Group?) -> Condition<Root> {
    columns.compare(.equal, value)
  }

  /// True if the columns hold another value or are empty; for `nil`, if one of them is not empty.
  public static func != (columns: ValueColumns, value: Value.Group?) -> Condition<Root> {
    columns.compare(.notEqual, value)
  }

  /// Sets the columns of the value; `nil` empties them.
  public func set(_ value: Value.Group?) -> Assignment<Root> {
    Assignment(term(Value.Group.self), stored: ValueColumns.stored(value))
  }

  private static func stored(_ value: Value.Group?) -> [StoredValue] {
    value?.storedValues ?? Array(repeating: .null, count: Value.Group.columnCount)
  }
}

extension ValueColumns {
  fileprivate func term<Group: ValueGroup>(_ type: Group.Type) -> ColumnTerm {
    ColumnTerm(names: Group.columnNames.map(column), path: path)
  }

  /// Whether the columns hold a value, or do not. None holds a number that is none (NaN): SQLite takes it for NULL, which is
  /// what the columns hold if there is no value.
  fileprivate func compare<Group: ValueGroup>(
    _ comparison: Comparison, _ value: Group?
  ) -> Condition<Root> {
    var encoder = RowEncoder()
    encoder.encode(value)
    if encoder.hasNoNumber { return comparison == .equal ? .never : .always }
    return Condition(.compare(term(Group.self), comparison, encoder.values))
  }
}
