package import Rowsmith

extension QueueItem {
  /// The queued requests of a database, in order, read without a client; empty if no client has used the database.
  package static func all(in store: Store) throws -> [QueueItem] {
    let facts = ModelFacts(store.schema)
    return try store.read { db in
      let tables = try db.rows("SELECT 1 FROM sqlite_master WHERE name = '_rowsmith_queue'")
      return tables.isEmpty ? [] : try db.queueItems(facts)
    }
  }

  /// The queued request with a number; `nil` if there is none.
  package static func item(_ id: Int64, in store: Store) throws -> QueueItem? {
    let facts = ModelFacts(store.schema)
    return try store.read { try $0.queueItems(facts, where: "id = ?", [.integer(id)]).first }
  }

  /// The number of queued requests that have not been refused.
  package static func waitingCount(in store: Store) async throws -> Int {
    try await store.read { db in
      try db.rows("SELECT count(*) AS n FROM _rowsmith_queue WHERE state <> 'refused' AND lane <> 'sync'")
        .first?.integer("n")
        ?? 0
    }
  }
}
