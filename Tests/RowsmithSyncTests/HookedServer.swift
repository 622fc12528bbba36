import Foundation
import RowsmithAPI
import RowsmithSync
import RowsmithTesting

/// A server in the process that can be told to be somebody else's, to refuse lists, and to let them wait.
final class HookedServer: SyncServer, @unchecked Sendable {
  let memory = MemorySyncServer()
  /// Guards everything below.
  private let lock = NSLock()
  private var name = ""
  private var hook: (@Sendable (SyncQuery) async throws -> Void)?
  private var readHook: (@Sendable ([String]) throws -> Void)?
  private var change: (@Sendable (SyncQuery, inout SyncPage) -> Void)?
  private var changeRecord: (@Sendable (inout SyncRecord) -> Void)?
  private var promise: SyncGuarantees?
  private var absentIDs: Set<String> = []
  private var hiddenIDs: Set<String> = []
  private var readCount = 0
  private var pause: Double?
  private var queries: [SyncQuery] = []
  private var writes: [SyncWrite] = []

  /// What it promises; that of the server in memory where nobody says otherwise.
  var guarantees: SyncGuarantees {
    get { lock.withLock { promise } ?? memory.guarantees }
    set { lock.withLock { promise = newValue } }
  }

  /// How often it was asked for single records.
  var reads: Int { lock.withLock { readCount } }

  /// Whom the server takes clients for.
  var user: String {
    get { lock.withLock { name } }
    set { lock.withLock { name = newValue } }
  }

  /// How long it wants to be left alone, in seconds.
  var wantsPause: Double? {
    get { lock.withLock { pause } }
    set { lock.withLock { pause = newValue } }
  }

  var backoff: Double? { get async { wantsPause } }

  /// What it was asked so far.
  var asked: [SyncQuery] { lock.withLock { queries } }

  /// What it made requests of so far.
  var written: [SyncWrite] { lock.withLock { writes } }

  /// What is done before a page is given: what it throws is the answer.
  func before(_ hook: (@Sendable (SyncQuery) async throws -> Void)?) { lock.withLock { self.hook = hook } }

  /// What is done before records are given that were asked for: what it throws is the answer.
  func beforeReading(_ hook: (@Sendable ([String]) throws -> Void)?) { lock.withLock { readHook = hook } }

  /// What is done to each page.
  func changing(_ change: (@Sendable (SyncQuery, inout SyncPage) -> Void)?) {
    lock.withLock { self.change = change }
  }

  /// What is done to each record, however it is asked for.
  func changingRecords(_ change: (@Sendable (inout SyncRecord) -> Void)?) {
    lock.withLock { changeRecord = change }
  }

  /// Records that it leaves out when it is asked for them, as if it had never had them (404).
  var absent: Set<String> {
    get { lock.withLock { absentIDs } }
    set { lock.withLock { absentIDs = newValue } }
  }

  /// Records that it does not show (403).
  var hides: Set<String> {
    get { lock.withLock { hiddenIDs } }
    set { lock.withLock { hiddenIDs = newValue } }
  }

  func identify() async throws -> SyncIdentity {
    var identity = try await memory.identify()
    identity.user = user
    return identity
  }

  func changes(_ query: SyncQuery) async throws -> SyncPage {
    let (hook, change, changeRecord) = lock.withLock {
      queries.append(query)
      return (self.hook, self.change, self.changeRecord)
    }
    try await hook?(query)
    var page = try await memory.changes(query)
    change?(query, &page)
    if let changeRecord { for index in page.records.indices { changeRecord(&page.records[index]) } }
    return page
  }

  func read(_ ids: [String], in collection: SyncCollection) async throws -> [SyncRecord] {
    let hook = lock.withLock {
      readCount += 1
      return readHook
    }
    try hook?(ids)
    let away = absent.union(hides)
    var records = try await memory.read(ids.filter { !away.contains($0) }, in: collection)
    if let change = lock.withLock({ changeRecord }) {
      for index in records.indices { change(&records[index]) }
    }
    return records
  }

  func hidden(_ ids: [String], in collection: SyncCollection) async throws -> Set<String> {
    hides.intersection(ids)
  }

  func request(for write: SyncWrite) throws -> SyncRequest {
    lock.withLock { writes.append(write) }
    return try memory.request(for: write)
  }

  func send(_ requests: [SyncRequest]) async -> [SyncOutcome] { await memory.send(requests) }
}
