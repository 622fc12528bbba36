import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithTesting
import Testing

extension PruningTests {
  @Test("By a date, those that have it as it is sent", arguments: [true, false])
  func date(_ isInPath: Bool) async throws {
    let text = """
      rowsmith: 1
      entities:
        Visit: { PrimaryKey: id, attributes: { id: Int, day: { type: Date?, DateFormat: yyyy-MM-dd } } }
      """
    let schema = try #require(
      ModelCompiler.compile([ModelSource(path: "V.yml", text: text)], name: "V").schema)
    let store = try Store(.memory, schema: schema)
    try await store.importJSON(
      .string(#"[{"id":1,"day":"2024-05-01"},{"id":2,"day":"2024-05-02"},{"id":3}]"#), into: .entity("Visit"))
    var route = News.route("visits", .get, isInPath ? "visits/:day" : "visits")
    route.returns = .records("Visit")
    route.policy = .mergeAndPrune
    if !isInPath { route.query = [.init(name: "day", argument: "day", type: .date, column: "day")] }
    server.stub("GET", isInPath ? "visits/2024-05-01" : "visits", json: "[]")
    let client = try News.client([route], store: store, transport: server)
    // With a time, which the server does not get.
    let day = StoredValue.text("2024-05-01T12:30:00.000Z")
    var call = RouteCall("visits")
    if isInPath { call.path = ["day": day] } else { call.query = ["day": day] }
    let _: Answer<Void> = try await client.call(call)
    #expect(server.requests.last?.url.contains("2024-05-01") == true)
    #expect(try store.lines("SELECT id FROM Visit ORDER BY id") == ["2", "3"])
  }
}
