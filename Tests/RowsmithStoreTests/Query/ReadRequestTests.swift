import Bands
import Foundation
import Rowsmith
import RowsmithSchema
import Testing

/// Requests are values, and each is read, and observed, the same way.
struct ReadRequestTests {
  private let store: Store

  init() throws { store = try ExampleStore.bands() }

  /// How many records there are, and the first name: two statements.
  private struct Overview: ReadRequest {
    struct Output: Equatable {
      var count: Int
      var first: String?
    }

    func fetch(_ db: ReadTransaction) throws -> Output {
      Output(
        count: try db.fetch(Band.all.count()),
        first: try db.fetch(Band.order { $0.name }.values { $0.name }).first)
    }
  }

  @Test
  func `requests that ask the same are equal, others are not`() {
    #expect(Band.all.count() == Band.all.count())
    #expect(Band.all.count() != Band.filter { $0.formed > 1970 }.count())
    #expect(Band.all.sum { $0.formed } == Band.all.sum { $0.formed })
    #expect(Band.all.min { $0.formed } != Band.all.max { $0.formed })
    #expect(Album.all.values { $0.label } != Album.all.values(distinct: true) { $0.label })
    #expect(Album.all.grouped { $0.label }.count() == Album.all.grouped { $0.label }.count())
    #expect(Band.all.including { ($0.albums, $0.members) } == Band.all.including { ($0.albums, $0.members) })
    #expect(Band.all.including { $0.albums }.hashValue == Band.all.including { $0.albums }.hashValue)
    #expect(
      Band.sql("SELECT * FROM Band WHERE formed > ?", 1970)
        != Band.sql("SELECT * FROM Band WHERE formed > ?", 1971))
    let bands = [Band(name: "Japan", formed: 1974)]
    #expect(Band.related(to: bands) { $0.albums } == Band.related(to: bands) { $0.albums })
    #expect(Band.related(to: bands) { $0.albums } != Band.related(to: []) { $0.albums })
    #expect(Band.find("Japan") == Reference("Japan"))
  }

  @Test
  func `requests whose texts differ in how an accent is composed are not equal`() throws {
    let requests = ["\u{E9}", "e\u{301}"].map { text in Band.filter { $0.name.contains(text) } }
    #expect(requests[0] == Band.filter { $0.name.contains("\u{E9}") })
    #expect(requests[0] != requests[1])
    try store.write { try $0.insert(Band(name: "Caf\u{E9}", formed: 1)) }
    #expect(try requests.map { try store.fetch($0.count()) } == [1, 0])
    // So do those with SQL of the app.
    let sql = ["\u{E9}", "e\u{301}"].map { "name = 'Caf\($0)'" }
    let filtered = sql.map { text in Band.filter { _ in .sql(text) } }
    #expect(filtered[0] == Band.filter { _ in .sql(sql[0]) })
    #expect(filtered[0] != filtered[1])
    let selected = sql.map { Band.sql("SELECT * FROM Band WHERE \($0)") }
    #expect(selected[0] == Band.sql("SELECT * FROM Band WHERE \(sql[0])"))
    #expect(selected[0] != selected[1])
    #expect(try selected.map { try store.fetch($0).count } == [1, 0])
  }

  @Test
  func `one and the same request is read from a store, inside a transaction, and awaited`() async throws {
    let request = Album.filter { $0.band == "Japan" }.count()
    let count = try await store.fetch(request)
    let inside = try await store.read { try $0.fetch(request) }
    let written = try await store.write { db in
      _ = try db.upsert(Album(name: "Not one of theirs", released: .now, band: "Japan"))
      return try db.fetch(request)
    }
    #expect(count > 0)
    #expect(inside == count)
    #expect(written == count + 1)
  }

  @Test
  func `what a request reads in several statements is of one state`() async throws {
    let overview = try await store.fetch(Overview())
    #expect(overview == Overview.Output(count: 2, first: "Japan"))
    #expect(!Overview().isOneStatement)
    #expect(!Band.all.including { $0.albums }.isOneStatement)
    #expect(Band.all.isOneStatement && Band.all.count().isOneStatement && Band.find("Japan").isOneStatement)
  }

  @Test
  func `a link that is empty leads to no record`() throws {
    let none: Reference<Band>? = nil
    #expect(try store.fetch(none) == nil)
    #expect(try store.fetch(Band.find("Japan") as Reference<Band>?)?.formed == 1974)
    #expect(try store.fetch(Band.find("Nobody")) == nil)
  }

  @Test
  func `counts, groups and graphs are observed as records are`() async throws {
    let counts = store.observe(Band.all.count()).makeAsyncIterator()
    let groups = store.observe(Album.all.grouped { $0.band }.count()).makeAsyncIterator()
    let graphs = store.observe(Band.all.including { ($0.albums, $0.members) }).makeAsyncIterator()
    #expect(try await counts.next() == 2)
    let before = try #require(try await groups.next())
    #expect(before.map { $0.key?.key } == ["Japan", "Roxy Music"])
    #expect(try await graphs.next()?.count == 2)
    try await store.write { try $0.insert(Band(name: "Talk Talk", formed: 1981)) }
    #expect(try await counts.next() == 3)
    #expect(try await graphs.next()?.map(\.record.name) == ["Japan", "Roxy Music", "Talk Talk"])
    try await store.write { try $0.insert(Album(name: "It's My Life", released: .now, band: "Talk Talk")) }
    #expect(try await groups.next()?.map(\.value) == before.map(\.value) + [1])
    #expect(try await graphs.next()?.last?.first.map(\.name) == ["It's My Life"])
  }

  @Test
  func `the records of an entity without a key cannot be found by one`() throws {
    let model = try ModelStore("entities: { Line: { attributes: { text: String } } }")
    let error = #expect(throws: StoreError.self) { try model.store.fetch(Unkeyed.find(keys: [])) }
    #expect(error?.message == "'Line' has no key to find a record by")
  }

  private struct Unkeyed: Record {
    typealias Key = Never
    enum Columns {}
    static let entityName = "Line"
    static let columnNames = ["text"]
    var text: String

    init(row: Row) throws(RowDecodingError) { text = try row.string(at: 0) }
    func encode(to encoder: inout RowEncoder) { encoder.encode(text) }
  }
}
