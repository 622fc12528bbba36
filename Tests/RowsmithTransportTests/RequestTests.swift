import Foundation
import RowsmithClient
import RowsmithCurl
import TestSupport
import Testing

@Suite("Requests")
struct RequestTests {
  /// Answers with the request's line, its headers, and the length of its body.
  private func echo() throws -> RawServer {
    try RawServer { connection in
      while let request = connection.readRequest() {
        let headers = request.headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let lines = [request.line] + headers + ["\(request.body.count)"]
        connection.answer(body: Array(lines.joined(separator: "\n").utf8))
      }
    }
  }

  @Test("Every method is sent as it is, with and without a body", arguments: TransportKind.allCases)
  func methods(_ kind: TransportKind) async throws {
    let server = try echo()
    let transport = kind.make()
    for method in ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"] {
      for body in [[UInt8]?.none, [], [1, 2, 3]] {
        let request = HTTPRequest(
          method: method, url: server.url("/a%20b?c=%2F"), body: body.map { HTTPBody.bytes($0) })
        let lines = try await Outcome.of(request, transport).text.split(separator: "\n")
        #expect(lines.first == "\(method) /a%20b?c=%2F HTTP/1.1")
        #expect(lines.last == "\(body?.count ?? 0)")
        if ["POST", "PUT", "PATCH"].contains(method) {
          #expect(lines.contains("content-length: \(body?.count ?? 0)"))
        }
        #expect(!lines.contains { $0.hasPrefix("expect:") || $0.hasPrefix("transfer-encoding:") })
      }
    }
  }

  @Test("Headers are sent as they are; what the body needs is the transport's")
  func headers() async throws {
    let server = try echo()
    let request = HTTPRequest(
      method: "POST", url: server.url(),
      headers: ["X-Empty": "", "X-Two": "a", "x-two": "b", "Content-Length": "99", "Expect": "100-continue"],
      body: .bytes([1, 2]))
    let lines = try await Outcome.of(request, CurlTransport()).text.split(separator: "\n").dropFirst()
    #expect(
      Array(lines) == [
        "accept: */*", "accept-encoding: gzip, deflate", "content-length: 2",
        "host: 127.0.0.1:\(server.port)",
        "user-agent: Rowsmith", "x-empty: ", "x-two: a, b", "2",
      ])
  }

  @Test("The name of the client is what the options say, unless the request says another one")
  func userAgent() async throws {
    let server = try echo()
    var options = CurlTransport.Options()
    options.userAgent = "News/1.2"
    let transport = CurlTransport(options)
    for own in [String?.none, "Own"] {
      let request = HTTPRequest.get(server.url()).with { $0.headers["User-Agent"] = own }
      let lines = try await Outcome.of(request, transport).text.split(separator: "\n")
      #expect(lines.filter { $0.hasPrefix("user-agent:") } == ["user-agent: \(own ?? "News/1.2")"])
    }
  }

  @Test("A file is sent as it is read, with progress", arguments: TransportKind.allCases)
  func file(_ kind: TransportKind) async throws {
    let size = 8 << 20
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try Data(repeating: 5, count: size).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let server = try await TestServer.shared()
    let route = "/api/echo/\(UUID().uuidString)"
    for body in [
      HTTPBody.file(path: path), .parts([.bytes(Array("begin".utf8)), .file(path: path), .bytes([1])]),
    ] {
      let most = Counter()
      let calls = Counter()
      var request = HTTPRequest(method: "POST", url: server.url(route), body: body)
      request.sent = { bytes, total in
        calls.add(1)
        most.raise(to: bytes)
        if let total { #expect(bytes <= total && total >= size) }
      }
      let outcome = try await Outcome.of(request, kind.make())
      #expect(outcome.response?.status == 200)
      #expect(calls.value > 3)
      #expect(most.value >= size)
    }
    #expect(try await server.requests(for: route).map(\.length) == [size, size + 6])
  }

  @Test("Progress of a small body is told, too")
  func smallProgress() async throws {
    let server = try echo()
    let most = Counter()
    var request = HTTPRequest.post(server.url(), "{}")
    request.sent = { bytes, _ in most.raise(to: bytes) }
    _ = try await Outcome.of(request, CurlTransport())
    #expect(most.value == 2)
  }

  @Test("A server that refuses a large body before it has come is heard")
  func refusedUpload() async throws {
    let server = try RawServer { connection in
      _ = connection.readHead()
      connection.answer("413 Too Large", body: Array("too large".utf8))
      connection.drain()
    }
    let large = HTTPBody.bytes([UInt8](repeating: 1, count: 30 << 20))
    let request = HTTPRequest(method: "POST", url: server.url(), body: large).with {
      $0.timeouts.idle = .seconds(60)
    }
    let outcome = try await Outcome.of(request, CurlTransport())
    #expect(outcome.response?.status == 413)
    #expect(outcome.text == "too large")
  }

  @Test("An upload that the server does not take in is idle")
  func stalledUpload() async throws {
    let server = try RawServer { connection in
      _ = connection.readHead()
      // It closes in the end, which is no timeout.
      connection.pause(20)
    }
    let large = HTTPBody.bytes([UInt8](repeating: 1, count: 60 << 20))
    let request = HTTPRequest(method: "PUT", url: server.url(), body: large)
      .with { $0.timeouts.idle = .milliseconds(500) }
    let outcome = try await Outcome.of(request, CurlTransport())
    #expect(outcome.error?.reason == .timedOut)
  }

  @Test("Reads share a connection, a thousand of them one")
  func reuse() async throws {
    let server = try RawServer { connection in
      while connection.readRequest() != nil { connection.answer(body: [1]) }
    }
    let transport = CurlTransport()
    for _ in 0..<1000 { #expect(try await Outcome.of(.get(server.url()), transport).body == [1]) }
    #expect(server.connections == 1)
  }
}
