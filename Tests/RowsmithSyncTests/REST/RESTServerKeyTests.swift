import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
@testable import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

/// Records that the server gives keys of its own, of articles and their comments.
enum Articles {
  static let plan = SyncPlan(
    server: "rest", settings: [.init("version", "lockVersion")],
    entities: [
      .init("Article", collection: "articles", settings: [.init("serverKey", "serverID")]),
      .init("ArticleComment", collection: "article_comments", settings: [.init("serverKey", "serverID")]),
    ])

  static let articles = SyncCollection(name: "Article", path: "articles", key: ["client_uuid"])
  static let comments = SyncCollection(name: "ArticleComment", path: "article_comments", key: ["client_uuid"])
  static let ids = (1...4).map { "00000000-0000-4000-8000-00000000000\($0)" }

  static func write(
    _ kind: SyncWrite.Kind, _ id: String, _ json: String, in collection: SyncCollection = articles,
    version: String? = nil, serverKey: String? = nil
  ) -> SyncWrite {
    SyncWrite(
      kind, in: collection, id: id, record: Array(json.utf8), changes: Array(json.utf8), version: version,
      idempotencyKey: "\(kind)-\(id)", serverKey: serverKey)
  }
}

@Suite struct ServerKeyTests {
  @Test("A name makes the same UUID everywhere, and another name another one")
  func namesMakeTheSameUUIDsEverywhere() {
    // The example of RFC 9562, appendix A.4.
    let dns: [UInt8] = [
      0x6B, 0xA7, 0xB8, 0x10, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8,
    ]
    #expect(NamedUUID.version5(dns, "www.example.com") == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    // Longer than a block of the digest, and one that ends where its length begins.
    for length in [39, 40, 47, 48, 200] {
      let name = String(repeating: "x", count: length)
      #expect(NamedUUID.version5(dns, name) == NamedUUID.version5(dns, name))
      #expect(NamedUUID.version5(dns, name) != NamedUUID.version5(dns, name + "x"))
    }
    #expect(NamedUUID.ofRecord("1", in: "articles") != NamedUUID.ofRecord("1", in: "article_comments"))
  }

  @Test("Members that lead to others get keys of ours, or null where there is none")
  func membersThatLeadToOthersAreTranslated() throws {
    let keys = ServerKeys(Articles.plan, try Meetings.schema())
    #expect(keys.attribute(of: "Article") == "serverID" && keys.attribute(of: "Note") == nil)
    #expect(keys.concern("ArticleComment") && !keys.concern("Article"))
    let json: JSONValue = ["body": "Yes", "article_id": 7]
    #expect(keys.named(in: json, of: "ArticleComment").map(\.key) == ["7"])
    let ours = keys.translated(json, of: "ArticleComment") { target, key in
      target == "Article" && key == "7" ? "here" : nil
    }
    #expect(ours.text == #"{"body":"Yes","article_id":"here"}"#)
    let unknown = keys.translated(json, of: "ArticleComment") { _, _ in nil }
    #expect(unknown.text == #"{"body":"Yes","article_id":null}"#)
  }

