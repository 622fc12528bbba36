import Foundation
import RowsmithClient
import RowsmithCurl
import TestSupport
import Testing

/// Whatever a server sends, the caller gets an answer or an error.
@Suite("What is no HTTP")
struct MalformedTests {
  private func outcome(_ kind: TransportKind, _ bytes: [UInt8]) async throws -> Outcome {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.write(bytes)
    }
    let request = HTTPRequest.get(server.url()).with { $0.timeouts.idle = .seconds(60) }
    return try await Outcome.of(request, kind.make())
  }

  @Test("What is no HTTP is malformed")
  func garbage() async throws {
    // URLSession on Linux ends the process: "Fatal error: Transfer completed, but there's no response."
    for text in ["garbage\r\n\r\n", "HTTP/9.9 abc\r\n\r\n", "\0\0\0\0", "SSH-2.0-OpenSSH_9.2\r\n"] {
      let outcome = try await outcome(.curl, Array(text.utf8))
      #expect(outcome.error?.reason == .malformed, "\(text)")
      #expect(outcome.error?.mayHaveArrived == true)
    }
  }

  @Test("A head without end is given up")
  func endlessHead() async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\n")
      let line = Array(("X-Filler: " + String(repeating: "x", count: 4000) + "\r\n").utf8)
      while connection.write(line) {}
    }
    let outcome = try await Outcome.of(.get(server.url()), CurlTransport())
    #expect(outcome.error?.reason == .malformed)
  }

  @Test("Headers may have any bytes in them")
  func oddHeaders() async throws {
    let latin = Array("HTTP/1.1 200 OK\r\nX-Latin: caf".utf8) + [0xE9]
    let more = "\r\nX-UTF-8: café\r\nX-Folded: a\r\n  b\r\nContent-Length: 2\r\n\r\nok"
    let outcome = try await outcome(.curl, latin + Array(more.utf8))
    #expect(outcome.response?.headers["x-latin"] == "café")
    #expect(outcome.response?.headers["x-utf-8"] == "café")
    #expect(outcome.response?.headers["x-folded"] == "a b")
    #expect(outcome.text == "ok")
  }

  @Test("Random bytes in an answer never crash")
  func random() async throws {
    var generator = SeededGenerator()
    let head =
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\nLocation: /x\r\n\r\n"
    let answer = Array((head + "5\r\nhello\r\n0\r\n\r\n").utf8)
    for _ in 0..<60 {
      var bytes = answer
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
      let cut = bytes.prefix(Int.random(in: 1...bytes.count, using: &generator))
      let outcome = try await outcome(.curl, Array(cut))
      #expect(outcome.response != nil || outcome.error != nil)
    }
  }

  @Test("What cannot be sent is said before anything is", arguments: TransportKind.allCases)
  func unsendable(_ kind: TransportKind) async throws {
    let server = try RawServer { $0.drain() }
    let requests: [HTTPRequest] = [
      .get("file:///etc/passwd"), .get("nonsense"), .get("http://"), .get("http://a b/"),
      .get("ftp://127.0.0.1/"), .get("http://127.0.0.1:99999/"),
      .get(server.url()).with { $0.headers["X-Two"] = "a\r\nX-Three: b" },
      .get(server.url()).with { $0.headers["X Two"] = "a" },
      .get(server.url()).with { $0.method = "GET / HTTP/1.1\r\nX" },
      HTTPRequest(method: "POST", url: server.url(), body: .file(path: "/nowhere/at/all")),
      HTTPRequest(method: "POST", url: server.url(), body: .parts([.bytes([1]), .file(path: "/tmp")])),
    ]
    for request in requests {
      let outcome = try await Outcome.of(request, kind.make())
      #expect(outcome.error?.reason == .unsendable, "\(request.url) \(request.method)")
      #expect(outcome.error?.mayHaveArrived == false)
    }
    #expect(server.connections == 0)
  }
}
