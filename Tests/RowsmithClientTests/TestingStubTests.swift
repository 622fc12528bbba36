import Foundation
import Rowsmith
import RowsmithClient
import RowsmithTesting
import Server
import Testing

@Suite("The server in the process, as tests of apps use it", .timeLimit(.minutes(30)))
struct TestingStubTests {
  let server = StubTransport()

  func client(_ change: (inout ClientOptions) -> Void = { _ in }) throws -> ServerClient {
    var options = ClientOptions()
    options.retries.firstDelay = .zero
    change(&options)
    return try ServerClient(store: .testing(ServerModel()), transport: server, options: options)
  }

  @Test("A route is answered by its name, for any value of its placeholders, or for one")
  func routes() async throws {
    try server.stub(ServerClient.self, "enterprise", json: #"{"id": 1, "name": "Any"}"#)
    try server.stub(ServerClient.self, "enterprise", ["itemID": "7"], json: #"{"id": 7, "name": "Acme"}"#)
    try server.stub(ServerClient.self, "product", json: #"{"id": 3, "title": "Cup", "price": "1"}"#)
    let client = try client()
    #expect(try await client.enterprise(itemID: 7).record()?.name == "Acme")
    #expect(try await client.enterprise(itemID: 1).record()?.name == "Any")
    // The path is `products/:id.json`.
    #expect(try await client.product(id: 3).record()?.title == "Cup")
    try server.stub(ServerClient.self, "notes", ["meeting.id": "a b/c"], json: "[]")
    #expect(try await client.notes(meetingID: "a b/c").status == 200)
    await #expect(throws: ClientError.self) { try await client.notes(meetingID: "a b") }
  }

  @Test("A route that the client does not have is told, with those it has")
  func unknownRoute() throws {
    let route = #expect(throws: UnknownRoute.self) {
      try server.stub(ServerClient.self, "enterprize", json: "{}")
    }
    #expect(route?.description.hasPrefix("there is no route 'enterprize'; there is enterprises, ") == true)
    let value = #expect(throws: UnknownRoute.self) {
      try server.stub(ServerClient.self, "enterprise", ["id": "7"], json: "{}")
    }
    #expect(value?.description == "the path 'enterprises/:itemID' has no place for 'id'; it has itemID")
  }

  @Test("The newest stub that has not been used up answers; what nothing answers is 404")
  func newest() async throws {
    server.stub("GET", "me", json: "1")
    server.stub("GET", "me", json: "2", times: 1)
    let client = try client()
    var bodies: [String] = []
    for _ in 0..<3 { bodies.append(String(decoding: try await client.me().body, as: UTF8.self)) }
    #expect(bodies == ["2", "1", "1"])
    let error = await #expect(throws: ClientError.self) { try await client.serverTime() }
    #expect(error?.status == 404)
  }

  @Test(
    "Faults that the server hears nothing of use up nothing there",
    arguments: [StubFault.unreachable, .status(503, retryAfter: 0), .loginPage])
  func before(_ fault: StubFault) async throws {
    server.stub("GET", "tags", json: #"[{"id": 1, "name": "a"}]"#, times: 1)
    server.fail(fault, "GET", "tags")
    let client = try client { $0.retries = .none }
    let error = await #expect(throws: ClientError.self) { try await client.tags() }
    #expect(error?.mayHaveArrived == (fault == .status(503, retryAfter: 0)))
    #expect(error?.isOffline == (fault != .status(503, retryAfter: 0)))
    #expect(try await client.tags().recordCount == 1)
  }

  @Test(
    "Behind other faults the server has done its work, and a repetition brings the rest",
    arguments: [StubFault.dropsAnswer, .timesOut, .cutsBody(after: 5), .delays(.milliseconds(1))])
  func after(_ fault: StubFault) async throws {
    let done = Counter()
    try server.stub(ServerClient.self, "tags") { _ in
      done.next()
      return StubAnswer(json: #"[{"id": 1, "name": "a"}]"#)
    }
    try server.fail(fault, ServerClient.self, "tags")
    #expect(try await client().tags().recordCount == 1)
    #expect(done.value == (fault == .delays(.milliseconds(1)) ? 1 : 2))
  }

  @Test("A body that is shorter than it should be, as if it were whole, is no JSON")
  func truncated() async throws {
    server.stub("GET", "tags", json: "[1]")
    server.fail(.truncatesBody(after: 2))
    let error = await #expect(throws: ClientError.self) { try await client().tags() }
    #expect(error?.reason == .import)
  }

  @Test("A fault for any number of times ends when the server heals")
  func heal() async throws {
    server.stub("GET", "tags", json: "[]")
    server.fail(.unreachable, times: nil)
    let client = try client { $0.retries = .none }
    for _ in 0..<3 { await #expect(throws: ClientError.self) { try await client.tags() } }
    server.heal()
    #expect(try await client.tags().status == 200)
  }
}
