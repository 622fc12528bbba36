import RowsmithSchema

/// A query for records of one entity: a filter, an order and a limit.
///
/// A query is a value. It does not access the database until it is fetched, and can be kept, compared and sent to any task.
/// Each method returns a new query.
///
/// ```swift
/// let recent = Band.filter { $0.formed >= 1970 && $0.disbanded == nil }
///   .order { $0.name.ascending }
///   .limit(20)
/// let bands = try await store.fetch(recent)
/// ```
///
/// The results include records of the entities that extend the queried one. Without an order, records are ordered by key, and
/// the items of an ordered relationship by their position.
public struct Query<R: Record>: Sendable, Hashable {
  /// The query, without types.
  var node: QueryNode

  init(_ node: QueryNode) { self.node = node }

  /// Creates a query for every record of the entity.
  public init(_ type: R.Type = R.self) { node = QueryNode(entity: R.entityName) }

  /// The records that also meet the condition. A limit applies after all filters, wherever it stands.
  public func filter(_ condition: (R.Columns.Type) throws -> Condition<R>) rethrows -> Query<R> {
    filter(try condition(R.Columns.self))
  }

  /// The records that also meet the condition. A limit applies after all filters, wherever it stands.
  public func filter(_ condition: Condition<R>) -> Query<R> {
    var query = self
    query.node.condition = query.node.condition.and(condition.node)
    return query
  }

  /// At most `count` of the records, after skipping the first `offset`. Replaces an earlier limit, and applies after all
  /// filters. Negative numbers count as 0.
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

/// A query, without types.
struct QueryNode: Sendable, Hashable {
  /// The to-many relationship of one record, whose items are queried.
  struct Source: Sendable, Hashable {
    var entity: String
    var relationship: String
    var key: [StoredValue]
  }

  var entity: String
  /// The relationship to read from; `nil` for the whole table.
  var source: Source?
  /// The search in the records' text; `nil` for none.
  var search: SearchNode?
  var condition = ConditionNode.always
  var orderings: [OrderingNode] = []
  /// Whether the final order, by position and key, is reversed.
  var isReversed = false
  var limit: Int?
  var offset = 0
}
