import Foundation
import Rowsmith
public import RowsmithSync

/// A server in the process, with versions, tombstones and a sequence of changes, for tests of apps that synchronise.
///
/// Several sessions, each with its own store, can share one.
public final class MemorySyncServer: SyncServer, @unchecked Sendable {
  /// A record on the server.
  public struct Entry: Sendable, Hashable {
    /// The number of its last change.
    public var version: Int64
    /// Whether the record is deleted.
    public var isDeleted: Bool
    /// The JSON; empty if the record is deleted.
    public var json: String
  }

  /// Guards everything below. What a test makes fail is decided in it, and may use the server.
  private let lock = NSRecursiveLock()
  private var collections: [String: [String: Entry]] = [:]
  private var times: [String: [String: Int64]] = [:]
  private var sequence: Int64 = 0
  private var clock: Int64 = 1_700_000_000_000
  private var fault: (@Sendable (SyncRequest) -> SyncOutcome?)?
  private var sent: [SyncRequest] = []
  private var asked = 0

  /// The guarantees of the server.
  public let guarantees = SyncGuarantees(
    cursor: .sequence, hasVersions: true, hasOrderedVersions: true, hasTombstones: true, isIdempotent: true,
    canPatch: true, maximumBatch: 10)

  /// Creates an empty server.
  public init() {}

  /// The records of a collection by id, including deleted ones.
  public func entries(in collection: String) -> [String: Entry] {
    lock.withLock { collections[collection] ?? [:] }
  }

  /// The writes sent so far, in order.
  public var requests: [SyncRequest] { lock.withLock { sent } }

  /// How many pages of changes were requested.
  public var pages: Int { lock.withLock { asked } }

  /// Makes the server fail: if the closure returns an outcome, that is the answer and nothing is done. An
  /// ``SyncOutcome/unknown(_:)`` is carried out first. The closure may look at the server and change its records.
  public func fail(_ fault: (@Sendable (SyncRequest) -> SyncOutcome?)?) {
    lock.withLock { self.fault = fault }
  }

  /// The server's clock, in milliseconds since 1970. Each change advances it by one.
  public var time: Int64 {
    get { lock.withLock { clock } }
    set { lock.withLock { clock = newValue } }
  }

  /// Changes or creates a record as another client would.
  public func put(_ json: String, id: String, in collection: String) {
    lock.withLock { store(json, id, collection) }
  }

  /// Deletes a record as another client would.
  public func delete(_ id: String, in collection: String) { lock.withLock { store(nil, id, collection) } }

  /// Gives a record its next version.
  ///
  /// - Parameter json: its JSON; `nil` for a tombstone.
  private func store(_ json: String?, _ id: String, _ collection: String) {
    sequence += 1
    clock += 1
    collections[collection, default: [:]][id] = Entry(
      version: sequence, isDeleted: json == nil, json: json ?? "")
    times[collection, default: [:]][id] = clock
  }

  /// Identifies the server; all users are the same to it.
  public func identify() async throws -> SyncIdentity {
    lock.withLock {
      SyncIdentity(server: "memory", user: "", time: clock, maximumBatch: guarantees.maximumBatch)
    }
  }

  /// The changes since a number.
  public func changes(_ query: SyncQuery) async throws -> SyncPage {
    try lock.withLock {
      asked += 1
      let text = query.page ?? query.cursor ?? "0"
      guard let since = Int64(text), since <= sequence else {
        throw SyncError(.resetNeeded, "the server does not know the cursor '\(text)'")
      }
      let entries = (collections[query.collection.path] ?? [:]).filter { $0.value.version > since }
        .sorted { $0.value.version < $1.value.version }
      let page = entries.prefix(query.limit)
      let last = page.last?.value.version ?? max(since, sequence)
      let isAll = page.count == entries.count
      return SyncPage(
        records: page.map { record($0.key, $0.value, query.collection.path) }, next: isAll ? nil : "\(last)",
        cursor: "\(isAll ? sequence : last)", time: clock,
        total: (collections[query.collection.path] ?? [:]).count { !$0.value.isDeleted })
    }
  }

  private func record(_ id: String, _ entry: Entry, _ collection: String) -> SyncRecord {
    SyncRecord(
      id: id, version: "\(entry.version)", modified: times[collection]?[id], isDeleted: entry.isDeleted,
      json: Array(entry.json.utf8))
  }

  /// Returns records by their ids.
  public func read(_ ids: [String], in collection: SyncCollection) async throws -> [SyncRecord] {
    lock.withLock {
      ids.compactMap { id in collections[collection.path]?[id].map { record(id, $0, collection.path) } }
    }
  }

  /// Makes the request of a write.
  public func request(for write: SyncWrite) throws -> SyncRequest {
    var headers: [SyncRequest.Header] = []
    if write.kind == .create { headers.append(.init("If-None-Match", "*")) }
    if let version = write.version, write.kind != .create { headers.append(.init("If-Match", version)) }
    return SyncRequest(
      for: write, method: write.kind == .delete ? "DELETE" : write.kind == .create ? "PUT" : "PATCH",
      path: "\(write.collection.path)/\(write.id)", headers: headers,
      body: write.kind == .delete ? nil : write.kind == .create ? write.record : write.wholeChanges)
  }

  /// Carries requests out.
  public func send(_ requests: [SyncRequest]) async -> [SyncOutcome] {
    lock.withLock { requests.map(carryOut) }
  }

  private func carryOut(_ request: SyncRequest) -> SyncOutcome {
    sent.append(request)
    let failure = fault?(request)
    if case .unknown? = failure {
      _ = outcome(of: request)
    }
    return failure ?? outcome(of: request)
  }

  private func outcome(of request: SyncRequest) -> SyncOutcome {
    let path = request.collection.path
    let current = collections[path]?[request.id]
    let there = current.map { record(request.id, $0, path) }
    if request.headers.contains(where: { $0.name == "If-None-Match" }), let current, !current.isDeleted {
      return .conflict(there)
    }
    if let version = request.headers.first(where: { $0.name == "If-Match" })?.value, let current,
      "\(current.version)" != version
    {
      return current.isDeleted ? .gone(there) : .conflict(there)
    }
    switch request.method {
    case "DELETE":
      guard let current, !current.isDeleted else { return .gone(there) }
      store(nil, request.id, path)
    case "PATCH":
      guard let current, !current.isDeleted else { return .gone(there) }
      store(MemorySyncServer.merge(request.body ?? [], into: current.json), request.id, path)
    default: store(String(decoding: request.body ?? [], as: UTF8.self), request.id, path)
    }
    return .accepted(collections[path]?[request.id].map { record(request.id, $0, path) })
  }

  /// Merges members one level deep. `null` is kept: it means that the member is now empty.
  private static func merge(_ patch: [UInt8], into json: String) -> String {
    guard case .object(var members)? = try? JSONValue(parsing: json),
      case .object(let changes)? = try? JSONValue(parsing: String(decoding: patch, as: UTF8.self))
    else { return json }
    for change in changes {
      members.removeAll { $0.key == change.key }
      members.append(change)
    }
    return JSONValue.object(members).text
  }
}
