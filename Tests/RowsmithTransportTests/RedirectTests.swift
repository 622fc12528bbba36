import Foundation
import RowsmithClient
import TestSupport
import Testing

@Suite("Redirects")
struct RedirectTests {
  /// Redirects `/` and tells what it is asked for elsewhere.
  private func server(_ status: String, to location: String) throws -> RawServer {
    try RawServer { connection in
      while let request = connection.readRequest() {
        if request.path == "/" {
          connection.answer(status, headers: ["Location: \(location)"], body: Array("elsewhere".utf8))
        } else {
          let seen = ["authorization", "cookie", "content-type"].filter { request.headers[$0] != nil }
          let words = [request.method, request.path, String(decoding: request.body, as: UTF8.self)] + seen
          connection.answer(body: Array(words.joined(separator: " ").utf8))
        }
      }
    }
  }

  @Test(
    "303, and 301 and 302 of a POST, become GET; all else keeps method and body",
    arguments: TransportKind.allCases,
    [
      ("POST", 301, "GET /there "), ("POST", 302, "GET /there "), ("POST", 303, "GET /there "),
      ("POST", 307, "POST /there body content-type"), ("POST", 308, "POST /there body content-type"),
      ("PUT", 301, "PUT /there body content-type"), ("PATCH", 302, "PATCH /there body content-type"),
      ("DELETE", 303, "GET /there "), ("DELETE", 307, "DELETE /there body content-type"),
    ])
  func methods(_ kind: TransportKind, _ expected: (method: String, status: Int, seen: String)) async throws {
    let server = try server("\(expected.status) Elsewhere", to: "/there")
    let request = HTTPRequest(
      method: expected.method, url: server.url(), headers: ["Content-Type": "text/plain"],
      body: .bytes(Array("body".utf8)))
    let outcome = try await Outcome.of(request, kind.make())
    #expect(outcome.text == expected.seen)
    #expect(outcome.response?.url == server.url("/there"))
    // After 303 the server has done what was asked, and says where its answer is.
    let isLost = expected.method == "POST" && [301, 302].contains(expected.status)
    #expect(outcome.response?.hasLostPost == isLost)
    #expect(outcome.response?.isCarriedOut == (expected.status == 303))
  }

  @Test("A redirect that is not to be followed is the answer", arguments: TransportKind.allCases)
  func stop(_ kind: TransportKind) async throws {
    let server = try server("302 Found", to: "/there")
    let outcome = try await Outcome.of(.get(server.url()).with { $0.redirects = .stop }, kind.make())
    #expect(outcome.response?.status == 302)
    #expect(outcome.response?.headers["location"] == "/there")
    #expect(outcome.error == nil)
  }

  @Test(
    "A location may be relative, or have another host; credentials stay behind",
    arguments: TransportKind.allCases)
  func credentials(_ kind: TransportKind) async throws {
    let other = try server("200 OK", to: "/")
    for (location, seen) in [
      ("there?x=1#y", "GET /there?x=1  authorization cookie"), (other.url("/there"), "GET /there "),
    ] {
      let server = try server("307 Elsewhere", to: location)
      let request = HTTPRequest.get(server.url())
        .with { $0.headers = ["Authorization": "Bearer secret", "Cookie": "a=b"] }
      #expect(try await Outcome.of(request, kind.make()).text == seen)
    }
  }

  @Test(
    "To another host go no headers that may be a key of the API, but the one by which it knows a repeated request",
    arguments: TransportKind.allCases)
  func keys(_ kind: TransportKind) async throws {
    let other = try RawServer { connection in
      while let request = connection.readRequest() {
        let seen = ["x-api-key", "idempotency-key", "accept", "if-none-match"].filter {
          request.headers[$0] != nil
        }
        connection.answer(body: Array(seen.joined(separator: " ").utf8))
      }
    }
    let elsewhere = other.url("/there").replacingOccurrences(of: "127.0.0.1", with: "localhost")
    for (location, seen) in [
      (other.url("/there"), "x-api-key idempotency-key accept if-none-match"),
      (elsewhere, "idempotency-key accept if-none-match"),
    ] {
      let server = try server("307 Elsewhere", to: location)
      let request = HTTPRequest.get(server.url()).with {
        $0.headers = ["X-Api-Key": "s", "Idempotency-Key": "k", "Accept": "a/b", "If-None-Match": "\"e\""]
      }
      #expect(try await Outcome.of(request, kind.make()).text == seen)
    }
  }

