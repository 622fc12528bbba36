import Rowsmith
import RowsmithAPI
import RowsmithSchema

/// Decides which requests are blocked by others.
struct QueueDependencies {
  let api: API
  let facts: ModelFacts

  /// Whether a request is blocked: by an earlier one for the same record or path, or because the server has not yet given a key
  /// to its record or to one that the record refers to.
  func isBlocked(_ row: QueueRow, _ db: ReadTransaction) throws -> Bool {
    if let entity = row.item.entity, facts.table(of: entity) != nil {
      let earlier = try db.queueRows(
        facts, where: "id < ? AND key = ?", [.integer(row.item.id), KeyCoding.encode(row.item.key)], limit: 50
      ).filter { $0.item.entity.flatMap(facts.table) == facts.table(of: entity) }
      // A request blocked until the record is created must not block the one that creates it.
      let isMaking = !row.isFrozen && !needsOwnKey(row)
      if earlier.contains(where: { !isMaking || $0.isFrozen || !needsOwnKey($0) }) { return true }
    } else if try isBehindItsLike(row, db) {
      return true
    }
    // A frozen request is sent unchanged, so it does not depend on keys that may still change.
    if row.isFrozen { return false }
    // The server does not know a local key in the path or query.
    if row.arguments.refersToLocalKey || needsOwnKey(row) { return true }
    return try refersToUnknown(row, db)
  }

  /// Whether an earlier request without a record goes to the same path and is unanswered: the later one must have the last word.
  /// Two POST requests are independent, as each creates something new.
  private func isBehindItsLike(_ row: QueueRow, _ db: ReadTransaction) throws -> Bool {
    guard let path = api.route(row.item.route)?.path else { return false }
    let earlier = try db.queueRows(
      facts, where: "id < ? AND entity IS NULL AND state <> 'refused'", [.integer(row.item.id)])
    return earlier.contains { other in
      api.route(other.item.route)?.path == path && other.arguments.path == row.arguments.path
        && !(method(of: other) == .post && method(of: row) == .post)
    }
  }

  private func method(of row: QueueRow) -> RouteMethod? {
    row.arguments.method.flatMap(RouteMethod.init) ?? api.route(row.item.route)?.method
  }

  /// Whether the path has the record's own key, and the server has not given it one.
  private func needsOwnKey(_ row: QueueRow) -> Bool {
    guard let entity = row.item.entity, row.item.key.contains(where: LocalKey.isLocal),
      let route = api.route(row.item.route)
    else { return false }
    let keys = facts.keyColumns(of: entity)
    return route.path.placeholders.contains { name in
      row.arguments.path[name] == nil && facts.column(of: name, in: entity).map(keys.contains) == true
    }
  }

  /// Whether a record refers to one that the server does not know yet.
  private func refersToUnknown(_ row: QueueRow, _ db: ReadTransaction) throws -> Bool {
    guard let entity = row.item.entity, let record = try db.row(of: entity, key: row.item.key, facts) else {
      return false
    }
    let targets = facts.toOneTargets(of: entity)
    for target in targets {
      let key = target.columns.compactMap { record[$0] }
      guard key.count == target.columns.count, !key.contains(.null) else { continue }
      let name = RowName(table: target.table, key: key)
      // A record may refer to itself.
      if name.key == row.item.key, facts.table(of: entity) == target.table { continue }
      if try db.unsentChanges(of: name)?.isNew == true { return true }
    }
    return false
  }
}
