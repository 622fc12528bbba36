import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithModel
import RowsmithSchema
import RowsmithTesting
import Testing

@Suite("PUT of whole records")
struct RecordPutTests {
  private let server = StubTransport()

  @Test("A value that is gone is null, also if the server has something else in its object that is not sent")
  func gone() async throws {
    let source = """
      rowsmith: 1
      values: { Size: { width: Int?, height: Int? } }
      entities:
        Thing:
          PrimaryKey: id
          attributes:
            id: Int
            size: Size?
            unit: { type: String?, ImportName: size.unit, export: false }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Things.yml", text: source)], name: "Things")
    let store = try Store(.memory, schema: try #require(model.schema))
    try await store.importJSON(
      .string(#"[{"id":1,"size":{"width":2,"height":3,"unit":"m"}}]"#), into: .entity("Thing"))
    var replace = News.route("replace", .put, "things/:id")
    replace.sends = "Thing"
    let client = try News.client([replace], store: store, transport: server)
    try await client.store.write { db in
      try db.execute(sql: "UPDATE Thing SET size_width = NULL, size_height = NULL WHERE id = 1")
    }
    server.stub("PUT", "things/1", status: 204, json: "")
    _ = try await client.plain(RouteCall("replace", record: RecordBody(entity: "Thing", key: [.integer(1)])))
    guard case .bytes(let bytes)? = server.requests.last?.body else {
      Issue.record("no body was sent")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"id":1,"size":null}"#)
  }

  @Test("A value of which a part was changed here stays whole if an answer says that it is gone")
  func half() async throws {
    let source = """
      rowsmith: 1
      values: { Place: { street: String, no: Int } }
      entities:
        Shop: { attributes: { id: Int, place: Place? } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Shops.yml", text: source)], name: "Shops")
    let store = try Store(.memory, schema: try #require(model.schema))
    try await store.importJSON(
      .string(#"[{"id":1,"place":{"street":"A","no":1}}]"#), into: .entity("Shop"))
    var replace = News.route("replace", .put, "shops/:id")
    replace.sends = "Shop"
    var shops = News.route("shops", .get, "shops")
    shops.returns = .records("Shop")
    let client = try News.client([replace, shops], store: store, transport: server)
    try await client.store.write { try $0.execute(sql: "UPDATE Shop SET place_street = 'B' WHERE id = 1") }
    server.stub("GET", "shops", json: #"[{"id":1,"place":null}]"#)
    try await client.plain(RouteCall("shops"))
    #expect(try client.store.lines("SELECT place_street, place_no FROM Shop") == ["B|1"])
    #expect(
      try await client.queue.state(entity: "Shop", key: [.integer(1)]).changed
        == ["place_no", "place_street"])
    server.stub("PUT", "shops/1", status: 204, json: "")
    _ = try await client.plain(RouteCall("replace", record: RecordBody(entity: "Shop", key: [.integer(1)])))
    guard case .bytes(let bytes)? = server.requests.last?.body else {
      Issue.record("no body was sent")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"id":1,"place":{"street":"B","no":1}}"#)
    #expect(try await client.queue.state(entity: "Shop", key: [.integer(1)]).isSent)
  }

  @Test("A link of several columns of which one was changed here stays whole if an answer has another one")
  func link() async throws {
    let source = """
      rowsmith: 1
      entities:
        Seat: { PrimaryKey: [aisle, number], attributes: { aisle: Int, number: Int } }
        Guest: { attributes: { id: Int }, relationships: { seat: { to: Seat?, inverse: none } } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Guests.yml", text: source)], name: "Guests")
    let store = try Store(.memory, schema: try #require(model.schema))
    try await store.importJSON(.string(#"[{"id":1,"seat":{"aisle":1,"number":1}}]"#), into: .entity("Guest"))
    var replace = News.route("replace", .put, "guests/:id")
    replace.sends = "Guest"
    var guests = News.route("guests", .get, "guests")
    guests.returns = .records("Guest")
    let client = try News.client([replace, guests], store: store, transport: server)
    try await client.store.write { try $0.execute(sql: "UPDATE Guest SET seat_number = 2 WHERE id = 1") }
    server.stub("GET", "guests", json: #"[{"id":1,"seat":{"aisle":3,"number":4}}]"#)
    try await client.plain(RouteCall("guests"))
    #expect(try client.store.lines("SELECT seat_aisle, seat_number FROM Guest") == ["1|2"])
    #expect(
      try await client.queue.state(entity: "Guest", key: [.integer(1)]).changed
        == ["seat_aisle", "seat_number"])
  }

  @Test("A link that is never sent is not unsent when it is changed here, and an answer overwrites it")
  func hidden() async throws {
    let source = """
      rowsmith: 1
      entities:
        Order: { attributes: { id: Int } }
        Line:
          attributes: { id: Int, count: Int }
          relationships: { order: { to: Order?, inverse: none, export: false } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Shop.yml", text: source)], name: "Shop")
    let store = try Store(.memory, schema: try #require(model.schema))
    try await store.importJSON(.string(#"[{"id":1,"count":2,"order":7}]"#), into: .entity("Line"))
    var replace = News.route("replace", .put, "lines/:id")
    replace.sends = "Line"
    var lines = News.route("lines", .get, "lines")
    lines.returns = .records("Line")
    let client = try News.client([replace, lines], store: store, transport: server)
    try await client.store.write { db in
      try db.execute(sql: #"UPDATE Line SET count = 3, "order" = 8 WHERE id = 1"#)
    }
    #expect(try await client.queue.state(entity: "Line", key: [.integer(1)]).changed == ["count"])
    server.stub("GET", "lines", json: #"[{"id":1,"count":2,"order":9}]"#)
    try await client.plain(RouteCall("lines"))
    #expect(try client.store.lines(#"SELECT count, "order" FROM Line"#) == ["3|9"])
  }

  @Test("A list that numbers its records is sent after one was deleted here, and the answer closes the gap")
  func gap() async throws {
    let source = """
      rowsmith: 1
      entities:
        Order: { attributes: { id: Int }, relationships: { lines: "[Line]" } }
        Line:
          PrimaryKey: [order, position]
          attributes: { position: { type: Int, ImportName: $index }, count: Int }
          relationships: { order: Order }
      """
    let model = ModelCompiler.compile([ModelSource(path: "Shop.yml", text: source)], name: "Shop")
    let store = try Store(.memory, schema: try #require(model.schema))
    try await store.importJSON(
      .string(#"{"id":1,"lines":[{"count":2},{"count":3},{"count":4}]}"#), into: .entity("Order"))
    var replace = News.route("replace", .put, "orders/:id")
    (replace.sends, replace.returns) = ("Order", .record("Order"))
    let client = try News.client([replace], store: store, transport: server)
    try await client.store.write { try $0.execute(sql: "DELETE FROM Line WHERE position = 1") }
    let json = #"{"id":1,"lines":[{"count":2},{"count":4}]}"#
    server.stub("PUT", "orders/1", json: json)
    _ = try await client.plain(RouteCall("replace", record: RecordBody(entity: "Order", key: [.integer(1)])))
    guard case .bytes(let bytes)? = server.requests.last?.body else {
      Issue.record("no body was sent")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self) == json)
    #expect(
      try client.store.lines("SELECT position, count FROM Line ORDER BY position") == ["0|2", "1|4"])
  }
}
