/// An attribute or a to-one relationship of an entity, named and typed: what `$0.formed` is in the closure of a query.
///
/// Comparing a column gives a ``Condition``, `$0.formed >= 1970`; asking for a direction an ``Ordering``,
/// `$0.formed.descending`. A to-one relationship leads to the columns of its record: `$0.band.formed`.
@dynamicMemberLookup
public struct Column<Root: Record, Value: Sendable>: Sendable, Hashable {
  /// The columns of the table: one, or one per part of a composite key.
  public let names: [String]
  /// The relationships that lead to the record whose columns these are; none where it is the record itself.
  let path: [LinkStep]

  /// Names the columns that hold a `Value` of a `Root`.
  public init(_ names: String...) { self.init(names: names, path: []) }

  init(names: [String], path: [LinkStep]) {
    self.names = names
    self.path = path
  }
}

/// A to-one relationship on the way to a column.
struct LinkStep: Sendable, Hashable {
  /// The columns that hold the key.
  var columns: [String]
  /// The entity that it leads to.
  var target: String
}

extension Column where Value: ToOne {
  /// A column of the record that the relationship leads to: nil where it leads to none, or to one that is not there.
  ///
  /// ```swift
  /// let early = Album.filter { $0.band.formed < 1975 }.order { ($0.band.name, $0.released) }
  /// ```
  ///
  /// A column whose name is that of a member of `Column` itself, such as `names`, is reached with `matches`.
  public subscript<Content: ColumnContent>(
    dynamicMember member: KeyPath<Value.Target.Columns.Type, Column<Value.Target, Content>>
  ) -> Column<Root, Content.Present?> {
    let column = Value.Target.Columns.self[keyPath: member]
    return Column<Root, Content.Present?>(names: column.names, path: path + [step] + column.path)
  }

  /// The step to the record that the relationship leads to.
  var step: LinkStep { LinkStep(columns: names, target: Value.Target.entityName) }
}
