import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithSchema
@testable import RowsmithSync
import RowsmithTesting
import Testing

/// A record that leads to one of several entities, of which the server knows one by a key of its own and does not show it.
@Suite struct HiddenChoiceTests {
  private static let model = ModelCompiler.compile(
    [
      ModelSource(
        path: "Remarks.yml",
        text: """
          rowsmith: 1
          api: { baseURL: "https://example.com/api" }
          routes:
            articles: { get: articles, query: { ids: String, client_uuid: String }, returns: "[Article]" }
            article: { get: "articles/:serverID", returns: Article }
            remarks: { get: remarks, query: { ids: String, client_uuid: String }, returns: "[Remark]" }
            createRemark: { post: remarks, sends: Remark, returns: Remark }
            removeRemark: { delete: "remarks/:serverID", deletes: Remark }
            updateRemark: { patch: "remarks/:serverID", sends: Remark, returns: Remark }
          entities:
            Post: { attributes: { id: UUID } }
            Article:
              attributes: { id: { type: UUID, ImportName: client_uuid }, serverID: { type: Int?, ImportName: id, export: false }, lockVersion: Int? }
            Remark:
              attributes:
                id: { type: UUID, ImportName: client_uuid }
                serverID: { type: Int?, ImportName: id, export: false }
                lockVersion: { type: Int?, export: false }
              relationships: { subject: { oneOf: { article: Article, post: Post } } }
          """)
    ], name: "Remarks")

  private static let plan = SyncPlan(
    server: "rest", settings: [.init("version", "lockVersion")], conflict: .fieldMerge,
    entities: [
      .init(
        "Article", collection: "articles", direction: .pull, settings: [.init("serverKey", "serverID")]),
      .init("Remark", collection: "remarks", settings: [.init("serverKey", "serverID")]),
    ])

  private static let remark =
    #"[{"id":3,"client_uuid":"\#(Articles.ids[1])","subject_type":"article","subject_id":7,"lock_version":1}]"#
  private let transport = StubTransport()

  private func device() throws -> Device {
    let schema = try #require(Self.model.schema, "\(Self.model.diagnostics)")
    var api = try #require(Self.model.api, "\(Self.model.diagnostics)")
    api.sync = Self.plan
    var options = ClientOptions()
    options.clock.sleep = { _ in try Task.checkCancellation() }
    let server = try RESTSyncServer(api: api, schema: schema, transport: transport, options: options)
    transport.stub("GET", "articles", json: "[]")
    transport.stub("GET", "remarks", json: Self.remark)
    return try Device(server, Self.plan, schema: schema)
  }

  @Test func `what was noted of the link leads to the record once that is shown`() async throws {
    let device = try device()
    let report = try await device.sync()
    #expect(report.stopped == nil && report.setAside.isEmpty, "\(report)")
    let made = NamedUUID.ofRecord("7", in: "articles")
    #expect(
      try device.rows("SELECT subject_type, subject_id, subjectArticle FROM Remark")
        == ["Article|\(made)|\(made)"])
    try device.run("UPDATE Remark SET subjectArticle = NULL, subjectPost = '\(Articles.ids[2])'")
    transport.stub(
      "GET", "articles", json: #"[{"id":7,"client_uuid":"\#(Articles.ids[0])","lock_version":4}]"#)
    try await device.sync(.pull)
    #expect(try device.rows("SELECT id FROM Article") == [Articles.ids[0]])
    #expect(try device.rows("SELECT subject_type, subject_id FROM Remark") == ["Post|\(Articles.ids[2])"])
    #expect(
      try device.rows(
        "SELECT json_extract(base, '$.type'), json_extract(base, '$.id') FROM _rowsmith_sync_values")
        == ["Article|\(Articles.ids[0])"])
    // So this takes the change back.
    try device.run("UPDATE Remark SET subjectArticle = '\(Articles.ids[0])', subjectPost = NULL")
    try await device.sync()
    #expect(transport.requests.filter { $0.method == "PATCH" }.isEmpty)
    #expect(try device.rows("SELECT * FROM _rowsmith_sync_unsent").isEmpty)
  }
}
