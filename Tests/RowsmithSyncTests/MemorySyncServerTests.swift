import RowsmithSync
import RowsmithTesting
import Testing

/// The server in the process, as tests of apps look at it.
@Suite struct MemorySyncServerTests {
  private let server = MemorySyncServer()
  private let notes = SyncCollection(name: "Note", path: "notes")

  private func write(_ kind: SyncWrite.Kind, _ id: String, _ json: String = "", version: String? = nil)
    -> SyncWrite
  {
    SyncWrite(
      kind, in: notes, id: id, record: Array(json.utf8), changes: Array(json.utf8), version: version,
      idempotencyKey: "k")
  }

  private func send(_ writes: SyncWrite...) async throws -> [SyncOutcome] {
    await server.send(try writes.map(server.request))
  }

  /// The versions of the records in a page, deleted ones in brackets.
  private func page(since cursor: String? = nil, page: String? = nil, limit: Int = 100) async throws
    -> SyncPage
  {
    try await server.changes(SyncQuery(notes, since: cursor, page: page, limit: limit))
  }

  private func ids(_ page: SyncPage) -> [String] { page.records.map { $0.isDeleted ? "(\($0.id))" : $0.id } }

  @Test("Records are put and deleted as another client would, each with the next version and the next moment")
  func others() {
    server.time = 500
    server.put(#"{"a":1}"#, id: "x", in: "notes")
    server.put(#"{"a":2}"#, id: "x", in: "notes")
    server.put("{}", id: "x", in: "tags")
    server.delete("x", in: "notes")
    #expect(Self.texts(server.entries(in: "notes")) == ["x 4 deleted "])
    #expect(Self.texts(server.entries(in: "tags")) == ["x 3 {}"])
    #expect(server.entries(in: "none") == [:])
    #expect(server.time == 504)
    #expect(server.requests.isEmpty)
  }

  @Test(
    "A page has what changed since a cursor, oldest first; the last one has no next, and the cursor of the end"
  )
  func pages() async throws {
    for id in ["a", "b", "c", "d"] { server.put("{}", id: id, in: "notes") }
    server.delete("b", in: "notes")
    let first = try await page(limit: 2)
    #expect(ids(first) == ["a", "c"])
    #expect(first.total == 3)
    let second = try await page(page: first.next, limit: 2)
    #expect(ids(second) == ["d", "(b)"])
    #expect(second.next == nil)
    #expect(try await ids(page(since: second.cursor)) == [])
    server.put("{}", id: "a", in: "notes")
    #expect(try await ids(page(since: second.cursor)) == ["a"])
    #expect(try await ids(page(since: first.cursor)) == ["d", "(b)", "a"])
    #expect(server.pages == 5)
  }

  @Test("A cursor of the future, and what is none, asks for a new beginning", arguments: ["2", "x", "", "-"])
  func unknownCursor(_ cursor: String) async throws {
    server.put("{}", id: "a", in: "notes")
    let error = await #expect(throws: SyncError.self) { try await page(since: cursor) }
    #expect(error?.reason == .resetNeeded)
    #expect(error?.message == "the server does not know the cursor '\(cursor)'")
  }

  @Test("A creation is not carried out over a record that is there; over a deleted one it is")
  func creating() async throws {
    #expect(try await send(write(.create, "a", #"{"t":1}"#)).map(Self.word) == ["accepted 1"])
    #expect(try await send(write(.create, "a", #"{"t":2}"#)).map(Self.word) == ["conflict 1"])
    #expect(server.entries(in: "notes")["a"]?.json == #"{"t":1}"#)
    server.delete("a", in: "notes")
    #expect(try await send(write(.create, "a", #"{"t":3}"#)).map(Self.word) == ["accepted 3"])
  }

  @Test("A change merges its members into the record that it was based on; null stays, as an empty value")
  func changing() async throws {
    server.put(#"{"t":1,"deep":{"x":1},"n":2}"#, id: "a", in: "notes")
    let change = write(.change, "a", #"{"deep":{"y":2},"n":null}"#, version: "1")
    #expect(try await send(change).map(Self.word) == ["accepted 2"])
    #expect(server.entries(in: "notes")["a"]?.json == #"{"t":1,"deep":{"y":2},"n":null}"#)
    #expect(try await send(change).map(Self.word) == ["conflict 2"])
    #expect(try await send(write(.change, "b", "{}", version: "1")).map(Self.word) == ["gone"])
    server.delete("a", in: "notes")
    #expect(try await send(change).map(Self.word) == ["gone 3"])
  }

  @Test("A deletion leaves a tombstone; of another version it is a conflict, and of what is gone it is known")
  func deleting() async throws {
    server.put("{}", id: "a", in: "notes")
    server.put("{}", id: "a", in: "notes")
    #expect(try await send(write(.delete, "a", version: "1")).map(Self.word) == ["conflict 2"])
    #expect(try await send(write(.delete, "a", version: "2")).map(Self.word) == ["accepted 3"])
    #expect(Self.texts(server.entries(in: "notes")) == ["a 3 deleted "])
    #expect(try await send(write(.delete, "a")).map(Self.word) == ["gone 3"])
    #expect(try await send(write(.delete, "b")).map(Self.word) == ["gone"])
  }

  @Test("What a test makes fail is not done, but where the answer is unknown; every request is noted")
  func failing() async throws {
    server.fail { request in
      switch request.id {
      case "a": .refused(SyncError(.forbidden, "no"))
      case "b": .unknown(SyncError(.offline, "lost"))
      default: nil
      }
    }
    let outcomes = try await send(
      write(.create, "a", "{}"), write(.create, "b", "{}"), write(.create, "c", "{}"))
    #expect(outcomes.map(Self.word) == ["refused", "unknown", "accepted 2"])
    #expect(server.entries(in: "notes").keys.sorted() == ["b", "c"])
    #expect(server.requests.map(\.id) == ["a", "b", "c"])
    server.fail(nil)
    #expect(try await send(write(.create, "a", "{}")).map(Self.word) == ["accepted 3"])
  }

  @Test("What decides whether a request fails may look at the server, and change its records")
  func meanwhile() async throws {
    server.put(#"{"t":1}"#, id: "a", in: "notes")
    server.fail { [server] request in
      if server.requests.count > 1 { return nil }
      server.put(#"{"t":2}"#, id: request.id, in: "notes")
      server.time += 10
      return server.entries(in: "notes")["a"]?.version == 2 ? nil : .refused(SyncError(.forbidden, "no"))
    }
    let change = write(.change, "a", #"{"t":3}"#, version: "1")
    #expect(try await send(change).map(Self.word) == ["conflict 2"])
    #expect(try await send(write(.change, "a", #"{"t":3}"#, version: "2")).map(Self.word) == ["accepted 3"])
    #expect(server.entries(in: "notes")["a"]?.json == #"{"t":3}"#)
    server.fail(nil)
  }

  @Test("Records are read by id, deleted ones as tombstones, those that never were not at all")
  func reading() async throws {
    server.put(#"{"t":1}"#, id: "a", in: "notes")
    server.delete("b", in: "notes")
    let records = try await server.read(["c", "b", "a"], in: notes)
    #expect(records.map(\.id) == ["b", "a"])
    #expect(records.map(\.isDeleted) == [true, false])
    #expect(records.map { String(decoding: $0.json, as: UTF8.self) } == ["", #"{"t":1}"#])
  }

  @Test("A change of one part of a value leaves its other parts")
  func parts() async throws {
    let model = """
      values: { Address: { street: String, city: String } }
      entities:
        Person: { attributes: { id: String, address: Address? } }
      """
    let one = try Device(server, model: model, .init("Person", collection: "people"))
    let two = try Device(server, model: model, .init("Person", collection: "people"))
    try one.run("INSERT INTO Person (id, address_street, address_city) VALUES ('p', 's', 'c')")
    try await one.sync()
    try one.run("UPDATE Person SET address_city = 'C'")
    try await one.sync()
    #expect(try await two.sync().unreadable.isEmpty)
    #expect(try two.rows("SELECT address_street, address_city FROM Person") == ["s|C"])
  }

  private static func texts(_ entries: [String: MemorySyncServer.Entry]) -> [String] {
    entries.map { "\($0) \($1.version) \($1.isDeleted ? "deleted " : "")\($1.json)" }.sorted()
  }

  private static func word(_ outcome: SyncOutcome) -> String {
    func with(_ word: String, _ record: SyncRecord?) -> String {
      record?.version.map { "\(word) \($0)" } ?? word
    }
    return switch outcome {
    case .accepted(let record): with("accepted", record)
    case .conflict(let record): with("conflict", record)
    case .gone(let record): with("gone", record)
    case .refused: "refused"
    case .unknown: "unknown"
    default: "\(outcome)"
    }
  }
}
