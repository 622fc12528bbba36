import Rowsmith
import RowsmithAPI
import RowsmithTesting
import Testing

@testable import RowsmithClient

@Suite("Calls that cannot be made are refused before anything is sent")
struct CallMisuseTests {
  private let server = StubTransport()

  private func routes() -> [Route] {
    var create = News.route("create", .post, "articles")
    create.sends = "Article"
    var comments = News.route("comments", .get, "comments")
    comments.returns = .relationship(entity: "Article", name: "comments")
    var one = News.route("one", .get, "articles/:id")
    one.returns = .record("Article")
    var find = News.route("find", .get, "find")
    find.query = [
      .init(name: "count", argument: "count", type: .integer),
      .init(name: "ratio", argument: "ratio", type: .double),
      .init(name: "on", argument: "on", type: .bool), .init(name: "uuid", argument: "uuid", type: .uuid),
      .init(name: "since", argument: "since", type: .date),
      .init(name: "article", argument: "article", type: .key("Article")),
      .init(name: "kind", argument: "kind", type: .enumeration("Kind")),
      .init(name: "q", argument: "q", type: .string),
    ]
    return [create, comments, one, find]
  }

  private func message(_ call: RouteCall, _ client: Client) async -> String {
    do {
      let _: Answer<Void> = try await client.call(call)
      return "it was made"
    } catch { return "\(error)" }
  }

  @Test("What is missing, and what there is no place for")
  func places() async throws {
    let client = try News.client(routes(), transport: server)
    #expect(
      await message(RouteCall("one", path: ["id": .integer(1), "name": .text("x")]), client)
        == "one: the path 'articles/:id' has no place for 'name'; it has id")
    #expect(
      await message(RouteCall("find", path: ["id": .integer(1)]), client)
        == "find: the path 'find' has no place for 'id'; it has none")
    #expect(
      await message(RouteCall("comments"), client)
        == "comments: the path 'comments' names no record of Article: it needs a placeholder for each part of its key"
    )
    let empty = await message(RouteCall("create"), client)
    let address = "https://news.example.com/v1/articles"
    #expect(empty == "create: POST \(address): the route sends a record of Article, and the call has none")
    #expect(server.requests.isEmpty)
  }

  @Test("A record that cannot be written as JSON is not said to be an answer without room")
  func unwritten() throws {
    let client = try News.client(routes(), transport: server)
    let resolved = try client.resolver.resolve(RouteCall("create"))
    #expect(ClientError.of(JSONError(.malformed, "too deep"), resolved) is JSONError)
  }

  @Test("An API without an address")
  func address() async throws {
    let client = try Client(store: News.store(), api: API(routes: routes()), transport: server)
    #expect(
      await message(RouteCall("find"), client)
        == "find: there is no server address: the model has no `baseURL`, and none was given")
    #expect(server.requests.isEmpty)
  }

  @Test(
    "Text becomes a value of the parameter's type",
    arguments: [
      ("count", "-5", StoredValue.integer(-5)), ("ratio", "1.5e3", .real(1500)), ("on", "true", .integer(1)),
      ("on", "false", .integer(0)),
      ("uuid", "00000000-0000-0000-0000-00000000000A", .text("00000000-0000-0000-0000-00000000000a")),
      ("since", "2024-05-01T14:00:00+02:00", .text("2024-05-01T12:00:00.000Z")),
      ("article", "7", .integer(7)),
      ("kind", "b", .text("b")), ("q", "7", .text("7")), ("q", "", .text("")),
    ] as [(String, String, StoredValue)])
  func values(_ name: String, _ text: String, _ value: StoredValue) throws {
    let client = try News.client(routes(), transport: server)
    var call = RouteCall("find")
    try client.setArgument(name, toText: text, of: &call)
    #expect(call.query == [name: value])
  }

  @Test(
    "Text that is no such value is refused",
    arguments: [
      ("count", "1.5", "expected an integer for 'count', found '1.5'"),
      ("ratio", "inf", "expected a number for 'ratio', found 'inf'"),
      ("ratio", "x", "expected a number for 'ratio', found 'x'"),
      ("on", "yes", "expected true or false for 'on', found 'yes'"),
      ("uuid", "5", "expected a UUID for 'uuid', found '5'"),
      ("since", "yesterday", "expected a date such as 2024-05-01T12:00:00Z for 'since', found 'yesterday'"),
      ("article", "x", "'article': expected an integer, found \"x\""),
    ])
  func refused(_ name: String, _ text: String, _ message: String) throws {
    let client = try News.client(routes(), transport: server)
    var call = RouteCall("find")
    let error = #expect(throws: ClientError.self) { try client.setArgument(name, toText: text, of: &call) }
    #expect(error?.reason == .misuse && error?.message == message)
    #expect(call.query.isEmpty)
  }
}