  @Test("A circle, too many, and what is no HTTP are errors", arguments: TransportKind.allCases)
  func endless(_ kind: TransportKind) async throws {
    for (location, words) in [
      ("/", "in a cycle"), ("file:///etc/passwd", "not an HTTP URL"), ("http://[", "not an HTTP URL"),
    ] {
      let server = try server("302 Found", to: location)
      let outcome = try await Outcome.of(.get(server.url()), kind.make())
      // URLSession on Linux fails by itself where the location is no URL.
      guard kind == .curl || location != "http://[" else {
        #expect(outcome.error != nil)
        continue
      }
      #expect(outcome.error?.reason == .redirected, "\(location)")
      #expect(outcome.error?.message.contains(words) == true, "\(location)")
    }
    let counting = try RawServer { connection in
      while let request = connection.readRequest() {
        connection.answer("302 Found", headers: ["Location: \(request.path)x"])
      }
    }
    let outcome = try await Outcome.of(.get(counting.url()).with { $0.redirects = .follow(3) }, kind.make())
    #expect(outcome.error?.reason == .redirected)
    #expect(outcome.error?.message.contains("3 times") == true)
  }

  @Test(
    "What is redirected with a long body is followed without waiting for it",
    arguments: TransportKind.allCases)
  func longBody(_ kind: TransportKind) async throws {
    // URLSession on Linux takes it in all the same, and takes ten seconds for 50 MB.
    let count = kind == .curl ? 50 << 20 : 1 << 20
    let server = try RawServer { connection in
      while let request = connection.readRequest() {
        if request.path == "/there" {
          connection.answer(body: Array("there".utf8))
        } else {
          connection.answer(
            "302 Found", headers: ["Location: /there"], body: [UInt8](repeating: 1, count: count))
        }
      }
    }
    #expect(try await Outcome.of(.get(server.url()), kind.make()).text == "there")
  }

  @Test(
    "A write that 303 has answered has arrived, whatever becomes of the answer",
    arguments: TransportKind.allCases)
  func answeredElsewhere(_ kind: TransportKind) async throws {
    let nobody = "http://127.0.0.1:\(try RawServer.closedPort())/"
    for (status, hasArrived) in [("303 See Other", true), ("307 Temporary Redirect", false)] {
      let server = try server(status, to: nobody)
      let outcome = try await Outcome.of(.post(server.url(), "{}"), kind.make())
      #expect(outcome.error?.reason == .offline)
      #expect(outcome.error?.mayHaveArrived == hasArrived, "\(status)")
    }
  }

  @Test(
    "The conditions of a write are not those of the GET that follows it; a read keeps its own",
    arguments: TransportKind.allCases,
    [("PATCH", 303, ""), ("PUT", 307, "if-match if-none-match"), ("GET", 303, "if-match if-none-match")])
  func guards(_ kind: TransportKind, _ expected: (method: String, status: Int, seen: String)) async throws {
    let server = try RawServer { connection in
      while let request = connection.readRequest() {
        if request.path == "/" {
          connection.answer("\(expected.status) Elsewhere", headers: ["Location: /there"])
        } else {
          let seen = ["if-match", "if-none-match"].filter { request.headers[$0] != nil }
          connection.answer(body: Array(seen.joined(separator: " ").utf8))
        }
      }
    }
    let request = HTTPRequest(
      method: expected.method, url: server.url(), headers: ["If-Match": "\"1\"", "If-None-Match": "\"2\""],
      body: expected.method == "GET" ? nil : .bytes([1]))
    #expect(try await Outcome.of(request, kind.make()).text == expected.seen)
  }
}
