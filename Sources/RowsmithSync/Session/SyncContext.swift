import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithSchema

/// State shared by the parts of a sync.
struct SyncContext: Sendable {
  let store: Store
  let model: SyncModel
  let server: any SyncServer
  /// How pulled records are imported: lists of keys only set links, whatever the policies say about records no longer named.
  let importModel: ImportModel?
  var rules: MergeRules
  let clock: ClientClock
  let lease: SyncLease
  /// Called at each step with its name; if it throws, the sync ends there. For tests.
  var failPoint: (@Sendable (String) throws -> Void)?
  var progress: SyncProgress?
  /// The largest number of records in a page.
  var pageSize = 1000
  /// How far the server's clock is ahead of the local one, in milliseconds.
  var clockOffset: Int64 { serverClock.offset }
  var serverClock = ServerClock()
  /// The number of requests in a batch.
  var batchSize = 1
  /// Whether all records are read again, so that rows the server does not name are deleted.
  var isFull = false

  /// The server's time, as far as known, in milliseconds since 1970.
  var serverTime: Int64 { localTime + clockOffset }
  /// The local time, in milliseconds since 1970.
  var localTime: Int64 { Int64(clock.now() * 1000) }

  /// Writes in a transaction, with tracking off. Throws if another sync has taken over the lease.
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

  /// Reads records by id. Those to which the server has given keys are read by these: it does not know the ids of
  /// records that were made without one, and lists have no tags.
  func read(_ ids: [String], in table: SyncedTable) async throws -> [SyncRecord] {
    let serverKeys = try await serverKeys(of: ids, in: table)
    let known = serverKeys.compactMap(\.self)
    let unknown = zip(ids, serverKeys).filter { $1 == nil }.map(\.0)
    var records: [SyncRecord] = []
    if !known.isEmpty { records += try await server.read(serverKeys: known, in: table.collection) }
    if !unknown.isEmpty { records += try await server.read(unknown, in: table.collection) }
    return records
  }

  /// Which of the records that ``read(_:in:)`` left out exist but are not shown to this user.
  func hidden(_ ids: [String], in table: SyncedTable) async throws -> Set<String> {
    let serverKeys = try await serverKeys(of: ids, in: table)
    let known = serverKeys.compactMap(\.self)
    let unknown = zip(ids, serverKeys).filter { $1 == nil }.map(\.0)
    var hidden: Set<String> = []
    if !known.isEmpty {
      let found = try await server.hidden(serverKeys: known, in: table.collection)
      for (id, key) in zip(ids, serverKeys) { if let key, found.contains(key) { hidden.insert(id) } }
    }
    if !unknown.isEmpty { hidden.formUnion(try await server.hidden(unknown, in: table.collection)) }
    return hidden
  }

  /// The server's keys of records, where it has keys of its own and they are known.
  private func serverKeys(of ids: [String], in table: SyncedTable) async throws -> [String?] {
    guard !table.isLinks, model.keys.attribute(of: table.plan.name) != nil else {
      return Array(repeating: nil, count: ids.count)
    }
    return try await store.read { db in
      try ids.map { id -> String? in
        let key = try db.value(of: id, column: table.keys[0], of: table.plan.name)
        return try db.serverCopy(key, in: table)?.serverKey
      }
    }
  }
}

extension ChangeOrigin {
  /// A sync, with the server's records.
  public static let pull = ChangeOrigin("pull")
  /// A sync, with the server's answer to a push.
  public static let push = ChangeOrigin("push")
}

extension Schema {
  /// The model with which a sync reads records: a list of keys sets the links, and records that it no longer names stay, without
  /// the link unless they need one.
  /// Tombstones say whether a record exists, and versions which state is newer.
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
        // A record that needs the link has it until it names another one itself: here, where that is unsent, or on a later page.
        let inverse = graph.inverse(of: relationship)
        let isNeeded =
          inverse?.cardinality == .toOne
          && (inverse?.isOptional == false || inverse?.choice?.isRequired == true)
        schema.entities[index].relationships[place].mergePolicy =
          relationship.cardinality == .toMany && !isNeeded ? .mergeAndPrune : .merge
        schema.entities[index].relationships[place].prune = .unlink
      }
    }
    return schema
  }
}
