import Foundation
import RowsmithClient
import RowsmithCurl
import TestSupport
import Testing

@Suite("Timeouts")
struct TimeoutTests {
  @Test("How long a connection may take counts in milliseconds, and nothing was sent")
  func connecting() async throws {
    // It listens, but says nothing of encryption, and closes in the end, which is no timeout. URLSession on Linux does not tell
    // when a connection is there.
    let server = try RawServer { $0.pause(20) }
    let request = HTTPRequest.post("https://127.0.0.1:\(server.port)/", "{}")
      .with { $0.timeouts.connecting = .milliseconds(250) }
    let outcome = try await Outcome.of(request, TransportKind.curl.make())
    #expect(outcome.error?.reason == .timedOut)
    #expect(outcome.error?.mayHaveArrived == false)
    #expect(outcome.duration > .milliseconds(240))
  }

  @Test("How long nothing may come counts in milliseconds", arguments: TransportKind.allCases)
  func idle(_ kind: TransportKind) async throws {
    // It closes in the end, which is no timeout.
    let server = try RawServer { $0.pause(20) }
    let request = HTTPRequest.get(server.url()).with { $0.timeouts.idle = .milliseconds(300) }
    let outcome = try await Outcome.of(request, kind.make())
    #expect(outcome.error?.reason == .timedOut)
    #expect(outcome.error?.mayHaveArrived == true)
    #expect(outcome.duration > .milliseconds(290))
  }

  @Test("What comes slowly, but steadily, is not idle", arguments: TransportKind.allCases)
  func steady(_ kind: TransportKind) async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 60\r\n\r\n")
      for _ in 0..<60 {
        connection.pause(0.1)
        connection.write("x")
      }
    }
    let request = HTTPRequest.get(server.url()).with { $0.timeouts.idle = .seconds(5) }
    let outcome = try await Outcome.of(request, kind.make())
    #expect(outcome.text == String(repeating: "x", count: 60))
    #expect(outcome.duration > .seconds(5.5))
  }

  @Test("The total time ends what comes steadily", arguments: TransportKind.allCases)
  func total(_ kind: TransportKind) async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 600\r\n\r\n")
      // For longer than all may take.
      for _ in 0..<600 where connection.write([120]) { connection.pause(0.05) }
    }
    let request = HTTPRequest.get(server.url()).with { $0.timeouts.total = .seconds(3) }
    let outcome = try await Outcome.of(request, kind.make())
    #expect(outcome.error?.reason == .timedOut)
    #expect(outcome.response?.status == 200)
    #expect(outcome.duration > .seconds(2.9))
    #expect((1...599).contains(outcome.body.count))
    #expect(outcome.error?.receivedBytes == outcome.body.count)
  }

  @Test(
    "A body that stalls is timed out also when its transport is released", .timeLimit(.minutes(30)),
    arguments: TransportKind.allCases)
  func released(_ kind: TransportKind) async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1234")
      connection.drain()
    }
    let request = HTTPRequest.get(server.url()).with { $0.timeouts.idle = .seconds(5) }
    let body = try await kind.make().send(request).body
    let error = await #expect(throws: TransportError.self) { try await body.collected() }
    #expect(error?.reason == .timedOut)
    #expect(error?.receivedBytes == 4)
  }

  @Test("A caller that takes its time is not idle")
  func slowCaller() async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.answer(body: [UInt8](repeating: 1, count: 20 << 20))
    }
    let request = HTTPRequest.get(server.url()).with { $0.timeouts.idle = .seconds(5) }
    let response = try await TransportKind.curl.make().send(request)
    try await Task.sleep(for: .seconds(7))
    #expect(try await response.body.collected().count == 20 << 20)
  }

  @Test("Who waits for a place is timed out by the total time alone")
  func queued() async throws {
    let (asked, ending) = (Counter(), Counter())
    let server = try RawServer { connection in
      while let request = connection.readRequest() {
        guard request.path == "/first" else {
          connection.answer()
          continue
        }
        asked.add(1)
        connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while ending.value == 0, connection.write(Array("1\r\nx\r\n".utf8)) { connection.pause(0.05) }
        connection.write("0\r\n\r\n")
      }
    }
    var options = CurlTransport.Options()
    options.maximumConnectionsPerHost = 1
    let transport = CurlTransport(options)
    let idle: @Sendable (inout HTTPRequest) -> Void = { $0.timeouts.idle = .seconds(3) }
    async let first = Outcome.of(.get(server.url("/first")).with(idle), transport)
    try await eventually { asked.value == 1 }
    let request = HTTPRequest.get(server.url()).with(idle)
    async let second = Outcome.of(request, transport)
    let third = try await Outcome.of(request.with { $0.timeouts.total = .milliseconds(150) }, transport)
    #expect(third.error?.reason == .timedOut)
    #expect(third.error?.mayHaveArrived == false)
    // The second one waits for longer than it may be idle.
    try await Task.sleep(for: .seconds(4))
    ending.add(1)
    #expect(try await first.response?.status == 200)
    #expect(try await second.response?.status == 200)
    #expect(server.connections == 1)
  }
}
