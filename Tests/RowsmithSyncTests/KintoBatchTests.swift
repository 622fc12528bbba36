import Foundation
import Rowsmith
import RowsmithClient
import RowsmithSync
import RowsmithTesting
import Testing

/// What the answer to a batch proves, and what it does not.
@Suite struct KintoBatchTests {
  @Test(
    "What was made before a failure was rolled back, and is unknown; what stands behind it is done",
    arguments: [(409, 122), (500, 999), (503, 201)])
  func whatStandsBeforeAFailureWasRolledBack(_ status: Int, _ errno: Int) async throws {
    let outcomes = try await send([
      .made("a0"), .error("a1", 412, errno: 114), .error("a2", status, errno: errno), .made("a3"),
    ])
    #expect(outcomes.map(\.name).prefix(2) == ["unknown", "conflict"])
    #expect(outcomes[2].name == (status == 409 ? "later" : "unknown") && outcomes[3].name == "accepted")
  }

  @Test("A refusal leaves the others as they are, and has the words of the server")
  func aRefusalLeavesTheOthersAsTheyAre() async throws {
    let outcomes = try await send([
      .made("a0"), .error("a1", 400, errno: 107), .error("a2", 403, errno: 121), .made("a3"),
    ])
    #expect(outcomes.map(\.name) == ["accepted", "refused", "refused", "accepted"])
    #expect(outcomes[1].error?.serverMessage == "Words" && outcomes[1].error?.serverCode == "107")
    #expect(outcomes[1].error?.id == "a1" && outcomes[1].error?.entity == "Article")
    #expect(outcomes[2].error?.reason == .forbidden)
  }

