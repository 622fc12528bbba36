import RowsmithClient
import RowsmithTesting
import Testing

/// The article on transports.
@Suite struct TransportSnippets {
  actor CountingTransport: Transport {
    private let next: any Transport
    private(set) var count = 0

    init(_ next: any Transport) { self.next = next }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      count += 1
      return try await next.send(request)
    }
  }

  @Test func `a transport of one's own`() async throws {
    let transport = CountingTransport(StubTransport())
    let answer = try await transport.send(HTTPRequest(method: "GET", url: "https://example.com/a"))
    #expect(answer.status == 404)
    #expect(await transport.count == 1)
  }
}
