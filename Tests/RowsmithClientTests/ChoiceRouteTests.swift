import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithTesting
import Testing

/// Routes of records that lead to one of several entities.
@Suite struct ChoiceRouteTests {
  let server = StubTransport()

  private func client() throws -> Client {
    let yaml = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      api: { baseURL: "https://hub.example.com" }
      entities:
        Issue: { attributes: { id: Int, title: String? } }
        Pull: { attributes: { id: Int, title: String? } }
        Comment:
          attributes: { id: Int, text: String? }
          relationships: { subject: { oneOf: [Issue, Pull] } }
      routes:
        list: { get: comments, query: [subject_id, subject_type], returns: "[Comment]", policy: MergeAndPrune }
        create: { post: comments, sends: Comment, returns: Comment }
        update: { patch: "comments/:id", sends: Comment, returns: Comment }
        ofIssue: { get: "issues/:subjectIssue.id/comments/:id", returns: Comment }
        subject: { get: "comments/:id/pull", returns: Comment.subjectPull }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Hub.yml", text: yaml)], name: "Hub")
    let schema = try #require(model.schema, "\(model.diagnostics)")
    var options = ClientOptions()
    options.retries = .none
    return try Client(
      store: Store(.memory, schema: schema), api: try #require(model.api), transport: server, options: options
    )
  }

  private func call(_ client: Client, _ route: String, _ key: Int64) async throws {
    let call = RouteCall(route, record: RecordBody(entity: "Comment", key: [.integer(key)]))
    let _: Answer<Void> = try await client.call(call)
  }

  private func bodies() -> [String] {
    server.requests.compactMap { request in
      guard case .bytes(let bytes)? = request.body else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private func subjects(_ client: Client) throws -> [String] {
    try client.store.lines("SELECT id, subject_type, subject_id FROM Comment ORDER BY id")
  }

  @Test func `a record is sent with the key and what it is a key of, and comes back so`() async throws {
    let client = try client()
    try await client.store.importJSON(
      .string(#"{"id":1,"subject_id":5,"subject_type":"Pull"}"#), into: .entity("Comment"))
    server.stub("POST", "comments", json: #"{"id":1,"subject_id":6,"subject_type":"Issue"}"#)
    try await call(client, "create", 1)
    #expect(bodies() == [#"{"id":1,"subject_id":5,"subject_type":"Pull"}"#])
    #expect(try subjects(client) == ["1|Issue|6"])
  }

  @Test(arguments: [
    ("subjectPull = 6", #"{"subject_id":6,"subject_type":"Pull"}"#),
    ("subjectPull = NULL, subjectIssue = 5", #"{"subject_id":5,"subject_type":"Issue"}"#),
    ("subjectPull = NULL", #"{"subject_id":null,"subject_type":null}"#), ("text = 'b'", #"{"text":"b"}"#),
  ])
  func `a change of it is sent with its kind, and nothing of it where it has not changed`(
    _ change: String, _ body: String
  ) async throws {
    let client = try client()
    try await client.store.importJSON(
      .string(#"{"id":1,"text":"a","subject_id":5,"subject_type":"Pull"}"#), into: .entity("Comment"))
    try await client.store.write { db in _ = try db.execute(sql: "UPDATE Comment SET \(change)") }
    server.stub("PATCH", "comments/1", json: #"{"id":1}"#)
    try await call(client, "update", 1)
    #expect(bodies() == [body])
  }

  @Test func `a link that was changed here leads to one record if an answer has one of another kind`()
    async throws
  {
    let client = try client()
    try await client.store.importJSON(
      .string(#"{"id":1,"subject_id":5,"subject_type":"Pull"}"#), into: .entity("Comment"))
    try await client.store.write { db in _ = try db.execute(sql: "UPDATE Comment SET subjectPull = 6") }
    server.stub("GET", "comments", json: #"[{"id":1,"subject_id":7,"subject_type":"Issue"}]"#)
    let _: Answer<Void> = try await client.call(RouteCall("list"))
    #expect(try client.store.lines("SELECT subjectPull, subjectIssue FROM Comment") == ["6|NULL"])
    server.stub("PATCH", "comments/1", json: #"{"id":1}"#)
    try await call(client, "update", 1)
    #expect(bodies() == [#"{"subject_id":6,"subject_type":"Pull"}"#])
    #expect(try await client.queue.state(entity: "Comment", key: [.integer(1)]).isSent)
  }

  @Test
  func `a path is filled by the key of one of the entities, and refused where the record leads to another`()
    async throws
  {
    let client = try client()
    try await client.store.importJSON(
      .string(
        #"[{"id":1,"subject_id":5,"subject_type":"Issue"},{"id":2,"subject_id":5,"subject_type":"Pull"}]"#),
      into: .entity("Comment"))
    server.stub("GET", "issues/5/comments/1", json: #"{"id":1}"#)
    try await call(client, "ofIssue", 1)
    await #expect(throws: ClientError.self) { try await call(client, "ofIssue", 2) }
    #expect(server.requests.map(\.url) == ["https://hub.example.com/issues/5/comments/1"])
  }

  @Test func `an answer that is what a record leads to takes the place of the other kind`() async throws {
    let client = try client()
    try await client.store.importJSON(
      .string(#"{"id":1,"subject_id":5,"subject_type":"Issue"}"#), into: .entity("Comment"))
    server.stub("GET", "comments/1/pull", json: #"{"id":9,"title":"it"}"#)
    let _: Answer<Void> = try await client.call(RouteCall("subject", path: ["id": .integer(1)]))
    #expect(try subjects(client) == ["1|Pull|9"])
    #expect(try client.store.lines("SELECT title FROM Pull") == ["it"])
  }

  @Test func `asking for a key of one of several kinds takes no record of another away`() async throws {
    let client = try client()
    try await client.store.importJSON(
      .string(
        #"[{"id":1,"subject_id":5,"subject_type":"Issue"},{"id":2,"subject_id":5,"subject_type":"Pull"}]"#),
      into: .entity("Comment"))
    server.stub("GET", "comments", json: #"[{"id":2,"subject_id":5,"subject_type":"Pull"}]"#)
    let query: [String: StoredValue?] = ["subject_id": .integer(5), "subject_type": .text("Pull")]
    let _: Answer<Void> = try await client.call(RouteCall("list", query: query))
    #expect(try subjects(client) == ["1|Issue|5", "2|Pull|5"])
  }
}