  @Test("What is missing or null is unknown, and so is what stands before it")
  func whatIsMissingOrNullIsUnknownAndSoIsWhatStandsBeforeIt() async throws {
    #expect(
      try await send([.made("a0"), nil, .made("a2")]).map(\.name) == ["unknown", "unknown", "accepted"])
    #expect(
      try await send([.made("a0"), .made("a1")], of: 3).map(\.name) == ["unknown", "unknown", "unknown"])
    #expect(try await send([], of: 2).map(\.name) == ["unknown", "unknown"])
  }

  @Test("Answers to other requests prove nothing")
  func answersToOtherRequestsProveNothing() async throws {
    let outcomes = try await send([.made("a1"), .made("a0"), .made("a2")])
    #expect(outcomes.map(\.name) == ["unknown", "unknown", "accepted"])
  }

  @Test("A batch that fails is unknown, and what stood behind it did not leave", arguments: [500, 502])
  func aBatchThatFailsIsUnknown(_ status: Int) async throws {
    let kinto = try KintoStub()
    kinto.transport.stub("POST", "v1/batch", status: status, json: "{}")
    let outcomes = await kinto.server.send(try kinto.creations(30))
    #expect(outcomes.prefix(25).allSatisfy { $0.name == "unknown" })
    // What stood behind it did not leave.
    #expect(outcomes.suffix(5).allSatisfy { $0.name == "later" } && kinto.transport.requests.count == 1)
  }

  @Test("A busy server is left alone, and when to come again is known, also from inside a batch")
  func aBusyServerIsLeftAlone() async throws {
    let kinto = try KintoStub()
    kinto.transport.fail(.status(503, retryAfter: 3))
    let outcomes = await kinto.server.send(try kinto.creations(30))
    #expect(
      outcomes.allSatisfy {
        $0.name == "later" && $0.error?.retryAfter == 3 && $0.error?.reason == .throttled
      })
    #expect(kinto.transport.requests.count == 1)
    let item = KintoStub.Item.error("a1", 503, errno: 201, headers: #""Retry-After":"7""#)
    let inner = try await send([.made("a0"), item])
    #expect(inner.map(\.name) == ["unknown", "later"] && inner[1].error?.retryAfter == 7)
  }

  @Test(
    "What may have arrived is unknown, what has not is for later, and nothing is sent again by itself",
    arguments: [
      (StubFault.dropsAnswer, "unknown"), (.timesOut, "unknown"), (.cutsBody(after: 20), "unknown"),
      (.truncatesBody(after: 20), "unknown"), (.unreachable, "later"), (.loginPage, "later"),
    ])
  func whatHappensOnTheWay(_ fault: StubFault, _ name: String) async throws {
    let kinto = try KintoStub()
    kinto.transport.stub("POST", "v1/batch", json: KintoStub.answer([.made("a0"), .made("a1")]))
    kinto.transport.fail(fault)
    let outcomes = await kinto.server.send(try kinto.creations(2))
    #expect(outcomes.map(\.name) == [name, name])
    #expect(kinto.transport.requests.count == 1, "a frozen request is not sent again by itself")
    #expect(outcomes[0].error?.reason == .offline || name == "unknown")
  }

  @Test("A request with batch in its path goes alone")
  func aPathWithBatchInItGoesAlone() async throws {
    let kinto = try KintoStub()
    let batches = SyncCollection(name: "Batch", path: "batches")
    let path = "v1/buckets/blog/collections/batches/records/"
    let requests = try ["b0", "b1"].map { id in
      try kinto.server.request(
        for: SyncWrite(.create, in: batches, id: id, record: Array("{}".utf8), idempotencyKey: id))
    }
    for id in ["b0", "b1"] { kinto.transport.stub("PUT", path + id, json: KintoStub.Item.made(id).body) }
    #expect(await kinto.server.send(requests).map(\.name) == ["accepted", "accepted"])
    #expect(kinto.transport.requests.map(\.method) == ["PUT", "PUT"])
  }

  @Test("A missing collection is made once, also in a bucket of somebody else's")
  func aMissingCollectionIsMadeOnce() async throws {
    let kinto = try KintoStub()
    let missing =
      #"{"code":404,"errno":111,"error":"Not Found","details":{"id":"articles","resource_name":"collection"}}"#
    let place = "v1/buckets/blog/collections/articles"
    kinto.transport.stub("POST", "v1/batch") { request in
      StubAnswer(json: KintoStub.answer(try Self.ids(of: request).map { .made($0) }))
    }
    kinto.transport.stub("POST", "v1/batch", times: 1) { request in
      let ids = try Self.ids(of: request)
      return StubAnswer(json: KintoStub.answer(ids.map { .init(id: $0, status: 404, body: missing) }))
    }
    // The bucket is somebody else's, who lets us make collections.
    kinto.transport.stub("PUT", "v1/buckets/blog", status: 403, json: #"{"code":403,"errno":121}"#)
    kinto.transport.stub("PUT", place, status: 201, json: "{}")
    #expect(
      await kinto.server.send(try kinto.creations(3)).map(\.name) == ["accepted", "accepted", "accepted"])
    #expect(kinto.transport.requests.map(\.method) == ["POST", "PUT", "PUT", "POST"])
    #expect(kinto.transport.requests[2].headers["If-None-Match"] == "*")
  }

  @Test("What is made while somebody else makes it takes more than one attempt, or comes later")
  func aBucketThatIsMadeWhileSomebodyElseMakesOneTakesMoreThanOneAttempt() async throws {
    let kinto = try KintoStub { $0.clock.sleep = { _ in } }
    let place = "v1/buckets/blog/collections/articles"
    kinto.transport.stub("PUT", KintoStub.path, status: 201, json: KintoStub.Item.made(KintoStub.id).body)
    kinto.transport.stub(
      "PUT", KintoStub.path, status: 404, json: #"{"code":404,"errno":111}"#, times: 1)
    for path in ["v1/buckets/blog", place] {
      kinto.transport.stub("PUT", path, status: 201, json: "{}")
      kinto.transport.stub("PUT", path, status: 409, json: #"{"code":409,"errno":122}"#, times: 2)
    }
    let create = try kinto.server.request(for: kinto.write(.create, "{}"))
    #expect(await kinto.server.send([create])[0].name == "accepted")
    kinto.transport.stub("PUT", KintoStub.path, status: 404, json: #"{"code":404,"errno":111}"#, times: 1)
    kinto.transport.stub("PUT", place, status: 409, json: #"{"code":409,"errno":122}"#)
    #expect(await kinto.server.send([create])[0].name == "later")
  }

  @Test("A collection that cannot be made refuses its records; to a deletion they are gone")
  func aCollectionThatCannotBeMadeRefusesItsRecords() async throws {
    let kinto = try KintoStub()
    kinto.transport.stub(
      "PUT", KintoStub.path, status: 404, json: #"{"code":404,"errno":111,"error":"Not Found"}"#)
    for path in ["v1/buckets/blog", "v1/buckets/blog/collections/articles"] {
      kinto.transport.stub("PUT", path, status: 403, json: #"{"code":403,"errno":121,"message":"No"}"#)
    }
    let create = try kinto.server.request(for: kinto.write(.create, "{}"))
    let outcome = await kinto.server.send([create])[0]
    #expect(
      outcome.name == "refused" && outcome.error?.reason == .forbidden && outcome.error?.id == KintoStub.id)
    let delete = try kinto.server.request(for: kinto.write(.delete, version: "1"))
    kinto.transport.stub("DELETE", KintoStub.path, status: 404, json: #"{"code":404,"errno":111}"#)
    #expect(await kinto.server.send([delete])[0].name == "gone")
  }

  @Test("Only what wants a login is sent again with the new token")
  func onlyWhatWantsALoginIsSentAgainWithTheNewToken() async throws {
    let authentication = BearerAuthentication(tokens: .init(access: "old")) { _, _ in
      .renewed(.init(access: "new"))
    }
    let kinto = try KintoStub { $0.authentication = authentication }
    kinto.transport.stub("POST", "v1/batch") { request in
      let isOld = request.headers["Authorization"] == "Bearer old"
      return StubAnswer(
        json: KintoStub.answer(
          try Self.ids(of: request).map { isOld && $0 != "a0" ? .error($0, 401, errno: 104) : .made($0) }))
    }
    kinto.transport.stub("PUT", "v1/buckets/blog/collections/articles/records/a1") { request in
      let isOld = request.headers["Authorization"] == "Bearer old"
      return StubAnswer(status: isOld ? 401 : 201, json: isOld ? "{}" : KintoStub.Item.made("a1").body)
    }
    #expect(
      await kinto.server.send(try kinto.creations(4)).map(\.name) == Array(repeating: "accepted", count: 4))
    #expect(kinto.transport.requests.map(\.method) == ["POST", "PUT", "PUT", "POST"])
    #expect(try Self.ids(of: kinto.transport.requests[3]) == ["a2", "a3"])
  }

  @Test("A service that has ended deletes nothing: the deletion comes later")
  func aServiceThatHasEndedDeletesNothing() async throws {
    let kinto = try KintoStub()
    kinto.transport.stub(
      "DELETE", KintoStub.path, status: 410, json: #"{"code":410,"errno":202,"error":"Gone"}"#)
    let delete = try kinto.server.request(for: kinto.write(.delete, version: "1"))
    #expect(await kinto.server.send([delete])[0].name == "later")
  }

  /// Sends so many creations, and gives them these answers.
  private func send(_ items: [KintoStub.Item?], of count: Int? = nil) async throws -> [SyncOutcome] {
    let kinto = try KintoStub()
    kinto.transport.stub("POST", "v1/batch", json: KintoStub.answer(items))
    return await kinto.server.send(try kinto.creations(count ?? items.count))
  }

  /// The ids that a batch is about.
  static func ids(of request: HTTPRequest) throws -> [String] {
    guard case .bytes(let bytes)? = request.body,
      case .array(let items)? = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))["requests"]
    else { return [] }
    return items.compactMap { $0["path"]?.string?.split(separator: "/").last.map(String.init) }
  }
}
