import Foundation
import RowsmithClient
import TestSupport
import Testing

/// What the caller is told for each thing that can happen on the wire, and what the server has done meanwhile.
@Suite("Outcomes")
struct OutcomeTests {
  @Test("A port on which nobody listens is offline, and nothing was sent", arguments: TransportKind.allCases)
  func refused(_ kind: TransportKind) async throws {
    let url = "http://127.0.0.1:\(try RawServer.closedPort())/"
    let outcome = try await Outcome.of(.post(url, "{}"), kind.make())
    #expect(outcome.error?.reason == .offline)
    #expect(outcome.error?.mayHaveArrived == false)
  }

  @Test("A host without an address is offline, and nothing was sent", arguments: TransportKind.allCases)
  func unknownHost(_ kind: TransportKind) async throws {
    let outcome = try await Outcome.of(.post("http://nowhere.invalid/", "{}"), kind.make())
    #expect(outcome.error?.reason == .offline)
    #expect(outcome.error?.mayHaveArrived == false)
  }

  @Test(
    "A write whose connection ends before any byte is interrupted, sent once, and may have arrived",
    arguments: TransportKind.allCases, ["drop=after", "rst=after"])
  func closedBeforeAnyByte(_ kind: TransportKind, _ fault: String) async throws {
    let article = try await NewArticle()
    let transport = kind.make()
    // A connection that is kept does not tempt it to repeat the write.
    _ = try await Outcome.of(.get(article.server.url("/api/echo/keep")), transport)
    let outcome = try await Outcome.of(article.post(fault: fault), transport)
    #expect(outcome.error?.reason == .interrupted)
    #expect(outcome.error?.mayHaveArrived == true)
    #expect(try await article.count() == 1)
  }

  @Test(
    "A read on a connection that the server closes at that moment is asked again",
    arguments: TransportKind.allCases)
  func closedReused(_ kind: TransportKind) async throws {
    let server = try RawServer { connection in
      // The first connection answers once and closes when it is asked again.
      while let request = connection.readRequest() {
        if connection.number == 1, request.path == "/second" { return }
        connection.answer(body: Array("ok".utf8))
      }
    }
    let transport = kind.make()
    #expect(try await Outcome.of(.get(server.url("/first")), transport).text == "ok")
    let outcome = try await Outcome.of(.get(server.url("/second")), transport)
    #expect(outcome.text == "ok")
    #expect(server.connections == 2)
  }

  @Test("A write never goes over a connection that is open already", arguments: TransportKind.allCases)
  func freshConnection(_ kind: TransportKind) async throws {
    let server = try RawServer { connection in
      while connection.readRequest() != nil { connection.answer(body: Array("\(connection.number)".utf8)) }
    }
    let transport = kind.make()
    #expect(try await Outcome.of(.get(server.url()), transport).text == "1")
    for number in 2...4 {
      let request = HTTPRequest(
        method: number == 3 ? "DELETE" : "PATCH", url: server.url(), body: .bytes([1]))
      #expect(try await Outcome.of(request, transport).text == "\(number)")
    }
    #expect(try await Outcome.of(.get(server.url()), transport).error == nil)
  }

  @Test(
    "An answer that breaks off in its body is an error, and may have arrived",
    arguments: TransportKind.allCases, ["drop=mid", "rst=mid", "cut=10", "longlength", "badchunk"])
  func brokenBody(_ kind: TransportKind, _ fault: String) async throws {
    let article = try await NewArticle()
    let outcome = try await Outcome.of(article.post(fault: fault), kind.make())
    let reason = try #require(outcome.error?.reason)
    #expect([.interrupted, .malformed].contains(reason))
    #expect(outcome.error?.mayHaveArrived == true)
    #expect(try await article.count() == 1)
  }

  @Test("What is not compressed as it says is an error", arguments: TransportKind.allCases)
  func brokenCompression(_ kind: TransportKind) async throws {
    for fault in ["badgzip", "badgzip=middle"] {
      let article = try await NewArticle()
      let outcome = try await Outcome.of(article.post(fault: fault), kind.make())
      // URLSession on Linux calls it an unknown error.
      #expect(outcome.error?.reason == (kind == .curl ? .malformed : .interrupted), "\(fault)")
      #expect(outcome.error?.mayHaveArrived == true)
      #expect(try await article.count() == 1)
    }
  }

  @Test("What is compressed and ends too early is malformed, also where its length agrees")
  func cutCompression() async throws {
    // URLSession on Linux takes it for whole. Its transport asks for answers that are not compressed, which this fault
    // ignores.
    let article = try await NewArticle()
    let outcome = try await Outcome.of(article.post(fault: "gzip;truncate=40"), TransportKind.curl.make())
    #expect(outcome.error?.reason == .malformed)
    #expect(outcome.error?.mayHaveArrived == true)
    #expect(try await article.count() == 1)
  }

