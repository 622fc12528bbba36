/// By which column records are ordered, and in which direction.
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
  /// From the least value on; NULL comes first. Text is ordered by its code points.
  public var ascending: Ordering<Root> { Ordering(OrderingNode(column: term, isDescending: false)) }

  /// From the greatest value on; NULL comes last. Text is ordered by its code points.
  public var descending: Ordering<Root> { Ordering(OrderingNode(column: term, isDescending: true)) }
}

extension Column where Value == String {
  /// From the first text on, as a collation sorts: `$0.name.ascending(by: .localized)`.
  public func ascending(by collation: Collation) -> Ordering<Root> {
    Ordering(OrderingNode(column: term(collation), isDescending: false))
  }

  /// From the last text on, as a collation sorts.
  public func descending(by collation: Collation) -> Ordering<Root> {
    Ordering(OrderingNode(column: term(collation), isDescending: true))
  }

  /// From the least value on, capital and small letters as one.
  public var ascendingIgnoringCase: Ordering<Root> {
    Ordering(OrderingNode(column: term(.caseless), isDescending: false))
  }

  /// From the greatest value on, capital and small letters as one.
  public var descendingIgnoringCase: Ordering<Root> {
    Ordering(OrderingNode(column: term(.caseless), isDescending: true))
  }
}

extension Column where Value == String? {
  /// From the first text on, as a collation sorts; NULL comes first.
  public func ascending(by collation: Collation) -> Ordering<Root> {
    Ordering(OrderingNode(column: term(collation), isDescending: false))
  }

  /// From the last text on, as a collation sorts; NULL comes last.
  public func descending(by collation: Collation) -> Ordering<Root> {
    Ordering(OrderingNode(column: term(collation), isDescending: true))
  }

  /// From the least value on, capital and small letters as one; NULL comes first.
  public var ascendingIgnoringCase: Ordering<Root> {
    Ordering(OrderingNode(column: term(.caseless), isDescending: false))
  }

  /// From the greatest value on, capital and small letters as one; NULL comes last.
  public var descendingIgnoringCase: Ordering<Root> {
    Ordering(OrderingNode(column: term(.caseless), isDescending: true))
  }
}
