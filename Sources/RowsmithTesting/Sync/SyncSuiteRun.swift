import Foundation
import Rowsmith
import RowsmithSync

/// One running check: writes and reads through the adapter, and stops at a broken rule.
struct SyncSuiteRun: Sendable {
  let suite: SyncServerSuite
  let server: any SyncServer

  /// A broken rule.
  struct Stop: Error {
    var message: String
  }

  static func newID() -> String { UUID().uuidString.lowercased() }

  /// - Throws: `Stop` if the condition is `false`.
  func expect(_ isSo: Bool, _ message: @autoclosure () -> String) throws {
    if !isSo { throw Stop(message: message()) }
  }

  func require<Value>(_ value: Value?, _ message: @autoclosure () -> String) throws -> Value {
    guard let value else { throw Stop(message: message()) }
    return value
  }
}

/// Writing.
extension SyncSuiteRun {
  /// The JSON of a record.
  func record(_ id: String, text: String, _ more: [(String, JSONValue)] = []) -> [UInt8] {
    var value = JSONValue.string(id)
    // The key may be nested.
    for name in suite.collection.key.dropFirst().reversed() { value = .object([.init(name, value)]) }
    let all = [(suite.collection.key.first ?? "id", value), (suite.members.text, .string(text))] + more
    return Array(JSONValue.object(all.map { .init($0.0, $0.1) }).text.utf8)
  }

  func creation(_ id: String, text: String = "made", _ more: [(String, JSONValue)] = []) -> SyncWrite {
    let record = record(id, text: text, more)
    return SyncWrite(
      .create, in: suite.collection, id: id, record: record, changes: record,
      idempotencyKey: SyncSuiteRun.newID())
  }

  /// A change of the text and of further members.
  func change(
    _ id: String, from version: String?, text: String, _ more: [(String, JSONValue)] = []
  ) -> SyncWrite {
    let changes = JSONValue.object(([(suite.members.text, .string(text))] + more).map { .init($0.0, $0.1) })
    return SyncWrite(
      .change, in: suite.collection, id: id, record: record(id, text: text, more),
      changes: Array(changes.text.utf8),
      version: version, idempotencyKey: SyncSuiteRun.newID())
  }

  func deletion(_ id: String, from version: String?) -> SyncWrite {
    SyncWrite(.delete, in: suite.collection, id: id, version: version, idempotencyKey: SyncSuiteRun.newID())
  }

  func send(_ write: SyncWrite) async throws -> SyncOutcome { try await send([write])[0] }

  /// Sends writes, and retries those that are not settled, as every client must.
  func send(_ writes: [SyncWrite]) async throws -> [SyncOutcome] {
    let requests = try writes.map { try server.request(for: $0) }
    var outcomes = try await sendOnce(requests)
    for _ in 0..<5 {
      let again = outcomes.indices.filter { outcomes[$0].isToBeSentAgain }
      if again.isEmpty { break }
      for (index, outcome) in zip(again, try await sendOnce(again.map { requests[$0] })) {
        outcomes[index] = outcome
      }
    }
    return outcomes
  }

  /// Sends a request, and does not retry it.
  func sendOnce(_ request: SyncRequest) async throws -> SyncOutcome { try await sendOnce([request])[0] }

  private func sendOnce(_ requests: [SyncRequest]) async throws -> [SyncOutcome] {
    let outcomes = await server.send(requests)
    try expect(
      outcomes.count == requests.count, "\(requests.count) requests were given \(outcomes.count) outcomes")
    return outcomes
  }

  /// Creates a record. Returns its version.
  @discardableResult
  func create(_ id: String, text: String = "made", _ more: [(String, JSONValue)] = []) async throws -> String?
  {
    try await version(of: id, after: send(creation(id, text: text, more)))
  }

  /// The version that an accepted write has made.
  func version(of id: String, after outcome: SyncOutcome) async throws -> String? {
    guard case .accepted(let record) = outcome else {
      throw Stop(message: "a write that names the last version was not accepted, but \(outcome.words)")
    }
    if let version = record?.version { return version }
    let found = try await server.read([id], in: suite.collection)
    return found.first?.version
  }
}

/// Reading.
extension SyncSuiteRun {
  /// The current record on the server; `nil` if there is none.
  func find(_ id: String) async throws -> SyncRecord? {
    let found = try await server.read([id], in: suite.collection)
    try expect(found.allSatisfy { $0.id == id }, "asked for '\(id)', the server gave other records")
    return found.first { !$0.isDeleted }
  }

  /// A member of a record.
  func member(_ name: String, of record: SyncRecord) throws -> JSONValue? {
    guard let json = try? JSONValue(parsing: String(decoding: record.json, as: UTF8.self)),
      case .object = json
    else {
      throw Stop(message: "the JSON of a record is none")
    }
    return json[name]
  }

  func text(of record: SyncRecord) throws -> String? { try member(suite.members.text, of: record)?.string }

  /// The current text of a record on the server.
  func text(of id: String) async throws -> String? {
    guard let record = try await find(id) else { return nil }
    return try text(of: record)
  }

  /// All pages since a cursor, and the last cursor.
  ///
  /// - Parameter between: called after each page, with the number of pages so far.
  func walk(
    since cursor: String? = nil, limit: Int = 1000, needsOnlyVersions: Bool = false,
    knowsRecords: Bool = false,
    between: (Int) async throws -> Void = { _ in }
  ) async throws -> (records: [SyncRecord], cursor: String?) {
    var query = SyncQuery(
      suite.collection, since: cursor, limit: limit, needsOnlyVersions: needsOnlyVersions)
    query.mayBeNew = !knowsRecords
    var (records, last, number) = ([SyncRecord](), cursor, 0)
    repeat {
      let page = try await server.changes(query)
      records += page.records
      last = page.cursor ?? last
      try expect(page.next == nil || page.next != query.page, "a page leads to itself")
      query.page = page.next
      number += 1
      try expect(number < 100_000, "the pages do not end")
      try await between(number)
    } while query.page != nil
    return (records, last)
  }
}

extension SyncOutcome {
  /// Whether it must be sent again.
  fileprivate var isToBeSentAgain: Bool {
    switch self {
    case .later, .unknown: true
    default: false
    }
  }

  /// The outcome in words, for a message.
  var words: String {
    switch self {
    case .accepted: "accepted"
    case .conflict: "a conflict"
    case .gone: "gone"
    case .refused(let error): "refused: \(error)"
    case .unknown(let error): "unknown: \(error)"
    case .later(let error): "later: \(error)"
    }
  }
}
