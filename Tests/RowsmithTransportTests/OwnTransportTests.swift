import RowsmithClient
import Testing

@Suite("A transport of one's own")
struct OwnTransportTests {
  /// The sample of Transports.md.
  actor CountingTransport: Transport {
    private let next: any Transport
    private(set) var count = 0

    init(_ next: any Transport) { self.next = next }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      count += 1
      return try await next.send(request)
    }
  }

  private struct Answering: Transport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      HTTPResponse(
        status: 200, headers: ["X-Url": request.url], url: request.url, body: HTTPResponseBody([1, 2, 3]))
    }
  }

  @Test("It is one function")
  func oneFunction() async throws {
    let transport = CountingTransport(Answering())
    for _ in 0..<3 {
      #expect(try await Outcome.of(.get("http://example.com/"), transport).body == [1, 2, 3])
    }
    #expect(await transport.count == 3)
  }
}
