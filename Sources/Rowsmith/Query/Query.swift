import RowsmithSchema

/// A wish for records of one entity: which of them, in which order, how many.
///
/// A query is a value: it touches no database until it is fetched, can be kept, compared and sent anywhere, and is
/// refined by making another one of it.
///
/// ```swift
/// let recent = Band.filter { $0.formed >= 1970 && $0.disbanded == nil }
///   .order { $0.name.ascending }
///   .limit(20)
/// let bands = try await store.fetch(recent)
/// ```
///
/// Records of the entities that extend the queried one are among the results. Without an order they come in the order
/// of the key; items of an ordered relationship in theirs.
public struct Query<R: Record>: Sendable, Hashable {
  /// What is asked, without types.
  var node: QueryNode

  init(_ node: QueryNode) { self.node = node }

  /// Asks for every record of the entity.
  public init(_ type: R.Type = R.self) { node = QueryNode(entity: R.entityName) }

  /// The records that also meet the condition. A limit counts those that are left, wherever it is written.
  public func filter(_ condition: (R.Columns.Type) throws -> Condition<R>) rethrows -> Query<R> {
    filter(try condition(R.Columns.self))
  }

  /// The records that also meet the condition. A limit counts those that are left, wherever it is written.
  public func filter(_ condition: Condition<R>) -> Query<R> {
    var query = self
    query.node.condition = query.node.condition.and(condition.node)
    return query
  }

  /// These records in another order. What an earlier call asked for decides first, this one between equals; in the
  /// end the key does.
  public func order(_ ordering: (R.Columns.Type) throws -> Ordering<R>) rethrows -> Query<R> {
    order(by: try ordering(R.Columns.self))
  }

  /// These records in another order: by a column, from its least value on, NULL first.
  public func order<Value>(_ column: (R.Columns.Type) throws -> Column<R, Value>) rethrows -> Query<R> {
    order(by: try column(R.Columns.self).ascending)
  }

  /// These records in another order, the first of the orderings deciding first.
  public func order(by orderings: Ordering<R>...) -> Query<R> {
    var query = self
    query.node.orderings += orderings.map(\.node)
    return query
  }

  /// These records in the opposite order, so that a limit takes the last ones.
  public func reversed() -> Query<R> {
    var query = self
    query.node.orderings = query.node.orderings.map {
      OrderingNode(column: $0.column, isDescending: !$0.isDescending)
    }
    query.node.isReversed.toggle()
    return query
  }

  /// At most that many of the records, after some that are passed over: in place of what an earlier call said, and
  /// after everything that is filtered. Negative numbers count as 0.
  public func limit(_ count: Int, offset: Int = 0) -> Query<R> {
    var query = self
    query.node.limit = Swift.max(0, count)
    query.node.offset = Swift.max(0, offset)
    return query
  }
}

extension Record {
  /// A query for every record of the entity.
  public static var all: Query<Self> { Query() }

  /// A query for the records that meet the condition.
  public static func filter(_ condition: (Columns.Type) throws -> Condition<Self>) rethrows -> Query<Self> {
    try Query().filter(condition)
  }

  /// A query for the records that meet the condition.
  public static func filter(_ condition: Condition<Self>) -> Query<Self> { Query().filter(condition) }

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
}

/// What a query asks, without types.
struct QueryNode: Sendable, Hashable {
  /// The records of one record's to-many relationship.
  struct Source: Sendable, Hashable {
    var entity: String
    var relationship: String
    var key: [StoredValue]
  }

  var entity: String
  /// Where the records come from, if not from the whole table.
  var source: Source?
  var condition = ConditionNode.always
  var orderings: [OrderingNode] = []
  /// Whether what orders them in the end, the place in a list and the key, counts backwards.
  var isReversed = false
  var limit: Int?
  var offset = 0
}
