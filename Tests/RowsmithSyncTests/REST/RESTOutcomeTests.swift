import RowsmithAPI
import RowsmithClient
import RowsmithSync
import RowsmithTesting
import Testing

/// What answers to writes mean, from a server in the process.
@Suite struct RESTOutcomeTests {
  let transport = StubTransport()

  private func create(
    _ status: Int, _ json: String, _ headers: HTTPHeaders = [:], plan: SyncPlan = Meetings.plan,
    attempts: Int = 0
  ) async throws -> [String] {
    transport.stub("POST", "meetings", status: status, json: json, headers: headers)
    return try await Meetings.server(transport, plan).carryOut(
      [Meetings.create("m", "A")], attempts: attempts)
  }

  @Test("A tag that compression made weak is the same version")
  func aTagThatCompressionMadeWeakIsTheSameVersion() async throws {
    let plan = Meetings.plan("version", "ETag")
    #expect(try await create(201, #"{"id":"m"}"#, ["ETag": #"W/"x""#], plan: plan) == [#"accepted m@"x""#])
  }

  @Test("Another record than the one that was sent, or none, is no answer; 204 says that it is done")
  func anotherRecordThanTheOneThatWasSentIsNoAnswer() async throws {
    #expect(try await create(201, #"{"id":"n"}"#) == ["unknown answer"])
    #expect(try await create(201, "[]") == ["unknown answer"])
    #expect(try await create(204, "") == ["accepted"])
  }

