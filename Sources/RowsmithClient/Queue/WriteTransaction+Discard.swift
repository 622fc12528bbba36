import Rowsmith
import RowsmithSchema

extension WriteTransaction {
  /// Resets a record to the server's last state, and removes its requests from the queue.
  func discardChanges(entity: String, key: [StoredValue], _ facts: ModelFacts) throws {
    guard let table = facts.table(of: entity) else { return }
    let row = RowName(table: table, key: key)
    let changes = try unsentChanges(of: row)
    let items = try queueItems(facts, where: "key = ?", [KeyCoding.encode(key)])
    for item in items where item.entity.flatMap(facts.table) == table { try removeFromQueue(item.id) }
    try withOrigin(.takeover) {
      if changes?.isNew == true {
        // The table has the name of the family's root: the row may be of another entity by now.
        _ = try delete(entity: table, key: key)
      } else if let changes {
        let columns = changes.base.filter { facts.source(of: $0.key, in: entity) != nil }
          .sorted { $0.key < $1.key }
        try set(columns.map { ($0.key, $0.value) }, of: entity, key: key, facts)
        try discardLists(of: row, facts)
      }
    }
    try forgetUnsent(row)
  }
}
