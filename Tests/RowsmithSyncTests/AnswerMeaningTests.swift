import RowsmithClient
import RowsmithSync
import RowsmithTesting
import Testing

/// What statuses, and failures of the network, mean for a write, whatever the server.
@Suite struct AnswerMeaningTests {
  @Test(
    "A status has one reason",
    arguments: [
      (401, "loginNeeded"), (403, "forbidden"), (400, "refused"), (422, "refused"), (429, "throttled"),
      (500, "interrupted"), (502, "interrupted"), (503, "interrupted"), (501, "refused"), (302, "answer"),
      (408, "interrupted"), (425, "throttled"), (511, "offline"),
    ])
  func aStatusHasOneReason(_ status: Int, _ reason: String) {
    #expect(SyncError(status: status).reason.rawValue == reason)
  }

  @Test("A busy server that says when to come again has done nothing; else the outcome is unknown")
  func aBusyServerThatSaysWhenHasDoneNothing() {
    let error = SyncError(status: 503, retryAfter: 3)
    #expect(error.reason == .throttled && error.retryAfter == 3)
    #expect(SyncOutcome(status: 503, record: nil, error: error).name == "later")
    #expect(SyncOutcome(status: 503, record: nil, error: SyncError(status: 503)).name == "unknown")
  }

  @Test(
    "A status says what became of a write",
    arguments: [
      (200, "accepted"), (204, "accepted"), (404, "gone"), (410, "gone"), (409, "conflict"),
      (412, "conflict"), (401, "later"), (403, "refused"), (422, "refused"), (429, "later"),
      (500, "unknown"), (301, "unknown"), (511, "later"),
    ])
  func aStatusSaysWhatBecameOfAWrite(_ status: Int, _ name: String) {
    #expect(SyncOutcome(status: status, record: nil, error: SyncError(status: status)).name == name)
  }

  @Test("A conflict with a time and no record is somebody at work, and the write comes later")
  func aConflictWithATimeIsSomebodyAtWork() {
    let error = SyncError(status: 409, retryAfter: 1)
    #expect(SyncOutcome(status: 409, record: nil, error: error).name == "later")
    #expect(SyncOutcome(status: 409, record: SyncRecord(id: "1"), error: error).name == "conflict")
  }

  @Test("What never left comes later, what may have arrived is unknown, and what cannot be sent is refused")
  func whatNeverLeftComesLaterAndWhatMayHaveArrivedIsUnknown() {
    func outcome(_ reason: TransportError.Reason) -> String {
      let error = TransportError(reason, "")
      var failure = ClientError(reason == .cancelled ? .cancelled : .transport, "")
      failure.transport = error
      failure.mayHaveArrived = error.mayHaveArrived
      return SyncOutcome(exchange: failure, request: "PUT /a").name
    }
    #expect(outcome(.offline) == "later" && outcome(.insecure) == "later")
    #expect(outcome(.interrupted) == "unknown" && outcome(.timedOut) == "unknown")
    #expect(outcome(.malformed) == "unknown" && outcome(.cancelled) == "unknown")
    #expect(outcome(.unsendable) == "refused")
  }

  @Test("A token that cannot be had says nothing of a write, which comes later", arguments: [200, 404, 500])
  func aTokenThatCannotBeHadSaysNothingOfAWrite(_ status: Int) async throws {
    let kinto = try KintoStub {
      $0.authentication = BearerAuthentication(
        tokens: .init(access: "old"),
        renew: { _, session in
          let answer = try await session.send(HTTPRequest(method: "POST", url: "token"))
          return try .reading(answer)
        })
    }
    kinto.transport.stub("POST", "v1/batch", status: 401, json: "{}")
    kinto.transport.stub("POST", "v1/token", status: status, json: "nonsense")
    let outcomes = await kinto.server.send(try kinto.creations(2))
    #expect(outcomes.map(\.name) == ["later", "later"])
    #expect(outcomes.allSatisfy { $0.error?.reason == .offline && $0.error?.status == nil })
  }

  @Test func `a server that gives no token yet says when`() async throws {
    let kinto = try KintoStub {
      $0.authentication = BearerAuthentication(
        tokens: .init(access: "old"),
        renew: { _, session in
          let answer = try await session.send(HTTPRequest(method: "POST", url: "token"))
          return try .reading(answer)
        })
    }
    kinto.transport.stub("POST", "v1/batch", status: 401, json: "{}")
    kinto.transport.stub("POST", "v1/token", status: 503, json: "{}", headers: ["Retry-After": "9"])
    let outcomes = await kinto.server.send(try kinto.creations(2))
    #expect(outcomes.map(\.name) == ["later", "later"])
    #expect(outcomes.allSatisfy { $0.error?.reason == .offline && $0.error?.retryAfter == 9 })
  }

  @Test("An error names what was asked without its query, and is described without control characters")
  func theErrorNamesWhatWasAskedWithoutItsQuery() {
    let error = SyncError(status: 400, code: "107", message: "no\u{7}", request: "GET /a?token=secret")
    #expect(error.request == "GET /a" && error.status == 400 && error.serverMessage == "no\u{7}")
    #expect(!error.description.contains("secret") && !error.description.contains("\u{7}"))
  }

  @Test func `an id of a server cannot write into a terminal`() {
    var error = SyncError(.answer, "no")
    (error.entity, error.id) = ("Note", "a\u{1B}[31m")
    #expect(error.description == #"Note 'a\u001b[31m': no"#)
  }

  @Test func `nor can an address or an error of the app`() {
    var error = SyncError(.settings, "the resolver has failed: \u{1B}[31m\n")
    error.request = "GET http://a.example\u{1B}[31m"
    #expect(error.description == #"GET http://a.example\u001b[31m: the resolver has failed: \u001b[31m\n"#)
    error.entity = "Note"
    #expect(error.description.hasPrefix(#"Note: GET http://a.example\u001b[31m: the "#))
  }
}

extension SyncOutcome {
  /// The name of the case.
  var name: String {
    switch self {
    case .accepted: "accepted"
    case .conflict: "conflict"
    case .gone: "gone"
    case .refused: "refused"
    case .unknown: "unknown"
    case .later: "later"
    }
  }
}
