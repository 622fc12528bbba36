/// A term to order a query by: a ``Column``, in ascending order, or an ``Ordering``. Apps have no need to conform their own
/// types.
public protocol OrderingTerm<Root>: Sendable {
  /// The record that has the column.
  associatedtype Root: Record

  /// The column and its direction.
  var ordering: Ordering<Root> { get }
}

extension Ordering: OrderingTerm {
  /// Itself.
  public var ordering: Ordering<Root> { self }
}

extension Column: OrderingTerm {
  /// Ascending, NULL first.
  public var ordering: Ordering<Root> { ascending }
}

// A new order replaces the previous one, like a limit. Records that are equal in it are ordered by key.
extension Query {
  /// The same records in this order, which replaces the previous one.
  public func order(_ ordering: (R.Columns.Type) throws -> Ordering<R>) rethrows -> Query<R> {
    order(by: try ordering(R.Columns.self))
  }

  /// The same records, in ascending order of a column, NULL first.
  public func order<Value>(_ column: (R.Columns.Type) throws -> Column<R, Value>) rethrows -> Query<R> {
    order(by: try column(R.Columns.self).ascending)
  }

  /// The same records, ordered by two terms; the second one orders records that are equal by the first.
  ///
  /// ```swift
  /// let byBand = Album.all.order { ($0.band.name, $0.released.descending) }
  /// ```
  public func order<First: OrderingTerm, Second: OrderingTerm>(
    _ terms: (R.Columns.Type) throws -> (First, Second)
  ) rethrows -> Query<R> where First.Root == R, Second.Root == R {
    let (first, second) = try terms(R.Columns.self)
    return order(by: first.ordering, second.ordering)
  }

  /// The same records, ordered by three terms; earlier ones take precedence.
  public func order<First: OrderingTerm, Second: OrderingTerm, Third: OrderingTerm>(
    _ terms: (R.Columns.Type) throws -> (First, Second, Third)
  ) rethrows -> Query<R> where First.Root == R, Second.Root == R, Third.Root == R {
    let (first, second, third) = try terms(R.Columns.self)
    return order(by: first.ordering, second.ordering, third.ordering)
  }

  /// The same records in this order, which replaces the previous one; earlier orderings take precedence.
  public func order(by orderings: Ordering<R>...) -> Query<R> { order(by: orderings) }

  /// The same records in an order that is built at run time. An empty array restores the default order: that of the key, or of
  /// the list.
  public func order(by orderings: [Ordering<R>]) -> Query<R> {
    var query = self
    query.node.orderings = orderings.map(\.node)
    query.node.isReversed = false
    return query
  }

  /// The same records in reverse order, so that a limit takes the last ones.
  public func reversed() -> Query<R> {
    var query = self
    query.node.orderings = query.node.orderings.map {
      OrderingNode(column: $0.column, isDescending: !$0.isDescending)
    }
    query.node.isReversed.toggle()
    return query
  }
}

extension Record {
  /// A query for every record, in this order.
  public static func order(_ ordering: (Columns.Type) throws -> Ordering<Self>) rethrows -> Query<Self> {
    try Query().order(ordering)
  }

  /// A query for every record, in ascending order of a column.
  public static func order<Value>(
    _ column: (Columns.Type) throws -> Column<Self, Value>
  ) rethrows -> Query<Self> {
    try Query().order(column)
  }

  /// A query for every record, ordered by two terms; the second one orders records that are equal by the first.
  public static func order<First: OrderingTerm, Second: OrderingTerm>(
    _ terms: (Columns.Type) throws -> (First, Second)
  ) rethrows -> Query<Self> where First.Root == Self, Second.Root == Self { try Query().order(terms) }

  /// A query for every record, ordered by three terms; earlier ones take precedence.
  public static func order<First: OrderingTerm, Second: OrderingTerm, Third: OrderingTerm>(
    _ terms: (Columns.Type) throws -> (First, Second, Third)
  ) rethrows -> Query<Self> where First.Root == Self, Second.Root == Self, Third.Root == Self {
    try Query().order(terms)
  }
}
