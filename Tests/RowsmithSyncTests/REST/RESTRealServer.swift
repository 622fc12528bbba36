import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithCurl
import RowsmithSync
import TestSupport
import Testing

/// The tests that use the server, one after another.
@Suite(.serialized) enum RESTRealTests {}

/// The server of `Tests/Server` in a process of its own, empty. Tests that use it run one after another.
struct RESTRealServer {
  let server: TestServer

  private static let start = Task { try await TestServer.start() }

  /// - Parameter isDumb: without idempotency keys, versions and tombstones.
  init(isDumb: Bool = false) async throws {
    server = try await RESTRealServer.start.value
    try await server.reset()
    try await server.setFaults(#"{"rules": []}"#)
    try await server.control("clock", #"{"skew": 0}"#)
    try await server.control(
      "config", #"{"token_ttl": 3600, "page_size": null, "dumb": \#(isDumb), "batch_limit": 20}"#)
  }

  /// An adapter.
  func adapter(
    _ plan: SyncPlan = Meetings.plan, zone: String = "api",
    _ change: (inout API, inout ClientOptions) -> Void = { _, _ in }
  ) throws -> RESTSyncServer {
    try Meetings.server(CurlTransport(), at: server.url("/\(zone)"), plan, change)
  }

  /// Makes the next requests for a path go wrong.
  func fail(_ fault: String, _ path: String, method: String = "", times: Int = 1) async throws {
    let method = method.isEmpty ? "" : #""method": "\#(method)", "#
    try await server.setFaults(
      #"{"seed": 1, "rules": [{\#(method)"path": "^/api/\#(path)", "p": 1, "fault": "\#(fault)", "max": \#(times)}]}"#
    )
  }

  /// How many rows there are, by the names of the resources.
  func rows(_ resource: String) async throws -> Int { try await server.stats().rows[resource] ?? 0 }
}

extension RESTSyncServer {
  /// Makes requests of writes and sends them.
  func carryOut(_ writes: SyncWrite..., attempts: Int = 0) async throws -> [String] {
    try await carryOut(writes, attempts: attempts)
  }

  func carryOut(_ writes: [SyncWrite], attempts: Int = 0) async throws -> [String] {
    let requests = try writes.map { write in
      var request = try self.request(for: write)
      request.attempts = attempts
      return request
    }
    return await send(requests).map(\.shown)
  }

  /// All pages from a cursor on, and the last cursor.
  func all(
    _ collection: SyncCollection, since cursor: String? = nil, limit: Int = 1000,
    between: (Int) async throws -> Void = { _ in }
  ) async throws -> (records: [SyncRecord], cursor: String?, pages: Int) {
    var records: [SyncRecord] = []
    var last = cursor
    var query = SyncQuery(collection, since: cursor, limit: limit)
    var pages = 0
    repeat {
      let page = try await changes(query)
      pages += 1
      records += page.records
      last = page.cursor ?? last
      query.page = page.next
      try await between(pages)
    } while query.page != nil
    return (records, last, pages)
  }
}
