import Foundation
import RowsmithClient
import RowsmithCurl
import TestSupport
import Testing

@Suite("Encryption")
struct SecurityTests {
  private func trusting(_ server: TestServer) throws -> CurlTransport {
    var options = CurlTransport.Options()
    options.caFile = server.place.ca
    return CurlTransport(options)
  }

  /// A write to one of the server's ports, at a path of its own.
  private func post(_ port: Int?, _ path: String) throws -> HTTPRequest {
    .post("https://localhost:\(try #require(port))\(path)", "{}")
  }

  @Test("An unknown authority is refused, and nothing was sent", arguments: TransportKind.allCases)
  func unknownAuthority(_ kind: TransportKind) async throws {
    let server = try await TestServer.shared()
    let path = "/api/echo/\(UUID().uuidString)"
    let outcome = try await Outcome.of(.post(try #require(server.place.tls_url) + path, "{}"), kind.make())
    // URLSession on Linux does not say why.
    #expect(outcome.error?.reason == .insecure || kind == .urlSession)
    #expect(outcome.error?.mayHaveArrived == false || kind == .urlSession)
    #expect(outcome.error != nil)
    #expect(try await server.requests(for: path).isEmpty)
  }

  @Test("The authority of the test is trusted when it is named, alone or besides the system's")
  func knownAuthority() async throws {
    let server = try await TestServer.shared()
    let url = try #require(server.place.tls_url) + "/api/echo/trusted"
    #expect(try await Outcome.of(.get(url), trusting(server)).response?.status == 200)
    var options = CurlTransport.Options()
    options.additionalTrustAnchors = [try #require(server.place.ca)]
    let transport = CurlTransport(options)
    #expect(try await Outcome.of(.get(url), transport).response?.status == 200)
    #expect(try await Outcome.of(.post(url, "{}"), transport).response?.status == 200)
  }

  @Test("A certificate for another host, an expired one, and one that nobody vouches for are refused")
  func wrongCertificates() async throws {
    let server = try await TestServer.shared()
    let transport = try trusting(server)
    for port in [
      server.place.tls_wrong_host_port, server.place.tls_expired_port, server.place.tls_untrusted_port,
    ] {
      let path = "/api/echo/\(UUID().uuidString)"
      let outcome = try await Outcome.of(try post(port, path), transport)
      #expect(outcome.error?.reason == .insecure)
      #expect(outcome.error?.mayHaveArrived == false)
      #expect(try await server.requests(for: path).isEmpty)
    }
  }

  @Test("A file of certificates that is not there lets nothing through")
  func missingFile() async throws {
    let server = try await TestServer.shared()
    let url = try #require(server.place.tls_url)
    for additional in [false, true] {
      var options = CurlTransport.Options()
      if additional {
        options.additionalTrustAnchors = ["/nowhere.pem"]
      } else {
        options.caFile = "/nowhere.pem"
      }
      let outcome = try await Outcome.of(.get(url), CurlTransport(options))
      #expect(outcome.error?.reason == .insecure)
    }
  }

  @Test("What speaks no TLS is not secure, and nothing was sent")
  func plainServer() async throws {
    let server = try await TestServer.shared()
    let outcome = try await Outcome.of(
      .post("https://localhost:\(server.place.port)/", "{}"), CurlTransport())
    #expect(outcome.error?.reason == .insecure)
    #expect(outcome.error?.mayHaveArrived == false)
  }

  @Test("A connection that ends before it is encrypted is no matter of trust")
  func brokenHandshake() async throws {
    let server = try RawServer { $0.pause(0.05) }
    let outcome = try await Outcome.of(.post("https://127.0.0.1:\(server.port)/", "{}"), CurlTransport())
    #expect(outcome.error?.reason == .interrupted)
    #expect(outcome.error?.mayHaveArrived == false)
  }

  @Test("A redirect from https to http is not followed")
  func downgrade() async throws {
    let server = try await TestServer.shared()
    let target = server.url("/api/echo/\(UUID().uuidString)")
    let url = try #require(server.place.tls_url) + "/api/redirect/307?to=\(target)"
    let outcome = try await Outcome.of(.get(url), trusting(server))
    #expect(outcome.error?.reason == .redirected)
    #expect(outcome.error?.message.contains("https to http") == true)
  }

  @Test("An encrypted body that is cut off is an error, also where it has no length")
  func cutWithoutLength() async throws {
    let server = try await TestServer.shared()
    let url = try #require(server.place.tls_url) + "/api/big.json?rows=200&_fault=chunked;cut=5000"
    let outcome = try await Outcome.of(.get(url), trusting(server))
    #expect(outcome.error?.reason == .interrupted)
  }
}
