import Foundation
import RowsmithClient
import RowsmithCurl
import TestSupport
import Testing

@Suite("HTTP/2", .enabled(if: HTTP2Server.isAvailable, "There is no node or openssl to make a server with."))
struct HTTP2Tests {
  private func transport(_ server: HTTP2Server, http2: Bool = true) -> CurlTransport {
    var options = CurlTransport.Options()
    options.caFile = server.certificate
    options.http2 = http2
    return CurlTransport(options)
  }

  @Test("HTTP/2 is spoken where the server has it, unless the app does not want it")
  func version() async throws {
    try await HTTP2Server.run { server in
      let new = try await Outcome.of(.get(server.url), transport(server))
      #expect(new.response?.version == "2")
      #expect(new.text == "GET 0")
      let old = try await Outcome.of(.get(server.url), transport(server, http2: false))
      #expect(old.response?.version == "1.1")
      let write = try await Outcome.of(
        HTTPRequest(method: "PUT", url: server.url, body: .bytes([UInt8](repeating: 1, count: 3 << 20))),
        transport(server))
      #expect(write.text == "PUT \(3 << 20)")
    }
  }

  @Test("A body that is not read holds up no other, and fills no memory")
  func backPressure() async throws {
    try await HTTP2Server.run { server in
      let transport = transport(server)
      let slow = try await transport.send(.get(server.url + "/big"))
      var iterator = slow.body.makeAsyncIterator()
      let first = try await iterator.next()?.count ?? 0
      for _ in 0..<20 { #expect(try await Outcome.of(.get(server.url), transport).text == "GET 0") }
      var count = first
      while let piece = try await iterator.next() { count += piece.count }
      #expect(count == 64 << 20)
    }
  }

  @Test("A stream that the server resets is interrupted")
  func reset() async throws {
    try await HTTP2Server.run { server in
      let outcome = try await Outcome.of(.get(server.url + "/reset"), transport(server))
      #expect(outcome.error?.reason == .interrupted)
      #expect(outcome.error?.mayHaveArrived == true)
    }
  }
}
