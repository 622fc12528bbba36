/// What a query can be ordered by: a ``Column``, from its least value on, or an ``Ordering``. There is no reason to conform
/// other types.
public protocol OrderingTerm<Root>: Sendable {
  /// The record whose column it is.
  associatedtype Root: Record

  /// The column with its direction.
  var ordering: Ordering<Root> { get }
}

extension Ordering: OrderingTerm {
  /// Itself.
  public var ordering: Ordering<Root> { self }
}

extension Column: OrderingTerm {
  /// From its least value on, NULL first.
  public var ordering: Ordering<Root> { ascending }
}

// An order replaces an earlier one, as a limit does; the key decides between equals.
extension Query {
  /// The same records in this order, which replaces an earlier one.
  public func order(_ ordering: (R.Columns.Type) throws -> Ordering<R>) rethrows -> Query<R> {
    order(by: try ordering(R.Columns.self))
  }

  /// The same records, ordered by a column: from its least value on, NULL first.
  public func order<Value>(_ column: (R.Columns.Type) throws -> Column<R, Value>) rethrows -> Query<R> {
    order(by: try column(R.Columns.self).ascending)
  }

  /// The same records, ordered by the first term, and where that is equal by the second.
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

  /// The same records, ordered by three terms; the first decides first.
  public func order<First: OrderingTerm, Second: OrderingTerm, Third: OrderingTerm>(
    _ terms: (R.Columns.Type) throws -> (First, Second, Third)
  ) rethrows -> Query<R> where First.Root == R, Second.Root == R, Third.Root == R {
    let (first, second, third) = try terms(R.Columns.self)
    return order(by: first.ordering, second.ordering, third.ordering)
  }

  /// The same records in this order, which replaces an earlier one; the first ordering decides first.
  public func order(by orderings: Ordering<R>...) -> Query<R> { order(by: orderings) }

  /// The same records in an order that is put together while the app runs. An empty one is none: that of the key, or of the
  /// list.
  public func order(by orderings: [Ordering<R>]) -> Query<R> {
    var query = self
    query.node.orderings = orderings.map(\.node)
    query.node.isReversed = false
    return query
  }

  /// The same records in the opposite order, so that a limit takes the last ones.
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
  /// A query for every record, in an order.
  public static func order(_ ordering: (Columns.Type) throws -> Ordering<Self>) rethrows -> Query<Self> {
    try Query().order(ordering)
  }

  /// A query for every record, in the order of a column.
  public static func order<Value>(
    _ column: (Columns.Type) throws -> Column<Self, Value>
  ) rethrows -> Query<Self> {
    try Query().order(column)
  }

  /// A query for every record, ordered by the first term, and where that is equal by the second.
  public static func order<First: OrderingTerm, Second: OrderingTerm>(
    _ terms: (Columns.Type) throws -> (First, Second)
  ) rethrows -> Query<Self> where First.Root == Self, Second.Root == Self { try Query().order(terms) }

  /// A query for every record, ordered by three terms; the first decides first.
  public static func order<First: OrderingTerm, Second: OrderingTerm, Third: OrderingTerm>(
    _ terms: (Columns.Type) throws -> (First, Second, Third)
  ) rethrows -> Query<Self> where First.Root == Self, Second.Root == Self, Third.Root == Self {
    try Query().order(terms)
  }
}
