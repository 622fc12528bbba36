import Rowsmith
import RowsmithSchema

/// Which requests have to wait for which.
struct QueueDependencies {
  let facts: ModelFacts

  /// Whether a request waits for an earlier one: of the same record, or of a record that the server does not know yet and
  /// that this one refers to.
  func isBlocked(_ row: QueueRow, _ db: ReadTransaction) throws -> Bool {
    let earlier = try db.queueRows(facts, where: "id < ? AND entity IS NOT NULL", [.integer(row.item.id)])
    if earlier.isEmpty { return false }
    var names: Set<RowName> = []
    for other in earlier {
      if let table = other.item.entity.flatMap(facts.table) {
        names.insert(RowName(table: table, key: other.item.key))
      }
    }
    if let table = row.item.entity.flatMap(facts.table),
      names.contains(RowName(table: table, key: row.item.key))
    {
      return true
    }
    // What has left once is not made anew, so that it refers to nothing that may still change.
    if row.isFrozen { return false }
    let values = Array(row.arguments.path.values) + Array(row.arguments.query.values)
    if values.contains(where: { value in LocalKey.isLocal(value) && names.contains { $0.key.contains(value) }
    }) {
      return true
    }
    return try refersToUnknown(row, among: names, db)
  }

  private func refersToUnknown(_ row: QueueRow, among names: Set<RowName>, _ db: ReadTransaction) throws
    -> Bool
  {
    guard let entity = row.item.entity, let record = try db.row(of: entity, key: row.item.key, facts) else {
      return false
    }
    let targets = facts.toOneTargets(of: entity)
    for target in targets {
      let key = target.columns.compactMap { record[$0] }
      guard key.count == target.columns.count, !key.contains(.null) else { continue }
      let name = RowName(table: target.table, key: key)
      if names.contains(name), try db.unsentChanges(of: name)?.isNew == true { return true }
    }
    return false
  }
}