  @Test("A route that returns nothing says that the write is done, with its tag if that is the version")
  func aRouteThatReturnsNothingSaysThatItIsDone() async throws {
    transport.stub("POST", "meetings", status: 201, json: #"{"ok":true}"#, headers: ["ETag": #""x""#])
    for (version, expected) in [("ETag", #"accepted m@"x""#), ("lockVersion", "accepted")] {
      let server = try Meetings.server(transport, Meetings.plan("version", version)) { api, _ in
        for index in api.routes.indices where api.routes[index].sends != nil {
          api.routes[index].returns = nil
        }
      }
      #expect(try await server.carryOut(Meetings.create("m", "A")) == [expected])
    }
  }

  @Test("A 409 that says when to come again is for later; without that it is a conflict")
  func aKeyThatIsInProgressIsForLater() async throws {
    #expect(try await create(409, "{}", ["Retry-After": "1"]) == ["later refused"])
    #expect(try await create(409, "{}") == ["conflict"])
  }

  @Test("The record of a repetition that is refused is looked up; if it is there, that is a conflict")
  func whatARepetitionIsRefusedForIsLookedUp() async throws {
    transport.stub("GET", "meetings/m", json: #"{"id":"m","lock_version":4}"#)
    #expect(try await create(422, "{}", attempts: 1) == ["conflict m@4"])
    #expect(try await create(422, "{}") == ["refused refused"])
    transport.stub("GET", "meetings/m", status: 404, json: "{}")
    #expect(try await create(422, "{}", attempts: 1) == ["refused refused"])
  }

  @Test("After a login page, as without a connection, a write is for later; after a timeout it is unknown")
  func aPageOfHTMLIsNoAnswerOfTheServer() async throws {
    transport.fail(.loginPage)
    #expect(try await create(201, "{}") == ["later offline"])
    transport.fail(.unreachable)
    #expect(try await create(201, "{}") == ["later offline"])
    transport.fail(.timesOut)
    #expect(try await create(201, "{}") == ["unknown interrupted"])
  }

  @Test("Whoever cannot be reached is asked once, and all writes are for later")
  func whoeverCannotBeReachedIsAskedOnce() async throws {
    transport.fail(.unreachable, times: nil)
    let server = try Meetings.server(transport) { api, _ in api.batch = nil }
    #expect(
      try await server.carryOut(Meetings.create("a", "A"), Meetings.create("b", "B"))
        == ["later offline", "later offline"])
    #expect(transport.requests.count == 1)
  }

  @Test("Headers of the model are in each request, and those of the app come first")
  func headersOfTheModelAreInEachRequestAndThoseOfTheAppComeFirst() async throws {
    transport.stub("POST", "meetings", status: 201, json: #"{"id":"m"}"#)
    transport.stub("GET", "meetings", json: "[]")
    transport.stub("GET", "me", json: #"{"username":"ada"}"#)
    let server = try Meetings.server(transport) { api, options in
      api.headers = [.init("Accept-Language", "en"), .init("X-App", "model")]
      options.headers["X-App"] = "app"
    }
    _ = try await server.carryOut(Meetings.create("m", "A"))
    let headers = try #require(transport.requests.first?.headers)
    #expect(headers["Idempotency-Key"] == "create-m" && headers["Content-Type"] == "application/json")
    _ = try await server.carryOut(Meetings.change("m", #"{"title":"B"}"#, version: "1"))
    _ = try await server.carryOut(Meetings.delete("m", version: "1"))
    _ = try await server.carryOut(Meetings.create("a", "A"), Meetings.create("b", "B"))
    _ = try await server.read(["m"], in: Meetings.meetings)
    _ = try await server.changes(SyncQuery(Meetings.meetings))
    _ = try await server.identify()
    let sent = transport.requests.map { request in
      let path = request.url.dropFirst("https://example.com/api/".count).prefix { $0 != "?" }
      return "\(request.method) \(path)"
    }
    #expect(
      Set(sent) == [
        "POST meetings", "PATCH meetings/m", "DELETE meetings/m", "POST batch", "GET meetings/m",
        "GET meetings", "GET me",
      ])
    for (request, name) in zip(transport.requests, sent) {
      #expect(
        request.headers["Accept-Language"] == "en" && request.headers["X-App"] == "app", "\(name)")
    }
  }

  @Test(
    "The page of a proxy says by its status what became of a write",
    arguments: [
      (413, "refused refused"), (400, "refused refused"), (502, "unknown interrupted"),
      (504, "unknown interrupted"), (404, "later offline"),
    ])
  func thePageOfAProxySaysByItsStatusWhatBecameOfAWrite(_ status: Int, _ outcome: String) async throws {
    transport.stub(
      "POST", "meetings", status: status, json: "<html>\(status)</html>",
      headers: ["Content-Type": "text/html"])
    let server = try Meetings.server(transport) { api, _ in api.batch = nil }
    #expect(try await server.carryOut(Meetings.create("a", "A")) == [outcome])
  }

  @Test(arguments: [401, 403, 404, 409, 410, 412, 422, 429, 503])
  func `a write that was answered by 303 is done, whatever the answer is that it leads to`(_ status: Int)
    async throws
  {
    let server = try Meetings.server(SeeOther(transport: transport))
    for path in ["batch", "meetings"] {
      transport.stub("POST", path, status: status, json: "{}", headers: ["Retry-After": "1"])
    }
    let alone = try await server.carryOut(Meetings.create("m", "A"))
    let together = try await server.carryOut(Meetings.create("a", "A"), Meetings.create("b", "B"))
    #expect((alone + together).filter { $0.hasPrefix("unknown ") }.count == 3, "\(alone) \(together)")
    #expect(transport.requests.count == 2)
  }

  @Test(arguments: [StubFault.loginPage, .unreachable])
  func `a write that was answered by 303 is done, though nobody may be where it leads`(_ fault: StubFault)
    async throws
  {
    transport.fail(fault)
    let server = try Meetings.server(SeeOther(transport: transport))
    #expect(try await server.carryOut(Meetings.create("m", "A")) == ["unknown offline"])
  }

  @Test("A batch that is too large for a proxy is split")
  func aBatchThatIsTooLargeForAProxyIsSplit() async throws {
    transport.stub(
      "POST", "batch", status: 413, json: "<html>413</html>", headers: ["Content-Type": "text/html"])
    transport.stub("POST", "meetings", status: 204, json: "")
    let server = try Meetings.server(transport)
    #expect(
      try await server.carryOut(Meetings.create("a", "A"), Meetings.create("b", "B"))
        == ["accepted", "accepted"])
  }

  @Test(arguments: [200, 401, 404, 405])
  func `what a batch has that a redirect made a GET is sent alone`(_ status: Int) async throws {
    transport.stub("POST", "batch", status: status, json: "{}")
    transport.stub("POST", "meetings", status: 204, json: "")
    let server = try Meetings.server(LostBatch(transport: transport))
    #expect(
      try await server.carryOut(Meetings.create("a", "A"), Meetings.create("b", "B"))
        == ["accepted", "accepted"])
  }
}

/// A transport whose server redirects batches by 301, and answers the GET that follows.
private struct LostBatch: Transport {
  let transport: StubTransport

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    var response = try await transport.send(request)
    response.hasLostPost = request.url.hasSuffix("/batch")
    return response
  }
}

/// A transport whose server has answered each write by 303, and to which its answers come from there.
private struct SeeOther: Transport {
  let transport: StubTransport

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let isWrite = !["GET", "HEAD"].contains(request.method)
    do {
      var response = try await transport.send(request)
      response.isCarriedOut = isWrite
      return response
    } catch var error as TransportError {
      error.mayHaveArrived = isWrite
      throw error
    }
  }
}