  @Test(
    "A body that is cut where its length agrees is given as it is: only who parses it can tell",
    arguments: TransportKind.allCases)
  func truncated(_ kind: TransportKind) async throws {
    let article = try await NewArticle()
    let outcome = try await Outcome.of(article.post(fault: "truncate=7"), kind.make())
    #expect(outcome.response?.status == 201)
    #expect(outcome.body.count == 7)
    #expect(try await article.count() == 1)
  }

  @Test("The page of a captive portal is an answer with its type", arguments: TransportKind.allCases)
  func captivePortal(_ kind: TransportKind) async throws {
    let article = try await NewArticle()
    let outcome = try await Outcome.of(article.post(fault: "portal"), kind.make())
    #expect(outcome.response?.status == 200)
    #expect(outcome.response?.headers["content-type"]?.hasPrefix("text/html") == true)
    #expect(outcome.text.contains("<"))
    #expect(try await article.count() == 0)
  }

  @Test("No answer in time is timed out, and may have arrived", arguments: TransportKind.allCases)
  func noAnswer(_ kind: TransportKind) async throws {
    let article = try await NewArticle()
    let request = article.post(fault: "delay_after=20000").with { $0.timeouts.idle = .seconds(1) }
    let outcome = try await Outcome.of(request, kind.make())
    #expect(outcome.error?.reason == .timedOut)
    #expect(outcome.error?.mayHaveArrived == true)
    try await eventually { try await article.count() == 1 }
  }

  @Test("A body that stalls is timed out", arguments: TransportKind.allCases)
  func stalled(_ kind: TransportKind) async throws {
    let server = try await TestServer.shared()
    let request = HTTPRequest.get(server.url("/api/big.json?rows=50&_fault=stall=2000:60000"))
      .with { $0.timeouts.idle = .seconds(8) }
    let outcome = try await Outcome.of(request, kind.make())
    #expect(outcome.error?.reason == .timedOut)
    #expect(outcome.response?.status == 200)
  }

  @Test(
    "Any status is an answer, with its headers and its body", arguments: TransportKind.allCases,
    [400, 403, 404, 409, 410, 412, 413, 415, 422, 429, 500, 502, 503, 504])
  func statuses(_ kind: TransportKind, _ status: Int) async throws {
    let article = try await NewArticle()
    let outcome = try await Outcome.of(article.post(fault: "status=\(status):7"), kind.make())
    #expect(outcome.response?.status == status)
    #expect(outcome.response?.headers["retry-after"] == "7")
    #expect(!outcome.body.isEmpty)
    #expect(try await article.count() == 0)
  }

  @Test("A 500 may hide that the server has done it", arguments: TransportKind.allCases)
  func failedAfter(_ kind: TransportKind) async throws {
    let article = try await NewArticle()
    let outcome = try await Outcome.of(article.post(fault: "after_status=500"), kind.make())
    #expect(outcome.response?.status == 500)
    #expect(try await article.count() == 1)
  }

  @Test(
    "A 401 is an answer, whatever its challenge", arguments: TransportKind.allCases,
    [
      "Bearer", "Basic realm=\"Rows\"", "Bearer, Basic realm=\"Rows\"", "Digest realm=\"Rows\", nonce=\"1\"",
      "Negotiate",
    ])
  func unauthorised(_ kind: TransportKind, _ challenge: String) async throws {
    let server = try RawServer { connection in
      while connection.readRequest() != nil {
        connection.answer(
          "401 Unauthorized", headers: ["WWW-Authenticate: \(challenge)"], body: Array("no".utf8))
      }
    }
    for request in [HTTPRequest.get(server.url()), .post(server.url(), "{}")] {
      let request = request.with {
        $0.headers["Authorization"] = "Basic YTpi"
        $0.timeouts.idle = .seconds(240)
      }
      let outcome = try await Outcome.of(request, kind.make())
      #expect(outcome.response?.status == 401)
      #expect(outcome.response?.headers["www-authenticate"] == challenge)
      #expect(outcome.text == "no")
      // What would hang would be given up after that.
      #expect(outcome.duration < .seconds(240))
    }
  }

  @Test("A 304 is an answer without a body, asked for or not", arguments: TransportKind.allCases)
  func notModified(_ kind: TransportKind) async throws {
    let server = try await TestServer.shared()
    let outcome = try await Outcome.of(.get(server.url("/api/articles?_fault=spurious304")), kind.make())
    #expect(outcome.response?.status == 304)
    #expect(outcome.body.isEmpty)
    #expect(outcome.error == nil)
  }

  @Test(
    "A task that is cancelled stops the exchange at once; a write may have arrived",
    arguments: TransportKind.allCases)
  func cancelled(_ kind: TransportKind) async throws {
    let transport = kind.make()
    try await atOnce {
      let article = try await NewArticle()
      let task = Task { try await Outcome.of(article.post(fault: "delay_after=20000"), transport) }
      try await eventually { try await article.count() == 1 }
      let start = ContinuousClock.now
      task.cancel()
      let outcome = try await task.value
      #expect(outcome.error?.reason == .cancelled)
      #expect(outcome.error?.mayHaveArrived == true)
      return .now - start
    }
  }
}
