import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithSchema

/// What the parts of a sync share.
struct SyncContext: Sendable {
  let store: Store
  let model: SyncModel
  let server: any SyncServer
  /// How pulled records are read: links alone, whatever the policies say of records that nothing names any more.
  let importModel: ImportModel?
  var rules: MergeRules
  let clock: ClientClock
  let lease: SyncLease
  /// Called at each step, with its name; what it throws ends the sync there. Tests stop it so.
  var failPoint: (@Sendable (String) throws -> Void)?
  var progress: SyncProgress?
  /// How many records a page has at most.
  var pageSize = 1000
  /// What the server's clock is ahead of this machine's, in milliseconds.
  var clockOffset: Int64 { serverClock.offset }
  var serverClock = ServerClock()
  /// How many requests go together.
  var batchSize = 1
  /// Whether the whole is done again: rows that the server does not name are gone.
  var isFull = false

  /// The server's time, as far as that is known, in milliseconds since 1970.
  var serverTime: Int64 { localTime + clockOffset }
  /// This machine's time, in milliseconds since 1970.
  var localTime: Int64 { Int64(clock.now() * 1000) }

  /// Writes in a transaction of the sync's own: as long as nobody else has taken it over.
  func write<Result: Sendable>(
    _ origin: ChangeOrigin, _ point: String, _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try failPoint?(point)
    let result = try await store.write { db in
      try lease.keep(in: db)
      let result = try db.withOrigin(origin) { try db.quietly { try body(db) } }
      try failPoint?(point + " committing")
      return result
    }
    try failPoint?(point + " committed")
    return result
  }
}

extension ChangeOrigin {
  /// A sync, with what the server said.
  public static let pull = ChangeOrigin("pull")
  /// A sync, with the server's answer to what was sent to it.
  public static let push = ChangeOrigin("push")
}

extension Schema {
  /// The model as a sync reads records with it: a list of keys says which links there are, and what it does not name any more
  /// stays. Whether a record is there at all is said by its tombstone, which one is newer by its version.
  func readForSync(_ plan: SyncPlan) -> Schema {
    let graph = SchemaGraph(self)
    let synced = Set(plan.entities.map(\.name))
    var schema = self
    for index in schema.entities.indices {
      guard let root = graph.root(of: schema.entities[index].name)?.name, synced.contains(root) else {
        continue
      }
      schema.entities[index].modificationAttribute = nil
      for place in schema.entities[index].relationships.indices {
        let relationship = schema.entities[index].relationships[place]
        guard let target = graph.root(of: relationship.target)?.name, synced.contains(target) else {
          continue
        }
        schema.entities[index].relationships[place].mergePolicy =
          relationship.cardinality == .toMany ? .mergeAndPrune : .merge
        schema.entities[index].relationships[place].prune = .unlink
      }
    }
    return schema
  }
}
