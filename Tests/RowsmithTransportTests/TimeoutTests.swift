import Foundation
import RowsmithClient
import RowsmithCurl
import TestSupport
import Testing

@Suite("Timeouts")
struct TimeoutTests {
  @Test("How long a connection may take counts in milliseconds, and nothing was sent")
  func connecting() async throws {
    // It listens, but says nothing of encryption. URLSession on Linux does not tell when a connection is there.
    let server = try RawServer { $0.drain() }
    let request = HTTPRequest.post("https://127.0.0.1:\(server.port)/", "{}")
      .with { $0.timeouts.connecting = .milliseconds(250) }
    let outcome = try await Outcome.of(request, TransportKind.curl.make())
    #expect(outcome.error?.reason == .timedOut)
    #expect(outcome.error?.mayHaveArrived == false)
    #expect(outcome.duration > .milliseconds(240) && outcome.duration < .seconds(5))
  }

  @Test("How long nothing may come counts in milliseconds", arguments: TransportKind.allCases)
  func idle(_ kind: TransportKind) async throws {
    let server = try RawServer { $0.drain() }
    let request = HTTPRequest.get(server.url()).with { $0.timeouts.idle = .milliseconds(300) }
    let outcome = try await Outcome.of(request, kind.make())
    #expect(outcome.error?.reason == .timedOut)
    #expect(outcome.error?.mayHaveArrived == true)
    #expect(outcome.duration > .milliseconds(290) && outcome.duration < .seconds(5))
  }

  @Test("What comes slowly, but steadily, is not idle", arguments: TransportKind.allCases)
  func steady(_ kind: TransportKind) async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
      for _ in 0..<10 {
        connection.pause(0.3)
        connection.write("x")
      }
    }
    let request = HTTPRequest.get(server.url()).with { $0.timeouts.idle = .seconds(2) }
    let outcome = try await Outcome.of(request, kind.make())
    #expect(outcome.text == "xxxxxxxxxx")
    #expect(outcome.duration > .seconds(2.5))
  }

  @Test("The total time ends what comes steadily", arguments: TransportKind.allCases)
  func total(_ kind: TransportKind) async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 300\r\n\r\n")
      for _ in 0..<300 where connection.write([120]) { connection.pause(0.05) }
    }
    let request = HTTPRequest.get(server.url()).with { $0.timeouts.total = .seconds(3) }
    let outcome = try await Outcome.of(request, kind.make())
    #expect(outcome.error?.reason == .timedOut)
    #expect(outcome.response?.status == 200)
    #expect(outcome.duration > .seconds(2.9) && outcome.duration < .seconds(10))
    #expect((1...299).contains(outcome.body.count))
    #expect(outcome.error?.receivedBytes == outcome.body.count)
  }

  @Test(
    "A body that stalls is timed out also when its transport is released", .timeLimit(.minutes(5)),
    arguments: TransportKind.allCases)
  func released(_ kind: TransportKind) async throws {
    let server = try RawServer { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1234")
      connection.drain()
    }
    let request = HTTPRequest.get(server.url()).with { $0.timeouts.idle = .seconds(2) }
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
    let request = HTTPRequest.get(server.url()).with { $0.timeouts.idle = .seconds(2) }
    let response = try await TransportKind.curl.make().send(request)
    try await Task.sleep(for: .seconds(4))
    #expect(try await response.body.collected().count == 20 << 20)
  }

  @Test("Who waits for a place is timed out by the total time alone")
  func queued() async throws {
    let server = try RawServer { connection in
      while connection.readRequest() != nil {
        connection.pause(1.2)
        connection.answer()
      }
    }
    var options = CurlTransport.Options()
    options.maximumConnectionsPerHost = 1
    let transport = CurlTransport(options)
    let request = HTTPRequest.get(server.url()).with { $0.timeouts.idle = .seconds(2) }
    async let first = Outcome.of(request, transport)
    try await Task.sleep(for: .milliseconds(100))
    async let second = Outcome.of(request, transport)
    async let third = Outcome.of(request.with { $0.timeouts.total = .milliseconds(150) }, transport)
    #expect(try await third.error?.reason == .timedOut)
    #expect(try await third.error?.mayHaveArrived == false)
    #expect(try await first.response?.status == 200)
    #expect(try await second.response?.status == 200)
    #expect(server.connections == 1)
  }
}
