import Foundation
import RowsmithClient
import TestSupport
import Testing

@Suite("Bodies")
struct BodyTests {
  @Test("A large body comes whole, in pieces", arguments: TransportKind.allCases)
  func large(_ kind: TransportKind) async throws {
    let part = (0..<251_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
    let bytes = (0..<100).reduce(into: [UInt8]()) { bytes, _ in bytes += part }
    let server = try RawServer { connection in
      while connection.readRequest() != nil { connection.answer(body: bytes) }
    }
    let response = try await kind.make().send(.get(server.url()))
    #expect(response.expectedBytes == bytes.count)
    var pieces = 0
    var body: [UInt8] = []
    for try await piece in response.body {
      #expect(!piece.isEmpty)
      pieces += 1
      body += piece
    }
    #expect(body == bytes)
    // URLSession on Linux gives all that has come meanwhile.
    #expect(kind == .urlSession || pieces > 10)
  }

  @Test("A server waits for a caller that takes its time")
  func backPressure() async throws {
    // URLSession on Linux takes in all there is: what it offers to stop it begins the request again.
    let written = Counter()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(256 << 20)\r\n\r\n")
      let piece = [UInt8](repeating: 7, count: 1 << 20)
      for _ in 0..<256 where connection.write(piece) { written.add(piece.count) }
    }
    let response = try await TransportKind.curl.make().send(.get(server.url()))
    var received = 0
    var most = 0
    for try await piece in response.body {
      received += piece.count
      if received < 8 << 20 { try await Task.sleep(for: .milliseconds(20)) }
      most = max(most, written.value - received)
    }
    #expect(received == 256 << 20)
    // The buffers of the two sockets; the rest has not left the server.
    #expect(most < 32 << 20)
  }

  @Test(
    "What is compressed is given as it was, with the checksum held against it",
    arguments: [
      ("gzip", "H4sIAAAAAAACAwvKLy9WSMxLUSjCzshPA9N6AH+20W8oAAAA", sentence),
      ("x-gzip", "H4sIAAAAAAACAwvKLy9WSMxLUSjCzshPA9N6AH+20W8oAAAA", sentence),
      // Two members.
      (
        "gzip", "H4sIAAAAAAACAwvKLy9WSMxLUSjCzshPA9N6AH+20W8oAAAAH4sIAAAAAAACA1MEANP/a54BAAAA", sentence + "!"
      ),
      ("deflate", "eJwLyi8vVkjMS1Eows7ITwPTegAppg50", sentence),
      // Without a head, as some servers send it.
      ("deflate", "C8ovL1ZIzEtRKMLOyE8D03oA", sentence),
      ("gzip", "H4sIAAAAAAACAwvKLy9WSMxLUSjCzshPA9N6AH+20W4oAAAA", nil),
      ("gzip", "H4sIAAAAAAACAwvKLy9WSMxLUSjCzshPA9N6", nil),
      ("gzip", "", ""),
      ("br", "CwWAUm93cwM=", nil),
    ])
  func compressed(_ coding: String, _ base64: String, _ expected: String?) async throws {
    let bytes = try #require(Data(base64Encoded: base64))
    for step in [1, 5, max(1, bytes.count)] {
      let server = try RawServer { connection in
        _ = connection.readRequest()
        connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n")
        connection.write("Content-Length: \(bytes.count)\r\n\r\n")
        for start in stride(from: 0, to: bytes.count, by: step) {
          connection.write(Array(bytes[start..<min(start + step, bytes.count)]))
          if step == 5 { connection.pause(0.002) }
        }
      }
      let outcome = try await Outcome.of(.get(server.url()), TransportKind.curl.make())
      #expect(outcome.error?.reason == (expected == nil ? .malformed : nil))
      #expect(outcome.response?.expectedBytes == nil)
      if let expected { #expect(outcome.text == expected) }
    }
  }

  private static let sentence = "Rows and rows and rows and rows of rows."

  @Test("What is compressed is inflated piece by piece")
  func inflated() async throws {
    let server = try await TestServer.shared()
    let response = try await TransportKind.curl.make().send(.get(server.url("/api/big.json?mb=20&gzip=1")))
    #expect(response.headers["content-encoding"] == "gzip")
    var count = 0
    for try await piece in response.body {
      #expect(piece.count <= 256 << 10)
      count += piece.count
    }
    #expect(count > 19_000_000)
  }

  @Test("To let go of a body before its end closes the connection", arguments: TransportKind.allCases)
  func dropped(_ kind: TransportKind) async throws {
    let broken = Counter()
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      while connection.write(Array("5\r\nhello\r\n".utf8)) { connection.pause(0.005) }
      broken.add(1)
    }
    let transport = kind.make()
    do {
      let response = try await transport.send(.get(server.url()))
      for try await _ in response.body { break }
    }
    try await eventually { broken.value == 1 }
    // Not read at all.
    _ = try await transport.send(.get(server.url()))
    try await eventually { broken.value == 2 }
  }

  @Test("What stands around a body does no harm")
  func surroundings() async throws {
    // An answer of the kind 1xx makes URLSession on Linux end the process: "Fatal error: Transfer completed, but there's no
    // response."
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n")
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Two: a\r\nX-Two: b\r\n\r\n")
      connection.write("5;extension=1\r\nhello\r\n0\r\nX-Late: yes\r\n\r\n")
      connection.drain()
    }
    let outcome = try await Outcome.of(.get(server.url()), TransportKind.curl.make())
    #expect(outcome.error == nil)
    #expect(outcome.response?.status == 200)
    #expect(outcome.response?.headers["x-two"] == "a, b")
    #expect(outcome.response?.headers["link"] == nil)
    #expect(outcome.text == "hello")
  }

  @Test("An answer to HEAD has the length, and no body", arguments: TransportKind.allCases)
  func head(_ kind: TransportKind) async throws {
    let server = try RawServer { connection in
      while connection.readRequest() != nil {
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nContent-Type: text/plain\r\n\r\n")
      }
    }
    let outcome = try await Outcome.of(HTTPRequest(method: "HEAD", url: server.url()), kind.make())
    #expect(outcome.error == nil)
    #expect(outcome.response?.headers["content-length"] == "1000")
    #expect(outcome.body.isEmpty)
  }

  /// The second member begins at byte 36 of 57.
  @Test("A gzip member may begin with the last byte of a chunk", arguments: [36, 37, 38])
  func splitMember(_ split: Int) async throws {
    let text = "H4sIAAAAAAACAwvKLy9WSMxLUSjCzshPA9N6AH+20W8oAAAAH4sIAAAAAAACA1MEANP/a54BAAAA"
    let bytes = [UInt8](try #require(Data(base64Encoded: text)))
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n")
      connection.write(Array(bytes[..<split]))
      connection.pause(0.3)
      connection.write(Array(bytes[split...]))
    }
    let outcome = try await Outcome.of(.get(server.url()), TransportKind.curl.make())
    #expect(outcome.error == nil)
    #expect(outcome.text == "Rows and rows and rows and rows of rows.!")
  }
}
