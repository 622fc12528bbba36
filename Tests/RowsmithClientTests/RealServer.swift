import Foundation
import Rowsmith
import RowsmithClient
import RowsmithCurl
import RowsmithTesting
import Server
import TestSupport

/// The server of `Tests/Server` in a process of its own, spoken to over libcurl. Tests that use it run one after another.
struct RealServer {
  let server: TestServer

  private static let start = Task { try await TestServer.start() }

  /// The server with the same rows as at each start.
  init(rows: Int = 24) async throws {
    server = try await RealServer.start.value
    try await server.reset()
    try await server.seed(rows)
    try await server.setFaults(#"{"rules": []}"#)
    try await configure(#"{"token_ttl": 3600, "refresh": "allow", "page_size": null}"#)
  }

  func configure(_ json: String) async throws { try await server.control("config", json) }

  /// Makes the next requests for a path go wrong.
  func fail(_ fault: String, _ path: String, times: Int = 1) async throws {
    try await server.setFaults(
      #"{"seed": 1, "rules": [{"path": "^/api/\#(path)", "p": 1, "fault": "\#(fault)", "max": \#(times)}]}"#)
  }

  /// A client with an empty database, and short waits.
  func client(
    _ zone: String = "api", store: Store? = nil, _ change: (inout ClientOptions) -> Void = { _ in }
  ) throws -> ServerClient {
    var options = ClientOptions()
    options.baseURL = server.url("/\(zone)")
    options.clock.sleep = { _ in try Task.checkCancellation() }
    change(&options)
    return try ServerClient(
      store: try store ?? .testing(ServerModel()), transport: CurlTransport(), options: options)
  }

  /// How often a path was asked for.
  func count(_ path: String) async throws -> Int { try await server.requests(for: path).count }

  /// The rows that the server has, by the names of its resources.
  func rows(_ resource: String) async throws -> Int { try await server.stats().rows[resource] ?? 0 }
}

extension Store {
  func count(_ entity: String) throws -> Int {
    try Int(lines("SELECT count(*) FROM \(entity)").joined()) ?? -1
  }
}
