import RowsmithSchema

/// Says which records of an entity to read, in which order, and how many.
///
/// A query is a value. It touches no database until it is fetched, and can be kept, compared and sent to any task.
/// Each method returns a new query.
///
/// ```swift
/// let recent = Band.filter { $0.formed >= 1970 && $0.disbanded == nil }
///   .order { $0.name.ascending }
///   .limit(20)
/// let bands = try await store.fetch(recent)
/// ```
///
/// The results include records of the entities that extend the queried one. Without an order they come in the order of
/// the key, and the items of an ordered relationship in its order.
public struct Query<R: Record>: Sendable, Hashable {
  /// What is asked, without types.
  var node: QueryNode

  init(_ node: QueryNode) { self.node = node }

  /// Asks for every record of the entity.
  public init(_ type: R.Type = R.self) { node = QueryNode(entity: R.entityName) }

  /// The records that also meet the condition. A limit applies after all filters, wherever it is written.
  public func filter(_ condition: (R.Columns.Type) throws -> Condition<R>) rethrows -> Query<R> {
    filter(try condition(R.Columns.self))
  }

  /// The records that also meet the condition. A limit applies after all filters, wherever it is written.
  public func filter(_ condition: Condition<R>) -> Query<R> {
    var query = self
    query.node.condition = query.node.condition.and(condition.node)
    return query
  }

  /// At most `count` of the records, without the first `offset`. Replaces an earlier limit, and applies after all filters.
  /// Negative numbers count as 0.
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
  /// What is searched for in their text.
  var search: SearchNode?
  var condition = ConditionNode.always
  var orderings: [OrderingNode] = []
  /// Whether what orders them in the end, the place in a list and the key, counts backwards.
  var isReversed = false
  var limit: Int?
  var offset = 0
}
