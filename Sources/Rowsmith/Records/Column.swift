/// A typed attribute or to-one relationship of an entity: the type of `$0.formed` in the closure of a query.
///
/// Comparing a column makes a ``Condition``, `$0.formed >= 1970`. Choosing a direction makes an ``Ordering``,
/// `$0.formed.descending`. A to-one relationship gives access to the columns of its target: `$0.band.formed`.
@dynamicMemberLookup
public struct Column<Root: Record, Value: Sendable>: Sendable, Hashable {
  /// The columns of the table: one, or one for each part of a composite key.
  public let names: [String]
  /// The relationships that lead to the record with these columns; empty for the record itself.
  let path: [LinkStep]

  /// Creates a column that holds a `Value` of a `Root`.
  public init(_ names: String...) { self.init(names: names, path: []) }

  init(names: [String], path: [LinkStep]) {
    self.names = names
    self.path = path
  }
}

/// A to-one relationship on the path to a column.
struct LinkStep: Sendable, Hashable {
  /// The columns that hold the key.
  var columns: [String]
  /// The target entity.
  var target: String
}

extension Column where Value: ToOne {
  /// A column of the target record; `nil` if the relationship is empty or its target does not exist.
  ///
  /// ```swift
  /// let early = Album.filter { $0.band.formed < 1975 }.order { ($0.band.name, $0.released) }
  /// ```
  ///
  /// If a column has the name of a member of `Column` itself, such as `names`, use `matches` instead.
  public subscript<Content: ColumnContent>(
    dynamicMember member: KeyPath<Value.Target.Columns.Type, Column<Value.Target, Content>>
  ) -> Column<Root, Content.Present?> {
    let column = Value.Target.Columns.self[keyPath: member]
    return Column<Root, Content.Present?>(names: column.names, path: path + [step] + column.path)
  }

  /// The step to the target record.
  var step: LinkStep { LinkStep(columns: names, target: Value.Target.entityName) }
}