  @Test("The attribute for the server's key must be in the model, and our key a query of the list")
  func theModelIsChecked() throws {
    let schema = try Meetings.schema()
    try Meetings.server(StubTransport(), Articles.plan).check(Articles.plan, schema)
    var plan = Articles.plan
    plan.entities[0].settings = [.init("serverKey", "number")]
    let unknown = #expect(throws: SyncError.self) {
      try Meetings.server(StubTransport(), plan).check(plan, schema)
    }
    #expect(unknown?.message.contains("'serverKey' names 'number'") == true)
    let server = try Meetings.server(StubTransport(), Articles.plan) { api, _ in
      for index in api.routes.indices { api.routes[index].query.removeAll { $0.name == "client_uuid" } }
    }
    let error = #expect(throws: SyncError.self) { try server.check(Articles.plan, schema) }
    #expect(error?.message.contains("write `query: [client_uuid]` in the route 'articles'") == true)
  }

  @Test("Links of entities that extend another are translated, too")
  func linksOfEntitiesThatExtendAnotherAreTranslated() throws {
    let yaml = """
      rowsmith: 1
      entities:
        Folder:
          attributes:
            id: { type: String, ImportName: uuid }
            number: { type: Int?, ImportName: id, export: false }
        Item: { attributes: { id: String } }
        Task: { extends: Item, relationships: { folder: { to: Folder?, ForeignKey: folder_id } } }
      """
    let schema = try #require(
      ModelCompiler.compile([ModelSource(path: "M.yml", text: yaml)], name: "M").schema)
    let plan = SyncPlan(
      server: "rest",
      entities: [
        .init("Folder", collection: "folders", settings: [.init("serverKey", "number")]),
        .init("Item", collection: "items"),
      ])
    let keys = ServerKeys(plan, schema)
    let json: JSONValue = ["id": "i", "folder_id": 7]
    #expect(keys.named(in: json, of: "Item").map(\.key) == ["7"])
    #expect(keys.translated(json, of: "Item") { _, _ in "here" }["folder_id"] == "here")
  }

  @Test func `a key at a place of an array is translated there, and the rest of the array stays`() throws {
    let yaml = """
      rowsmith: 1
      entities:
        Folder:
          attributes:
            id: { type: String, ImportName: uuid }
            number: { type: Int?, ImportName: id, export: false }
        Item:
          attributes: { id: String }
          relationships: { folder: { to: Folder?, ForeignKey: places.0.folder_id } }
      """
    let schema = try #require(
      ModelCompiler.compile([ModelSource(path: "M.yml", text: yaml)], name: "M").schema)
    let plan = SyncPlan(
      server: "rest",
      entities: [
        .init("Folder", collection: "folders", settings: [.init("serverKey", "number")]),
        .init("Item", collection: "items"),
      ])
    let json = try JSONValue(parsing: #"{"id":"i","places":[{"row":1,"folder_id":7},{"row":2}]}"#)
    let ours = ServerKeys(plan, schema).translated(json, of: "Item") { _, _ in "here" }
    #expect(ours.text == #"{"id":"i","places":[{"row":1,"folder_id":"here"},{"row":2}]}"#)
  }

  @Test(arguments: [true, false])
  func `a new record that leads to itself is made first, and changed then`(hasRecord: Bool) async throws {
    let yaml = """
      rowsmith: 1
      api: { baseURL: "https://example.com/api" }
      sync: { server: rest }
      routes:
        folders: { get: folders, query: { uuid: String }, returns: "[Folder]" }
        folder: { get: "folders/:number", returns: Folder }
        make: { post: folders, sends: Folder\(hasRecord ? ", returns: Folder" : "") }
        change: { patch: "folders/:number", sends: Folder, returns: Folder }
        remove: { delete: "folders/:number", deletes: Folder }
      entities:
        Folder:
          sync: { serverKey: number }
          attributes:
            id: { type: String, ImportName: uuid }
            number: { type: Int?, ImportName: id, export: false }
          relationships: { parent: { to: Folder?, ForeignKey: parent_id } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "M.yml", text: yaml)], name: "M")
    let (api, schema) = (try #require(model.api), try #require(model.schema))
    let transport = StubTransport()
    let server = try RESTSyncServer(api: api, schema: schema, transport: transport)
    let device = try Device(server, try #require(api.sync), schema: schema)
    // Without the record in the answer, the server's key comes with the next pull.
    transport.stub(
      "POST", "folders", status: 201,
      json: hasRecord ? #"{"id":1,"uuid":"f","parent_id":null}"# : "{}")
    transport.stub("GET", "folders", json: "[]")
    transport.stub("PATCH", "folders/1", json: #"{"id":1,"uuid":"f","parent_id":1}"#)
    try device.run("INSERT INTO Folder (id, parent) VALUES ('f', 'f')")
    #expect(try await device.sync(.push).setAside.isEmpty)
    if !hasRecord {
      transport.stub("GET", "folders") { [transport] _ in
        let parent = transport.requests.contains { $0.method == "PATCH" } ? "1" : "null"
        return StubAnswer(status: 200, json: #"[{"id":1,"uuid":"f","parent_id":\#(parent)}]"#)
      }
      #expect(try await device.sync().setAside.isEmpty)
    }
    #expect(transport.requests.map(\.method).filter { $0 != "GET" } == ["POST", "PATCH"])
    #expect(try device.rows("SELECT parent FROM Folder") == ["f"])
    #expect(try device.rows("SELECT * FROM _rowsmith_sync_unsent") == [])
  }

  @Test func `a record whose unique value becomes free is asked for again by the server's key`() async throws
  {
    let yaml = """
      rowsmith: 1
      api: { baseURL: "https://example.com/api" }
      sync: { server: rest, changes: changes }
      routes:
        folders: { get: folders, query: { uuid: String }, returns: "[Folder]" }
        folder: { get: "folders/:number", returns: Folder }
      entities:
        Folder:
          sync: { serverKey: number, direction: pull }
          attributes:
            id: { type: String, ImportName: uuid }
            number: { type: Int?, ImportName: id, export: false }
            name: { type: String, unique: true }
      """
    let model = ModelCompiler.compile([ModelSource(path: "M.yml", text: yaml)], name: "M")
    let (api, schema) = (try #require(model.api), try #require(model.schema))
    let transport = StubTransport()
    let server = try RESTSyncServer(api: api, schema: schema, transport: transport)
    let device = try Device(server, try #require(api.sync), schema: schema)
    transport.stub(
      "GET", "changes",
      json: #"{"changes":[{"id":7,"op":"create","record":{"id":7,"name":"A"}}],"cursor":1,"more":false}"#)
    try await device.sync()
    #expect(try device.rows("SELECT number, name FROM Folder") == ["7|A"])
    // The new one comes before the one that has its name is deleted.
    transport.stub(
      "GET", "changes",
      json: #"{"changes":[{"id":8,"op":"create","record":{"id":8,"name":"A"}},{"id":7,"op":"delete"}],"#
        + #""cursor":3,"more":false}"#)
    transport.stub("GET", "folders", json: "[]")
    transport.stub("GET", "folders/8", json: #"{"id":8,"name":"A"}"#)
    #expect(try await device.sync().unreadable.isEmpty)
    #expect(try device.rows("SELECT number, name FROM Folder") == ["8|A"])
    #expect(try device.rows("SELECT key FROM _rowsmith_sync_rows WHERE state = 3").isEmpty)
  }

  @Test(arguments: ["PATCH", "DELETE"])
  func `a record is asked for its key if the answer to its creation did not have that`(method: String)
    async throws
  {
    let transport = StubTransport()
    var plan = Articles.plan
    plan.settings = []
    let id = Articles.ids[0]
    transport.stub("GET", "articles", json: #"[{"id":7,"client_uuid":"\#(id)","title":"A"}]"#)
    transport.stub("POST", "articles", status: 204, json: "")
    transport.stub("PATCH", "articles/7", json: #"{"id":7,"client_uuid":"\#(id)","title":"B"}"#)
    transport.stub("DELETE", "articles/7", status: 204, json: "")
    let device = try Device(try Meetings.server(transport, plan), plan, schema: try Meetings.schema())
    try device.run("INSERT INTO Article (id, title) VALUES ('\(id)', 'A')")
    #expect(try await device.sync(.push).pushed == 1)
    try device.run(method == "PATCH" ? "UPDATE Article SET title = 'B'" : "DELETE FROM Article")
    let report = try await device.sync(.push)
    #expect(report.setAside.isEmpty && report.pushed == 1, "\(report)")
    #expect(transport.requests.map(\.method).filter { $0 != "GET" } == ["POST", method])
    #expect(try device.rows("SELECT serverID, title FROM Article") == (method == "PATCH" ? ["7|B"] : []))
  }

  /// A device with an article that somebody has made without a key of ours.
  private func device(_ transport: StubTransport, version: String) async throws -> Device {
    var plan = Articles.plan
    plan.settings = [.init("version", version)]
    transport.stub("GET", "article_comments", json: "[]")
    transport.stub("GET", "articles") { request in
      let isSearch = request.url.contains("client_uuid=")
      return StubAnswer(json: isSearch ? "[]" : #"[{"id":7,"title":"A","lock_version":1}]"#)
    }
    let device = try Device(try Meetings.server(transport, plan), plan, schema: try Meetings.schema())
    #expect(try await device.sync(.pull).unreadable.isEmpty)
    return device
  }

  @Test func `a record that does not have our key is not taken for deleted after a conflict`() async throws {
    let transport = StubTransport()
    let device = try await device(transport, version: "lockVersion")
    try device.run("UPDATE Article SET title = 'mine'")
    // The refusal does not say how the record is now.
    transport.stub("GET", "articles/7", json: #"{"id":7,"title":"theirs","lock_version":2}"#)
    transport.stub("PATCH", "articles/7", json: #"{"id":7,"title":"mine","lock_version":3}"#)
    transport.stub("PATCH", "articles/7", status: 409, json: "{}", times: 1)
    #expect(try await device.sync(.push).setAside.isEmpty)
    #expect(transport.requests.map(\.method).filter { $0 != "GET" } == ["PATCH", "PATCH"])
    #expect(try device.rows("SELECT serverID, title FROM Article") == ["7|mine"])
  }

  @Test(arguments: ["lockVersion", "ETag"])
  func `a record that is not shown any more is not taken for deleted`(version: String) async throws {
    let transport = StubTransport()
    let device = try await device(transport, version: version)
    try device.run("UPDATE Article SET title = 'mine'")
    transport.stub("GET", "articles/7", status: 403, json: "{}")
    transport.stub("PATCH", "articles/7", status: 409, json: "{}")
    #expect(try await device.sync(.push).setAside.map(\.error.reason) == [.forbidden])
    #expect(!transport.requests.contains { $0.method == "POST" })
    #expect(try device.rows("SELECT serverID, title FROM Article") == ["7|mine"])
    #expect(try device.rows("SELECT * FROM _rowsmith_conflicts").isEmpty)
  }

  @Test func `a record that does not have our key stays when its deletion is discarded`() async throws {
    let transport = StubTransport()
    let device = try await device(transport, version: "lockVersion")
    let id = NamedUUID.ofRecord("7", in: "articles")
    try device.run("DELETE FROM Article")
    transport.stub("GET", "articles/7", json: #"{"id":7,"title":"A","lock_version":1}"#)
    transport.stub("DELETE", "articles/7", status: 422, json: "{}")
    #expect(try await device.sync(.push).setAside.count == 1)
    try await device.session.discard("Article", key: .text(id))
    try await device.sync(.push)
    #expect(try device.rows("SELECT id, serverID, title FROM Article") == ["\(id)|7|A"])
  }

  @Test func `a record with a key of the server's is read by it for its tag`() async throws {
    let transport = StubTransport()
    let device = try await device(transport, version: "ETag")
    try device.run("UPDATE Article SET title = 'mine'")
    transport.stub("GET", "articles/7", json: #"{"id":7,"title":"A"}"#, headers: ["ETag": #""1""#])
    transport.stub("PATCH", "articles/7", json: #"{"id":7,"title":"mine"}"#, headers: ["ETag": #""2""#])
    #expect(try await device.sync(.push).setAside.isEmpty)
    let change = try #require(transport.requests.last { $0.method == "PATCH" })
    #expect(change.headers["If-Match"] == #""1""#)
  }
}

extension RESTRealTests {
  @Suite struct RESTServerKeyTests {
    private let id = Articles.ids[0]

    @Test("The server's key stands in addresses, and ours stays that of the record")
    func theServersKeyStandsInAddressesAndOursStays() async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter(Articles.plan)
      let create = Articles.write(.create, id, #"{"client_uuid":"\#(id)","title":"A"}"#)
      let request = try server.request(for: create)
      guard case .accepted(let made?) = await server.send([request])[0] else {
        Issue.record("it is not made")
        return
      }
      #expect(made.id == id && made.version == "1")
      let key = try #require(made.serverKey)
      let change = Articles.write(.change, id, #"{"title":"B"}"#, version: "1", serverKey: key)
      #expect(try server.request(for: change).path == "/articles/\(key)")
      #expect(try await server.carryOut(change) == ["accepted \(id)@2"])
      let stale = Articles.write(.change, id, #"{"title":"C"}"#, version: "1", serverKey: key)
      #expect(
        try await server.carryOut(
          [stale].map {
            var write = $0; write.idempotencyKey = "c"; return write
          }) == ["conflict \(id)@2"])
      #expect(try await server.read([id, Articles.ids[1]], in: Articles.articles).map(\.serverKey) == [key])
      #expect(try await server.read(serverKeys: [key], in: Articles.articles).map(\.id) == [id])
      let delete = Articles.write(.delete, id, "{}", version: "2", serverKey: key)
      #expect(try await server.carryOut(delete) == ["accepted"])
      #expect(try await server.read([id], in: Articles.articles).map(\.isDeleted) == [true])
      #expect(try await server.read(serverKeys: [key], in: Articles.articles).map(\.id) == [id])
      #expect(throws: SyncError.self) {
        try server.request(for: Articles.write(.change, id, #"{"title":"D"}"#))
      }
    }

    @Test(
      "A record without a key of ours gets the same one everywhere, which is made from the server's",
      arguments: [nil, "changes"])
    func aRecordWithoutAKeyOfOursGetsTheSameEverywhere(feed: String?) async throws {
      let real = try await RESTRealServer()
      try await real.server.seed(3)
      var plan = Articles.plan
      if let feed { plan.settings.append(.init("changes", feed)) }
      let server = try real.adapter(plan)
      let first = try await server.all(Articles.articles).records
      #expect(first.count == 3)
      for record in first {
        let key = try #require(record.serverKey)
        #expect(record.id == NamedUUID.ofRecord(key, in: "articles"))
        let json = String(decoding: record.json, as: UTF8.self)
        #expect(json.contains(#""client_uuid":"\#(record.id)""#))
      }
      let change = Articles.write(
        .change, first[0].id, #"{"title":"B"}"#, version: first[0].version, serverKey: first[0].serverKey)
      #expect(try await server.carryOut(change).first?.hasPrefix("accepted \(first[0].id)") == true)
    }
  }
}
