import Foundation
import RowsmithAPI
import RowsmithClient
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

extension RESTRealTests {
  /// Batches, against the server of `Tests/Server`.
  @Suite struct RESTBatchTests {
    private func creates(_ count: Int) -> [SyncWrite] {
      (0..<count).map { Meetings.create("m\($0)", "Title \($0)") }
    }

    @Test("Requests go together in one batch, and each has an outcome of its own")
    func requestsGoTogetherAndEachHasItsOutcome() async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter()
      let outcomes = try await server.carryOut(
        Meetings.create("a", "A"), Meetings.note(.create, "n", in: "nowhere"), Meetings.create("b", "B"))
      #expect(outcomes == ["accepted a@1", "refused refused", "accepted b@1"])
      #expect(try await real.server.requests(for: "/api/batch").count == 1)
      let changes = try await server.carryOut(
        Meetings.change("a", #"{"title":"C"}"#, version: "1"),
        Meetings.change("b", #"{"title":"C"}"#, version: "9"),
        Meetings.delete("b", version: "1"))
      #expect(changes == ["accepted a@2", "conflict b@1", "accepted"])
    }

    @Test("Batches are no larger than the model says")
    func batchesAreNoLargerThanTheModelSays() async throws {
      let real = try await RESTRealServer()
      #expect(try await real.adapter().carryOut(creates(45)).filter { $0.hasPrefix("accepted") }.count == 45)
      #expect(try await real.server.requests(for: "/api/batch").count == 3)
    }

    @Test("Batches that are too large become smaller until they fit, and stay that small")
    func aLimitThatTheServerSaysIsLearnt() async throws {
      let real = try await RESTRealServer()
      try await real.server.control("config", #"{"batch_limit": 5}"#)
      let server = try real.adapter(Meetings.plan("user", nil))
      #expect(try await server.carryOut(creates(20)).filter { $0.hasPrefix("accepted") }.count == 20)
      #expect(
        try await real.server.requests(for: "/api/batch").map(\.status) == [413, 413, 200, 200, 200, 200])
      #expect(try await server.identify().maximumBatch == 5)
    }

    @Test("A server that takes no batches is asked for one once, and gets each request alone")
    func aServerThatTakesNoBatchesGetsEachAlone() async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter { api, _ in api.batch?.path = "nothing" }
      #expect(try await server.carryOut(creates(3)) == ["accepted m0@1", "accepted m1@1", "accepted m2@1"])
      #expect(try await real.server.requests(for: "/api/nothing").count == 1)
    }

    @Test(
      "What has no answer in a batch, or another one's, is unknown, and is made once when repeated",
      arguments: [("batch_cut=1", [1, 2]), ("batch_null=1", [1]), ("batch_swap", [0, 1, 2])])
    func anAnswerThatIsMissingLeavesTheOutcomeUnknown(fault: String, unknown: [Int]) async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter()
      try await real.fail(fault, "batch")
      let outcomes = try await server.carryOut(creates(3))
      #expect(outcomes.indices.filter { outcomes[$0].hasPrefix("unknown") } == unknown, "\(outcomes)")
      #expect(
        try await server.carryOut(creates(3), attempts: 1) == [
          "accepted m0@1", "accepted m1@1", "accepted m2@1",
        ])
      #expect(try await real.rows("meetings") == 3)
    }

    @Test(
      "A batch without a usable answer leaves all unknown, and repeating it makes nothing twice",
      arguments: ["drop=after", "after_status=500", "empty", "garbage"])
    func aBatchWhoseAnswerIsLostLeavesAllUnknown(fault: String) async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter()
      try await real.fail(fault, "batch")
      let outcomes = try await server.carryOut(creates(3))
      #expect(outcomes.allSatisfy { $0.hasPrefix("unknown ") }, "\(outcomes)")
      #expect(
        try await server.carryOut(creates(3), attempts: 1) == [
          "accepted m0@1", "accepted m1@1", "accepted m2@1",
        ])
      #expect(try await real.rows("meetings") == 3)
    }

    @Test("An item of a batch that needs a new token is sent again alone")
    func anItemThatNeedsANewTokenGoesAlone() async throws {
      let transport = StubTransport()
      transport.stub(
        "POST", "batch",
        json: #"[{"code": 201, "body": "{\"id\": \"a\"}"}, {"code": 401, "body": "{}"}]"#)
      transport.stub("POST", "meetings", status: 201, json: #"{"id": "b", "lock_version": 1}"#)
      let server = try Meetings.server(transport)
      #expect(
        try await server.carryOut(Meetings.create("a", "A"), Meetings.create("b", "B")) == [
          "accepted a", "accepted b@1",
        ])
      #expect(
        transport.requests.map(\.url) == [
          "https://example.com/api/batch", "https://example.com/api/meetings",
        ])
    }

    @Test("A failure inside a batch is that of its item alone")
    func aServerThatFailsInsideABatchSaysSoOfThatItemAlone() async throws {
      let transport = StubTransport()
      transport.stub(
        "POST", "batch",
        json: #"""
          [{"code": 503, "body": "", "headers": {"Retry-After": "9"}}, {"code": 500, "body": "{}"},
           {"code": 201, "body": "{\"id\": \"c\"}"}]
          """#)
      let server = try Meetings.server(transport)
      #expect(
        try await server.carryOut(
          Meetings.create("a", "A"), Meetings.create("b", "B"), Meetings.create("c", "C"))
          == ["later throttled", "unknown interrupted", "accepted c"])
    }
  }
}
