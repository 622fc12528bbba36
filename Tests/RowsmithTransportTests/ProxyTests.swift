import Foundation
import RowsmithClient
import RowsmithCurl
import TestSupport
import Testing

/// The test server is a proxy, too.
@Suite("Proxies")
struct ProxyTests {
  private func transport(over proxy: String, _ server: TestServer) throws -> CurlTransport {
    var options = CurlTransport.Options()
    options.proxy = .url(proxy)
    options.caFile = server.place.ca
    return CurlTransport(options)
  }

  @Test("Requests go over the proxy that is named")
  func plain() async throws {
    let server = try await TestServer.shared()
    let path = "/api/echo/\(UUID().uuidString)"
    let transport = try transport(over: server.url(), server)
    let outcome = try await Outcome.of(
      .post("http://127.0.0.1:\(server.place.other_port)\(path)", "{}"), transport)
    #expect(outcome.response?.status == 200)
    #expect(try await server.requests(for: path).map(\.proxied) == [true])
  }

  @Test("Encrypted ones go through a tunnel, whose own answer is not the server's")
  func tunnel() async throws {
    let server = try await TestServer.shared()
    let transport = try transport(over: server.url(), server)
    let outcome = try await Outcome.of(
      .post(try #require(server.place.tls_url) + "/api/echo/tunnel", "{}"), transport)
    #expect(outcome.response?.status == 200)
    #expect(outcome.response?.headers["content-type"] == "application/json")
  }

  @Test("A proxy that refuses the tunnel, or is not there, is offline, and nothing was sent")
  func refused() async throws {
    let server = try await TestServer.shared()
    let refusing = try RawServer { connection in
      _ = connection.readRequest()
      connection.answer("403 Forbidden", body: Array("no".utf8))
    }
    for proxy in [
      refusing.url(""), "http://127.0.0.1:\(try RawServer.closedPort())", "http://nowhere.invalid",
    ] {
      let outcome = try await Outcome.of(
        .post(try #require(server.place.tls_url), "{}"), try transport(over: proxy, server))
      #expect(outcome.error?.reason == .offline, "\(proxy)")
      #expect(outcome.error?.mayHaveArrived == false)
    }
  }

  @Test(
    "A proxy whose URL is none, or is of another kind, is offline, and its password is not in the message",
    arguments: [
      "http://ada:s3c#ret@127.0.0.1:3128", "http://ada:s3c@ret@127.0.0.1:3128", "ftp://ada:s3cret@127.0.0.1",
    ])
  func unsupported(_ proxy: String) async throws {
    var options = CurlTransport.Options()
    options.proxy = .url(proxy)
    let outcome = try await Outcome.of(.post("http://example.invalid/", "{}"), CurlTransport(options))
    #expect(outcome.error?.reason == .offline)
    #expect(outcome.error?.mayHaveArrived == false)
    #expect(outcome.error?.message.contains("the URL of the proxy") == true)
    #expect(outcome.error?.message.contains("s3c") == false)
  }

  @Test("Other tests run without one; so does a transport that wants none")
  func none() async throws {
    let server = try await TestServer.shared()
    var options = CurlTransport.Options()
    options.proxy = .none
    let path = "/api/echo/\(UUID().uuidString)"
    _ = try await Outcome.of(.get(server.url(path)), CurlTransport(options))
    #expect(try await server.requests(for: path).map(\.proxied) == [false])
  }
}
