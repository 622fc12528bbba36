/// A column to order records by, and the direction.
public struct Ordering<Root: Record>: Sendable, Hashable {
  let node: OrderingNode

  init(_ node: OrderingNode) { self.node = node }
}

/// An ordering without types.
struct OrderingNode: Sendable, Hashable {
  var column: ColumnTerm
  var isDescending: Bool
}

extension Column {
  /// Ascending; NULL comes first. Text is ordered by its code points.
  public var ascending: Ordering<Root> { Ordering(OrderingNode(column: term, isDescending: false)) }

  /// Descending; NULL comes last. Text is ordered by its code points.
  public var descending: Ordering<Root> { Ordering(OrderingNode(column: term, isDescending: true)) }
}

extension Column where Value == String {
  /// Ascending by a collation: `$0.name.ascending(by: .localized)`.
  public func ascending(by collation: Collation) -> Ordering<Root> {
    Ordering(OrderingNode(column: term(collation), isDescending: false))
  }

  /// Descending by a collation.
  public func descending(by collation: Collation) -> Ordering<Root> {
    Ordering(OrderingNode(column: term(collation), isDescending: true))
  }

  /// Ascending, ignoring case.
  public var ascendingIgnoringCase: Ordering<Root> {
    Ordering(OrderingNode(column: term(.caseless), isDescending: false))
  }

  /// Descending, ignoring case.
  public var descendingIgnoringCase: Ordering<Root> {
    Ordering(OrderingNode(column: term(.caseless), isDescending: true))
  }
}

extension Column where Value == String? {
  /// Ascending by a collation; NULL comes first.
  public func ascending(by collation: Collation) -> Ordering<Root> {
    Ordering(OrderingNode(column: term(collation), isDescending: false))
  }

  /// Descending by a collation; NULL comes last.
  public func descending(by collation: Collation) -> Ordering<Root> {
    Ordering(OrderingNode(column: term(collation), isDescending: true))
  }

  /// Ascending, ignoring case; NULL comes first.
  public var ascendingIgnoringCase: Ordering<Root> {
    Ordering(OrderingNode(column: term(.caseless), isDescending: false))
  }

  /// Descending, ignoring case; NULL comes last.
  public var descendingIgnoringCase: Ordering<Root> {
    Ordering(OrderingNode(column: term(.caseless), isDescending: true))
  }
}
