package import Foundation

extension TestServer {
  /// Forgets all rows, sessions, faults and figures.
  package func reset() async throws { try await control("reset") }

  /// Makes rows: the same ones for the same numbers.
  package func seed(_ count: Int, seed: Int = 1) async throws {
    try await control("seed", #"{"n": \#(count), "seed": \#(seed)}"#)
  }

  /// Sets the rules for faults.
  ///
  /// - Parameter json: `{"seed": 1, "rules": [{"path": "^/api/articles", "p": 0.1, "fault": "drop=after"}]}`.
  package func setFaults(_ json: String) async throws { try await control("faults", json) }

  /// What the server counts.
  package struct Stats: Decodable, Sendable {
    package var requests: Int
    package var connections: Int
    package var client_aborts: Int
    package var rows: [String: Int]
    package var max_seq: Int
  }

  /// What the server has counted.
  package func stats() async throws -> Stats {
    try JSONDecoder().decode(Stats.self, from: await read("stats"))
  }

  /// A request as the server got it.
  package struct Received: Decodable, Sendable {
    package var method: String
    package var path: String
    package var query: String
    package var headers: [String: String]
    package var length: Int
    package var sha256: String
    package var connection: Int
    package var port: Int
    package var proxied: Bool
    package var status: Int?
  }

  /// The requests for a path, in their order.
  package func requests(for path: String) async throws -> [Received] {
    try JSONDecoder().decode([Received].self, from: await read("requests?last=2000")).filter {
      $0.path == path
    }
  }

  /// Asks the control to do something.
  @discardableResult
  package func control(_ name: String, _ json: String = "{}") async throws -> Data {
    try await exchange("POST", "/__control__/\(name)", Array(json.utf8))
  }

  /// Asks the control for something.
  package func read(_ name: String) async throws -> Data { try await exchange("GET", "/__control__/\(name)") }

  /// Asks the server for something, over a socket of its own: what is tested is not what tests with.
  package func exchange(_ method: String, _ path: String, _ body: [UInt8] = []) async throws -> Data {
    let place = place
    return try await withCheckedThrowingContinuation { continuation in
      // Not on the threads of the tasks, which a test may have filled.
      Thread.detachNewThread {
        continuation.resume(with: Result { try TestServer.ask(place, method, path, body) })
      }
    }
  }

  private static func ask(_ place: Place, _ method: String, _ path: String, _ body: [UInt8]) throws -> Data {
    let connection = try RawConnection(port: place.port)
    defer { connection.close() }
    let head = [
      "\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(place.port)", "Connection: close",
      "Content-Type: application/json", "Content-Length: \(body.count)", "", "",
    ]
    connection.write(Array(head.joined(separator: "\r\n").utf8) + body)
    guard let answer = connection.readRequest() else {
      throw Failure("The server's control does not answer.")
    }
    guard answer.line.hasPrefix("HTTP/1.1 2") else { throw Failure("\(path): \(answer.line)") }
    return Data(answer.body)
  }
}
