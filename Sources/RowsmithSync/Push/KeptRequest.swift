package import Rowsmith
package import RowsmithAPI
import RowsmithClient
package import RowsmithSchema

/// A request of a sync as stored in the database: it may have been sent and has no answer, or was refused. For display.
package struct KeptRequest: Sendable {
  /// Its number, from the same sequence as queued calls.
  package var number: Int64
  /// The entity, or for links `Note.tags`.
  package var entity: String
  /// The text of the record's key.
  package var id: String
  /// The key as the database stores it.
  package var key: StoredValue
  /// What the request does: the kind of the write.
  package var kind: String
  /// Whether the server has refused it. Otherwise its result is unknown, and the next sync settles it.
  package var isRefused: Bool
  /// How many times it may have been sent.
  package var attempts: Int
  /// The status of the last answer, if there was one.
  package var status: Int?
  /// The server's code for the error.
  package var code: String?
  /// Why it has not succeeded, in the server's words if it gave any.
  package var message: String?
  /// When it was made, in seconds since 1970.
  package var created: Double

  /// All requests that a database has, in order; empty if it was never synchronised. Does not change the database.
  ///
  /// - Throws: `StoreError`.
  package static func all(in store: Store, _ plan: SyncPlan) throws -> [KeptRequest] {
    let model = SyncModel(plan, store.schema)
    return try store.read { db in
      guard try db.hasTable("_rowsmith_queue") else { return [] }
      return try db.rows("SELECT * FROM _rowsmith_queue WHERE lane = 'sync' ORDER BY id").compactMap {
        KeptRequest($0, model)
      }
    }
  }

  private init?(_ row: ResultRow, _ model: SyncModel) {
    guard let number = row.integer("id"), let table = row.text("entity"), let key = row["key"] else {
      return nil
    }
    self.number = Int64(number)
    self.key = key
    entity = model[table]?.collection.name ?? table
    let arguments = row.text("arguments").flatMap { try? JSONValue(parsing: $0) }
    id = arguments?["id"]?.string ?? ""
    kind = row.text("route") ?? ""
    isRefused = row.text("state") == "refused"
    attempts = row.integer("attempts") ?? 0
    status = row.integer("status")
    code = row.text("code")
    message = row.text("message")
    created = row.real("created")
  }
}

extension SyncConflicts {
  /// All conflicts of a database, or the open ones; empty if it was never synchronised. Does not change the database.
  ///
  /// - Throws: `StoreError`.
  package static func all(in store: Store, openOnly: Bool) throws -> [SyncConflict] {
    try store.read { db in
      guard try db.hasTable("_rowsmith_conflicts") else { return [] }
      return try SyncConflicts(table: nil, key: nil, isOpenOnly: openOnly).fetch(db)
    }
  }
}

extension ReadTransaction {
  fileprivate func hasTable(_ name: String) throws -> Bool {
    try !rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [.text(name)]).isEmpty
  }
}
