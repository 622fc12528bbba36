package import Rowsmith

extension QueueItem {
  /// What waits in a database, in its order, read without a client; nothing where no client has ever been there.
  package static func all(in store: Store) throws -> [QueueItem] {
    let facts = ModelFacts(store.schema)
    return try store.read { db in
      let tables = try db.rows("SELECT 1 FROM sqlite_master WHERE name = '_rowsmith_queue'")
      return tables.isEmpty ? [] : try db.queueRows(facts).map(\.item)
    }
  }

  /// How many requests wait that nobody has refused.
  package static func waitingCount(in store: Store) async throws -> Int {
    try await store.read { db in
      try db.rows("SELECT count(*) AS n FROM _rowsmith_queue WHERE state <> 'refused' AND lane <> 'sync'")
        .first?.integer("n")
        ?? 0
    }
  }
}
